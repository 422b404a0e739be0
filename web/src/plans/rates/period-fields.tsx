import {
  addMonths,
  type CalendarDate,
  firstOfMonth,
  lastOfMonth,
  parseCalendarDate,
  addDays,
} from '@openbenefits/domain/calendar-date';
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
  const problems: Problem[] = [];
  if (!first) problems.push({ path: 'from', message: 'Enter a valid date as MM/DD/YYYY.' });
  else if (first !== firstOfMonth(first))
    problems.push({ path: 'from', message: 'A version begins on the first day of a month.' });
  if (end === undefined) problems.push({ path: 'lastDay', message: 'Enter a valid date as MM/DD/YYYY.' });
  else if (end && end !== lastOfMonth(end))
    problems.push({ path: 'lastDay', message: 'A version ends on the last day of a month.' });
  else if (end && first && end < first) problems.push({ path: 'lastDay', message: 'A version ends after it begins.' });
  return problems;
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
