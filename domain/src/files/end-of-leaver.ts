import { fileText } from './messages/file-message.ts';
import type { CalendarDate } from '../calendar-date.ts';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES } from '../coverage-line.ts';
import { stronger } from '../members/member-change.ts';
import { type PersonDraft, spansOf } from '../members/person-draft.ts';
import type { RetroTerms } from './coverage/retro-ends.ts';
import { endAllLines } from './coverage/whole-person.ts';
import type { ResolvedRecord } from './resolved-record.ts';
import { isSetting } from './enrollment-record.ts';

type Ended = ReturnType<typeof endAllLines>;

/**
 * What becomes of everything else that somebody has who leaves: other plans of the lines that the row names, and the
 * lines that it does not name.
 */
export function endOfLeaver(record: ResolvedRecord, person: PersonDraft, retro: RetroTerms | undefined): Ended {
  const named = endOtherPlans(record, person, retro);
  if ('refused' in named) return named;
  const others = endOtherLines(record, person, retro);
  return 'refused' in others
    ? others
    : { effect: stronger(named.effect, others.effect), descriptions: [...named.descriptions, ...others.descriptions] };
}

/**
 * The row of who leaves names a plan and its last day: the plan before it, which it has cut in two, does not come back
 * behind that day, and one that was arranged to follow does not begin.
 */
function endOtherPlans(
  { othersUntil, othersOf, coverages }: ResolvedRecord,
  person: PersonDraft,
  retro: RetroTerms | undefined,
): Ended {
  const ended: { effect: 'unchanged' | 'ended'; descriptions: string[] } = { effect: 'unchanged', descriptions: [] };
  if (othersUntil === undefined || othersOf !== undefined) return ended;
  for (const line of new Set(coverages.map((one) => one.line))) {
    const own = coverages.filter((one) => one.line === line && isSetting(one.action));
    const last = own.reduce<CalendarDate | undefined>(
      (latest, { until }) => (until !== undefined && (latest === undefined || until > latest) ? until : latest),
      undefined,
    );
    if (
      last === undefined ||
      own.some(({ until }) => until === undefined) ||
      !spansOf(person, line).some(
        ({ planId, until }) => (until === null || until > last) && !own.some((one) => one.planId === planId),
      )
    )
      continue;
    const result = endAllLines(person, last, retro, new Set(COVERAGE_LINES.filter((other) => other !== line)));
    if ('refused' in result) return result;
    if (result.effect !== 'unchanged') ended.effect = 'ended';
    ended.descriptions.push(...result.descriptions);
  }
  return ended;
}

/** Lines that the row of somebody who leaves does not name: they end with the employment, or what goes on is descriptions. */
function endOtherLines(
  { othersUntil, othersOf, coverages }: ResolvedRecord,
  person: PersonDraft,
  retro: RetroTerms | undefined,
): Ended {
  const named = new Set(coverages.map(({ line }) => line));
  if (othersUntil && othersOf) for (const line of COVERAGE_LINES) if (!othersOf.includes(line)) named.add(line);
  if (othersUntil) {
    const ended = endAllLines(person, othersUntil, retro, named);
    return 'refused' in ended
      ? ended
      : {
          ...ended,
          descriptions: othersOf
            ? ended.descriptions
            : ended.descriptions.map((words) => `${words} with the employment`),
        };
  }
  const open =
    othersUntil === null
      ? COVERAGE_LINES.filter((line) => !named.has(line) && spansOf(person, line).some(({ until }) => until === null))
      : [];
  return {
    effect: 'unchanged',
    descriptions:
      open.length > 0 ? [fileText('row_lines_open', { lines: open.map((line) => COVERAGE_LINE_LABEL[line]) })] : [],
  };
}
