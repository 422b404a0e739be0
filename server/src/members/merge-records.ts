import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { followSubscriber } from '@openbenefits/domain/members/family-coverage';
import type { Touched } from '@openbenefits/domain/members/member-change';
import { MERGE_FIELDS, mergeCoverage, type MergeField } from '@openbenefits/domain/members/merge-members';
import { type PersonDraft, setValue } from '@openbenefits/domain/members/person-draft';
import { PAIR_WORDS, pairKind } from '@openbenefits/domain/members/same-person';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { loadFamilies } from './families.ts';
import { monthsTogether, paidMonthsLost } from './rescission.ts';

type Pair = { keep: string; merge: string };
type LoadedPair = Awaited<ReturnType<typeof loadPair>>;

/** Moves the dependents of the removed record to the kept one and limits their coverage to its coverage. */
function adopt(keep: PersonDraft, was: PersonDraft['spans'], dependents: readonly PersonDraft[]): Touched[] {
  return dependents.map((dependent) => {
    dependent.subscriberId = keep.id;
    dependent.spans = Object.fromEntries(
      Object.entries(dependent.spans).map(([line, spans]) => [
        line,
        spans.map(({ planId, from, until }) => ({ planId, from, until })),
      ]),
    );
    const followed = followSubscriber(keep, dependent, was);
    return {
      person: dependent,
      effect: 'changed',
      summary: followed ? `Moved with the merged record. ${followed.summary}` : 'Moved with the merged record',
    };
  });
}

/** Returns the group of two mergeable records. */
export async function groupOfPair(tx: Tx, input: Pair): Promise<string> {
  if (input.keep === input.merge) throw new Refusal('invalid', 'Choose two records.');
  const places = await tx
    .selectFrom('members')
    .select(['id', 'groupId', 'subscriberId'])
    .where('id', 'in', [input.keep, input.merge])
    .execute();
  const [first, second] = places;
  if (!first || !second)
    throw new Refusal('not_found', 'One of the two records no longer exists, or you may not see it.');
  const kind = pairKind(first, second);
  if (kind !== 'mergeable') throw new Refusal('state', PAIR_WORDS[kind]);
  return first.groupId;
}

/** Loads the families of two records of a group. */
export async function loadPair(tx: Tx, input: Pair, groupId: string) {
  const families = await loadFamilies(tx, [input.keep, input.merge], groupId);
  const find = (id: string): PersonDraft | undefined =>
    [families.byMember.get(id)?.subscriber, ...(families.byMember.get(id)?.dependents ?? [])].find(
      (person) => person?.id === id,
    );
  const [keep, other] = [find(input.keep), find(input.merge)];
  if (!keep || !other) throw new Refusal('not_found', 'One of the two records was merged or removed in the meantime.');
  const dependentsOf = ({ id, subscriberId }: PersonDraft): readonly PersonDraft[] =>
    subscriberId === null ? (families.byMember.get(id)?.dependents ?? []) : [];
  return { keep, other, dependentsOf, stored: families.stored };
}

/** Takes over chosen fields, coverage and dependents in memory. Nothing is written. */
export function mergeRecords({ keep, other, dependentsOf }: LoadedPair, fields: ReadonlySet<MergeField>) {
  for (const field of fields)
    for (const column of MERGE_FIELDS[field]) setValue(keep, column, other.values[column] ?? null);
  if (fields.has('status')) setValue(keep, 'status', other.status);
  const [was, wasOther] = [keep.spans, other.spans];
  const { spans, moved, dropped } = mergeCoverage(was, wasOther);
  keep.spans = spans;
  other.spans = Object.fromEntries(Object.keys(other.spans).map((line) => [line, []]));
  const dependents = dependentsOf(other);
  const own = dependentsOf(keep);
  const adopted = adopt(keep, wasOther, dependents);
  const followed = own.flatMap((person): Touched[] => {
    const result = followSubscriber(keep, person, was);
    return result && result.effect !== 'unchanged' ? [{ person, effect: result.effect, summary: result.summary }] : [];
  });
  return { moved, dropped, dependents, adopted, followed };
}

/**
 * Returns the past months that a merge takes the coverage of although posted bills have a share of the employee for them
 * (45 CFR 147.128). The coverage of the removed record continues as that of the kept one; dependents can lose what is
 * outside the subscriber's.
 */
export async function paidMonthsOf(
  { tx, today }: Pick<Work, 'tx' | 'today'>,
  { keep, other, stored }: LoadedPair,
  { adopted, followed }: ReturnType<typeof mergeRecords>,
): Promise<CalendarDate[]> {
  const dependents = [...adopted, ...followed].map(({ person }) => person);
  return monthsTogether(
    await paidMonthsLost(tx, stored, [keep, { ...other, spans: keep.spans }, ...dependents], today),
  );
}

/** Returns the paid months that would be lost if one record were merged into another. Nothing is written. */
export async function paidMonthsOfMerge(work: Pick<Work, 'tx' | 'today'>, input: Pair): Promise<CalendarDate[]> {
  const pair = await loadPair(work.tx, input, await groupOfPair(work.tx, input));
  return paidMonthsOf(work, pair, mergeRecords(pair, new Set()));
}
