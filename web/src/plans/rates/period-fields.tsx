import { addMonths, type CalendarDate, parseCalendarDate, addDays } from '@openbenefits/domain/calendar-date';
import { PLAN_DATE_RANGE, planDate } from '@openbenefits/domain/plans/plan-dates';
import { problemsOfRatePeriod } from '@openbenefits/domain/plans/rate-periods';
import type { Problem } from '@openbenefits/domain/refusal';
import { useLingui } from '@lingui/react/macro';
import { FieldGrid } from '../../ui/Fields.tsx';
import type { FieldBinding } from '../../ui/form/field.ts';
import { DateField } from '../../ui/form/TextField.tsx';
import { lastDay } from './version-words.ts';

/** The first and the last day of a version as they are entered; an empty last day is open. */
export type EnteredPeriod = { from: string; lastDay: string };

export const enteredPeriod = ({ from, until }: { from: CalendarDate; until: CalendarDate | null }): EnteredPeriod => ({
  from,
  lastDay: until === null ? '' : lastDay(until),
});

/** The next January 1, which most plan years begin on. */
export const nextJanuary = (today: CalendarDate): CalendarDate =>
  addMonths(`${today.slice(0, 4)}-01-01` as CalendarDate, 12);

export function problemsOfPeriod({ from, lastDay: last }: EnteredPeriod): Problem[] {
  const first = parseCalendarDate(from);
  const end = last === '' ? null : parseCalendarDate(last);
  if (!first) return [{ path: 'from', message: 'Enter a valid date as MM/DD/YYYY.' }];
  if (end === undefined) return [{ path: 'lastDay', message: 'Enter a valid date as MM/DD/YYYY.' }];
  if (end !== null && !planDate(end)) return [{ path: 'lastDay', message: PLAN_DATE_RANGE }];
  return problemsOfRatePeriod({ from: first, until: end && addDays(end, 1) }).map(({ path, message }) => ({
    path: path === 'until' ? 'lastDay' : path,
    message,
  }));
}

/** The period of valid entries. */
export function periodOf({ from, lastDay: last }: EnteredPeriod): { from: CalendarDate; until: CalendarDate | null } {
  const end = parseCalendarDate(last);
  return { from: from as CalendarDate, until: end ? addDays(end, 1) : null };
}

export function PeriodFields({ from, last }: { from: FieldBinding<string>; last: FieldBinding<string> }) {
  const { t } = useLingui();
  return (
    <FieldGrid>
      <DateField field={from} label={t`Valid from`} required description={t`The first day of a month.`} />
      <DateField field={last} label={t`Valid until`} description={t`The last day of a month. Empty is open.`} />
    </FieldGrid>
  );
}
