import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { addDays, formatDate } from '@openbenefits/domain/calendar-date';
import type { RowMessages, SeenRow } from './seen-row.ts';

/** The lines that go on without an end, in words. */
export function openLines(spans: PersonDraft['spans']): readonly string[] | undefined {
  const lines = COVERAGE_LINES.filter((line) => spans[line]?.some(({ until }) => until === null));
  return lines.length > 0 ? lines.map((line) => COVERAGE_LINE_LABEL[line]) : undefined;
}

/**
 * Somebody whose employment has ended by what an 834 says (337, or INS08 without a day), and of whom it ends no
 * coverage: severance pays for some, and others were forgotten.
 */
export function leftAndCovered({
  staged: {
    record: { source, terminationDate, hasLeft, action, isSubscriber },
  },
  applied: {
    person: { spans, values },
  },
  today,
}: SeenRow): RowMessages {
  if (
    source !== 'edi834' ||
    !isSubscriber ||
    action === 'end' ||
    values.benefitStatus === 'C' ||
    values.benefitStatus === 'S'
  )
    return undefined;
  if (
    terminationDate === undefined
      ? !hasLeft
      : terminationDate > today || (values.hireDate && terminationDate < values.hireDate)
  )
    return undefined;
  const lines = openLines(spans);
  return lines === undefined
    ? undefined
    : terminationDate === undefined
      ? fileMessage('row_employment_ended', { lines })
      : fileMessage('row_employment_ended_on', { date: formatDate(terminationDate), lines });
}

/** INS04: death, termination of employment, quit, fired. */
const LEFT_FOR: ReadonlySet<string> = new Set(['03', '08', '16', '17']);

/**
 * Somebody who leaves by what an 834 says (INS03 024, with its reason or the end of the employment) while it names only
 * some of the lines: the others may be another carrier's to end, or forgotten.
 */
export function endsSomeLines({
  staged: {
    record: { source, action, coverages, maintenanceReason = '', terminationDate, hasLeft },
  },
  applied: {
    effect,
    person: { spans },
  },
}: SeenRow): RowMessages {
  if (
    source !== 'edi834' ||
    action !== 'end' ||
    coverages.length === 0 ||
    effect === 'unchanged' ||
    !(LEFT_FOR.has(maintenanceReason) || terminationDate !== undefined || hasLeft)
  )
    return undefined;
  const named = new Set(coverages.map(({ line }) => line));
  const lines = openLines(
    Object.fromEntries(COVERAGE_LINES.flatMap((line) => (named.has(line) ? [] : [[line, spans[line]]]))),
  );
  return lines === undefined ? undefined : fileMessage('row_lines_not_ended', { lines });
}

/** Two last days in one end: that of the coverage (349) counts before the end of eligibility (357). */
export function endsDiffer({
  staged: {
    record: { source, action, coverages, eligibilityUntil },
  },
  applied: { effect },
}: SeenRow): RowMessages {
  if (source !== 'edi834' || action !== 'end' || eligibilityUntil === undefined || effect === 'unchanged')
    return undefined;
  const said = coverages.flatMap(({ line, action: does, until }) =>
    does === 'end' && until !== undefined && until !== eligibilityUntil
      ? [
          fileMessage('row_end_dates_differ', {
            line: COVERAGE_LINE_LABEL[line],
            used: formatDate(addDays(until, -1)),
            other: formatDate(addDays(eligibilityUntil, -1)),
          }),
        ]
      : [],
  );
  return said;
}

/** An end of which the file names no last day but that of the death. */
export function endsAtDeath({
  staged: {
    record: { dateOfDeath, endsWith },
  },
  applied: { effect },
}: SeenRow): RowMessages {
  return endsWith === 'death' && dateOfDeath !== undefined && effect !== 'unchanged'
    ? fileMessage('row_end_at_death', { date: formatDate(dateOfDeath) })
    : undefined;
}

/** The same of COBRA. */
export function endsWithCobra({
  staged: {
    record: { cobraEndDate, endsWith },
  },
  applied: { effect },
}: SeenRow): RowMessages {
  return endsWith === 'cobra' && cobraEndDate !== undefined && effect !== 'unchanged'
    ? fileMessage('row_end_with_cobra', { date: formatDate(cobraEndDate) })
    : undefined;
}

/** Somebody whose COBRA is over by what the file says, and who keeps coverage after it. */
export function cobraIsOver({
  staged: {
    record: { action, cobraEndDate },
  },
  applied: {
    person: { spans },
  },
  today,
}: SeenRow): RowMessages {
  if (action === 'end' || cobraEndDate === undefined || cobraEndDate >= today) return undefined;
  const lines = openLines(spans);
  return lines === undefined ? undefined : fileMessage('row_cobra_over', { date: formatDate(cobraEndDate), lines });
}

/** Somebody who has died by what an 834 says, and keeps coverage after it. */
export function diedAndCovered({
  staged: {
    record: { dateOfDeath },
  },
  applied: {
    person: { spans },
  },
  today,
}: SeenRow): RowMessages {
  if (dateOfDeath === undefined || dateOfDeath > today) return undefined;
  const lines = openLines(spans);
  return lines === undefined
    ? undefined
    : fileMessage('row_death_coverage_open', { date: formatDate(dateOfDeath), lines });
}
