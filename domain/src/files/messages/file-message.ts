import {
  fillTemplate,
  type MessageParams,
  type MessageToken,
  type NamesIn,
  readTemplate,
} from '../../message-template.ts';
import { FILE_MESSAGES, type FileMessageCode } from './catalogue.ts';
import type { Severity } from './message-table.ts';

/** A message by its code, as it is kept and sent: its text in another language is made of it. */
export type Wording = { readonly code: FileMessageCode; readonly params?: MessageParams };

/** A message with its English text. */
export type FileMessage = Wording & { readonly text: string };

type TextOf<Code extends FileMessageCode> = (typeof FILE_MESSAGES)[Code]['text'];
type ParamsOf<Code extends FileMessageCode> = [NamesIn<TextOf<Code>>] extends [never]
  ? []
  : [params: Readonly<Record<NamesIn<TextOf<Code>>, MessageParams[string]>>];

/** Templates are read once: a reader of files makes a message for every row. */
const read = new Map<FileMessageCode, readonly MessageToken[]>();
/** A message without parameters is always the same. */
const made = new Map<FileMessageCode, FileMessage>();

function textOf(code: FileMessageCode, params: MessageParams): string {
  let tokens = read.get(code);
  if (tokens === undefined) read.set(code, (tokens = readTemplate(FILE_MESSAGES[code].text)));
  return fillTemplate(tokens, params);
}

/** Returns a message of the catalogue. Parameters never hold an SSN or a birth date (trust P39). */
export function fileMessage<Code extends FileMessageCode>(code: Code, ...params: ParamsOf<Code>): FileMessage {
  const [given] = params as [MessageParams?];
  if (given !== undefined) return { code, params: given, text: textOf(code, given) };
  let message = made.get(code);
  if (message === undefined) made.set(code, (message = Object.freeze({ code, text: textOf(code, {}) })));
  return message;
}

/** Returns the English text of a message, for a refusal, a log entry or a mail. */
export const fileText = <Code extends FileMessageCode>(code: Code, ...params: ParamsOf<Code>): string =>
  fileMessage(code, ...params).text;

/** Returns a message that was kept by its code. */
export const messageOf = ({ code, params = {} }: Wording): FileMessage => ({
  code,
  params,
  text: textOf(code, params),
});

/** Returns what is kept of a message beside its English text. */
export const wordingOf = ({ code, params }: FileMessage): Wording =>
  params === undefined ? { code } : { code, params };

/** Returns the properties by which a problem or a remark holds its message. */
export const worded = (message: FileMessage): { message: string; wording: Wording } => ({
  message: message.text,
  wording: wordingOf(message),
});

/** Returns how serious a message is. A text without a code is from before the catalogue. */
export const severityOf = (code: string | undefined): Severity =>
  code !== undefined && Object.hasOwn(FILE_MESSAGES, code)
    ? FILE_MESSAGES[code as FileMessageCode].severity
    : 'warning';
