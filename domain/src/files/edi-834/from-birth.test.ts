import { expect, it } from 'vitest';
import { calendarDateFrom } from '../../calendar-date.ts';
import type { EnrollmentRecord } from '../enrollment-record.ts';
import { coverFromBirth } from './from-birth.ts';

/** The first day of a child, or of a subscriber, who was born on 10 November, covered from a day on. */
function firstDay(from: string, isSubscriber = false, until?: string): string | undefined {
  const record: EnrollmentRecord = {
    recordNo: 1,
    source: 'edi834',
    line: 1,
    isSubscriber,
    relationship: isSubscriber ? 'self' : 'child',
    action: 'add',
    dateOfBirth: calendarDateFrom('2026-11-10'),
    problems: [],
    warnings: [],
    raw: '',
    coverages: [
      {
        line: 'medical',
        action: 'add',
        planKey: 'P',
        from: calendarDateFrom(from),
        ...(until && { until: calendarDateFrom(until) }),
      },
    ],
  };
  coverFromBirth(record);
  return `${record.coverages[0]?.from} ${record.warnings.length}`;
}

it.each([
  [firstDay('2026-11-01'), '2026-11-10 1'],
  [firstDay('2026-11-10'), '2026-11-10 0'],
  [firstDay('2026-12-01'), '2026-12-01 0'],
  [firstDay('2026-10-01'), '2026-10-01 0'],
  [firstDay('2026-11-01', true), '2026-11-01 0'],
  [firstDay('2026-11-01', false, '2026-11-05'), '2026-11-01 0'],
])('a newborn is covered from %s, as %s', (is, expected) => expect(is).toBe(expected));
