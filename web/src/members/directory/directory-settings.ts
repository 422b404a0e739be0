import { msg } from '@lingui/core/macro';
import { listSettings } from '../../ui/list-settings.ts';

/** Name and status always show. */
export const directorySettings = listSettings('members-list', {
  group: msg`Group`,
  number: msg`Employee ID`,
  contact: msg`Email and phone`,
  coverage: msg`Coverage today`,
  added: msg`Added`,
});
export type MemberColumn = keyof typeof directorySettings.columns;
