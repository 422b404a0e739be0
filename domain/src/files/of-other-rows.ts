import { fileMessage, fileText, worded } from './messages/file-message.ts';
import type { RecordProblem } from './enrollment-record.ts';

/**
 * Refusals that the row itself does not show: another row of the list names the person otherwise, or a title above says
 * of whom the rows below it are. Sent again by itself, such a row would be taken as if nothing had been wrong.
 */
export const OF_OTHER_ROWS: ReadonlySet<string> = new Set([
  'section',
  'plan_title',
  'person_twice',
  'person_twice_ends',
  'ssn_twice',
  'employee_twice',
  'employee_bare',
  'named_as_employee',
  'still_open',
]);

const BEFORE = fileText('rejected_before', { reason: '' }).trim();
const STILL_OPEN = 'The row itself does not show this. Empty this cell once it is resolved.';

/**
 * The reason as it is given back with a row that nobody has mended: a reader refuses the row as long as it stands
 * there.
 */
export const asOpen = (reason: string): string => `${reason.replace(STILL_OPEN, '').trim()} ${STILL_OPEN}`;

/** What a row was refused for before, where that is still open; undefined for another text. */
export function openProblem(text: string): RecordProblem | undefined {
  const at = text.indexOf(STILL_OPEN);
  if (at < 0) return undefined;
  const reason = text.slice(0, at).replaceAll(BEFORE, '').trim();
  return { field: '', code: 'still_open', ...worded(fileMessage('rejected_before', { reason })) };
}
