import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES } from '@openbenefits/domain/coverage/coverage-line';
import { addDays, formatDate } from '@openbenefits/domain/calendar-date';
import type { SeenRow } from './seen-row.ts';

/** The lines that go on without an end, in words. */
export function openLines(spans: PersonDraft['spans']): string | undefined {
  const lines = COVERAGE_LINES.filter((line) => spans[line]?.some(({ until }) => until === null));
  return lines.length > 0 ? lines.map((line) => COVERAGE_LINE_LABEL[line].toLowerCase()).join(', ') : undefined;
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
}: SeenRow): string | undefined {
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
    : `Employment ${terminationDate === undefined ? 'has ended (INS08 TE)' : `ended on ${formatDate(terminationDate)} (337)`}; ${lines} goes on without an end`;
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
}: SeenRow): string | undefined {
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
  return lines === undefined
    ? undefined
    : `Leaves by what the file says (INS03 024), and it names no end of ${lines}, which goes on`;
}

/** Two last days in one end: that of the coverage (349) counts before the end of eligibility (357). */
export function endsDiffer({
  staged: {
    record: { source, action, coverages, eligibilityUntil },
  },
  applied: { effect },
}: SeenRow): string | undefined {
  if (source !== 'edi834' || action !== 'end' || eligibilityUntil === undefined || effect === 'unchanged')
    return undefined;
  const said = coverages.flatMap(({ line, action: does, until }) =>
    does === 'end' && until !== undefined && until !== eligibilityUntil
      ? [
          `${COVERAGE_LINE_LABEL[line]}: the last day (349), ${formatDate(addDays(until, -1))}, was taken, and not the end of eligibility (357), ${formatDate(addDays(eligibilityUntil, -1))}`,
        ]
      : [],
  );
  return said.length > 0 ? said.join('; ') : undefined;
}

/** An end of which the file names no last day but that of the death. */
export function endsAtDeath({
  staged: {
    record: { dateOfDeath, endsWith },
  },
  applied: { effect },
}: SeenRow): string | undefined {
  return endsWith === 'death' && dateOfDeath !== undefined && effect !== 'unchanged'
    ? `The file names no last day; the date of death (INS12), ${formatDate(dateOfDeath)}, was taken for it`
    : undefined;
}

/** The same of COBRA. */
export function endsWithCobra({
  staged: {
    record: { cobraEndDate, endsWith },
  },
  applied: { effect },
}: SeenRow): string | undefined {
  return endsWith === 'cobra' && cobraEndDate !== undefined && effect !== 'unchanged'
    ? `The file names no last day; the end of COBRA (341), ${formatDate(cobraEndDate)}, was taken for it`
    : undefined;
}

/** Somebody whose COBRA is over by what the file says, and who keeps coverage after it. */
export function cobraIsOver({
  staged: {
    record: { source, action, cobraEndDate },
  },
  applied: {
    person: { spans },
  },
  today,
}: SeenRow): string | undefined {
  if (action === 'end' || cobraEndDate === undefined || cobraEndDate >= today) return undefined;
  const lines = openLines(spans);
  return lines === undefined
    ? undefined
    : `COBRA ended on ${formatDate(cobraEndDate)}${source === 'edi834' ? ' (341)' : ''}; ${lines} goes on without an end`;
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
}: SeenRow): string | undefined {
  if (dateOfDeath === undefined || dateOfDeath > today) return undefined;
  const lines = openLines(spans);
  return lines === undefined
    ? undefined
    : `Died on ${formatDate(dateOfDeath)} by what the file says (INS12); ${lines} goes on without an end`;
}
