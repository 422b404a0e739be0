import { expect, it } from 'vitest';
import { calendarDateFrom as day } from '../../calendar-date.ts';
import { oldDraftReason } from './old-draft.ts';

it('a file asks once something in it is older than five banking days', () => {
  // November 20, 2026 is a Friday; Thanksgiving is no banking day.
  expect(oldDraftReason(day('2026-11-20'), day('2026-11-30'))).toBeNull();
  expect(oldDraftReason(day('2026-11-20'), day('2026-12-01'))).toBe(
    'The file has entries from 11/20/2026, more than 5 banking days ago.',
  );
});
