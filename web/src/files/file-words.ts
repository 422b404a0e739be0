import type { ShownMessage } from '@openbenefits/contract/file-message';
import { FILE_MESSAGES, type FileMessageCode } from '@openbenefits/domain/files/messages/catalogue';
import { i18n } from '../i18n.ts';
import { words } from '../words.ts';

const isKnown = (code: string): code is FileMessageCode => Object.hasOwn(FILE_MESSAGES, code);
type Param = ShownMessage['params'][string];
const inWords = (param: Param): string | number =>
  typeof param === 'string' ? words(param) : typeof param === 'number' ? param : param.map(words).join(', ');

/**
 * A message about a file through Lingui: its English template is the id. Without a translation it is shown as the
 * server has written it.
 */
export function fileWords({ code, params, text }: ShownMessage): string {
  if (code === null || !isKnown(code)) return words(text);
  const template = FILE_MESSAGES[code].text;
  if (i18n.messages[template] === undefined) return text;
  return i18n._(template, Object.fromEntries(Object.entries(params).map(([name, param]) => [name, inWords(param)])));
}

export const allFileWords = (messages: readonly ShownMessage[]): string => messages.map(fileWords).join(' ');

/** What a record does, with its remarks in the reader's language. */
export const rowWords = (what: string, remarks: readonly ShownMessage[]): string =>
  remarks.reduce((text, remark) => text.replace(remark.text, () => fileWords(remark)), what);
