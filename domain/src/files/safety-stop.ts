/**
 * Why a file is held before it is applied (domain rules 4.1; trust, file safety). `choices` are what a person can do
 * about it.
 */
export const STOP_CODES = [
  'missing_people',
  'mass_termination',
  'waived_without_day',
  'rescission',
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
  /** Another file that it speaks of. */
  readonly file?: string;
};
