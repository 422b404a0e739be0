import { describe, expect, test } from 'vitest';
import { calendarDateFrom } from '../calendar-date.ts';
import { GROUP_STATUSES, type GroupStatus } from './group-status.ts';
import { problemsOfStatusChange, statusAction, statusesAfter, statusRefusal } from './status-changes.ts';

const today = calendarDateFrom('2026-11-20');
const group = { effectiveDate: calendarDateFrom('2026-01-01'), retroTermDays: 60 };

describe('the state table', () => {
  test.each<[GroupStatus, readonly GroupStatus[]]>([
    ['pending', ['under_review', 'active', 'inactive']],
    ['under_review', ['active', 'pending', 'inactive']],
    ['active', ['suspended', 'terminated']],
    ['suspended', ['active', 'terminated']],
    ['terminated', ['active']],
    ['inactive', ['pending']],
  ])('from %s', (from, to) => expect(statusesAfter(from)).toEqual(to));

  test('page and server share the reason: there is one exactly where no action leads', () => {
    for (const from of GROUP_STATUSES) {
      for (const to of GROUP_STATUSES)
        expect(statusRefusal(from, to) === undefined, `${from} to ${to}`).toBe(statusAction(from, to) !== undefined);
    }
    expect(statusRefusal('terminated', 'suspended')).toBe(
      'A group that is Terminated cannot become Suspended. It can become Active.',
    );
    expect(statusRefusal('active', 'active')).toBe('The group is already Active.');
  });
});

describe('date and reasons', () => {
  const of = (change: Partial<Parameters<typeof problemsOfStatusChange>[0]>) =>
    problemsOfStatusChange(
      { to: 'terminated', effectiveDate: '2026-11-30', reason: 'Moved to another carrier', ...change },
      group,
      today,
    ).map(({ path }) => path);
  test.each<[Partial<Parameters<typeof problemsOfStatusChange>[0]>, string[]]>([
    [{}, []],
    [{ effectiveDate: '' }, ['effectiveDate']],
    [{ effectiveDate: '2026-02-30' }, ['effectiveDate']],
    [{ effectiveDate: '2028-01-01' }, ['effectiveDate']],
    [{ effectiveDate: '2025-06-30' }, ['effectiveDate', 'overrideReason']],
    [{ reason: ' ' }, ['reason']],
    [{ reason: 'x'.repeat(501) }, ['reason']],
    [{ effectiveDate: '2026-09-21' }, []],
    [{ effectiveDate: '2026-09-20' }, ['overrideReason']],
    [{ effectiveDate: '2026-09-20', overrideReason: 'The employer told us in August' }, []],
    [{ to: 'suspended', effectiveDate: '2026-02-01' }, []],
    [{ to: 'suspended', effectiveDate: '2025-06-30' }, ['effectiveDate']],
    // A group is reviewed and approved before it takes effect.
    [{ to: 'active', effectiveDate: '2025-06-30' }, []],
    [{ to: 'under_review', effectiveDate: '2025-06-30' }, []],
    [{ to: 'inactive', effectiveDate: '2025-06-30' }, []],
  ])('%j', (change, paths) => expect(of(change)).toEqual(paths));
});
