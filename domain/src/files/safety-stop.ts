import { type FileMessage, type Wording, wordingOf } from './messages/file-message.ts';
/**
 * Why a file is held before it is applied (domain rules 4.1; trust, file safety). `choices` are what a person can do
 * about it.
 */
export const STOP_CODES = [
  'missing_people',
  'mass_termination',
  'waived_without_day',
  'rescission',
  'paid_coverage',
  'uncovered_members',
  'other_identity',
  'fewer_records',
  'identity_conflict',
  'other_receiver',
  'other_group',
  'group_held',
  'already_processed',
  'sets_processed',
  'same_interchange',
  'same_reference',
  'test_file',
  'older_file',
  'mode_unclear',
  'date_order',
  'other_sheets',
  'second_approval',
  'approval_wanted',
] as const;

export type StopCode = (typeof STOP_CODES)[number];

export type SafetyStop = {
  readonly code: StopCode;
  readonly title: string;
  readonly text: string;
  readonly people: number;
  /** The messages of the catalogue that `title` and `text` are made of. */
  readonly wording?: { readonly title: Wording; readonly text: readonly Wording[] };
  /** Another file that it speaks of. */
  readonly file?: string;
};

/** Returns a hold with its messages. */
export function holdOf(
  code: StopCode,
  title: FileMessage,
  texts: readonly FileMessage[],
  { people = 0, file }: { people?: number; file?: string } = {},
): SafetyStop {
  const wording = { title: wordingOf(title), text: texts.map(wordingOf) };
  const text = texts.map((one) => one.text).join(' ');
  return { code, title: title.text, text, people, wording, ...(file !== undefined && { file }) };
}
