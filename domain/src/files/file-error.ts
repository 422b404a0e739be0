import { fileText } from './messages/file-message.ts';
import { Refusal } from '../refusal.ts';

/**
 * Why a file failed as a whole. 'group_wanted': it names no group, or one that does not exist here, and goes on once
 * its group is chosen; a damaged file without a group stays damaged whatever is chosen ('refused'). 'fault': ours.
 */
export const FILE_ERRORS = ['group_wanted', 'refused', 'fault'] as const;
export type FileError = (typeof FILE_ERRORS)[number];

/**
 * A file whose group has to be chosen by a person. `named`: what the file calls its group; empty where it names none.
 */
export class GroupWanted extends Refusal {
  constructor(named: string) {
    const group = named.slice(0, 60);
    super('invalid', group ? fileText('group_not_found_by_name', { group }) : fileText('group_missing'));
  }
}

export const fileErrorOf = (refusal: Refusal | null): FileError =>
  refusal === null ? 'fault' : refusal instanceof GroupWanted ? 'group_wanted' : 'refused';
