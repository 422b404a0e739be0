import { followSubscriber } from '@openbenefits/domain/members/family-coverage';
import type { Touched } from '@openbenefits/domain/members/member-change';
import { MERGE_FIELDS, mergeCoverage, type MergeField } from '@openbenefits/domain/members/merge-members';
import { type PersonDraft, setValue } from '@openbenefits/domain/members/person-draft';
import { canAgeOut } from '@openbenefits/domain/relationship';
import { PAIR_WORDS, pairKind } from '@openbenefits/domain/members/same-person';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { requireFlag } from '../admin/feature-flags.queries.ts';
import { type ChangeItem, recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import { loadFamilies } from './families.ts';
import { lockGroup } from '../group-lock.ts';
import { writePeople } from './people-store.ts';
import { birthPlace, ssnPlace, type PersonSecrets } from '../protected-fields.ts';

type Input = { keep: string; merge: string; fromOther: readonly MergeField[] };

/** Marks two records as different people. */
export async function dismissPair(
  { tx, actor, now, note }: Work,
  input: { a: string; b: string },
): Promise<{ dismissed: true }> {
  const [memberA = '', memberB = ''] = [input.a, input.b].toSorted();
  const seen = await tx.selectFrom('members').select('id').where('id', 'in', [memberA, memberB]).execute();
  if (memberA === memberB || seen.length < 2)
    throw new Refusal('not_found', 'One of the two records no longer exists, or you may not see it.');
  await tx
    .insertInto('duplicateDismissals')
    .values({ memberA, memberB, dismissedByName: actor.name, dismissedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  note({ targetKind: 'member', targetId: memberA, itemCount: 2 });
  return { dismissed: true };
}

type Sealed = {
  id: string;
  ssnEncrypted: string | null;
  ssnIndex: Buffer | null;
  ssnLast4Index: Buffer | null;
  birthEncrypted: string | null;
  birthIndex: Buffer | null;
  birthMonthIndex: Buffer | null;
};

const hex = (digest: Buffer | null): string | null => digest?.toString('hex') ?? null;

/**
 * Encrypts again, for the new row, the protected values that the record takes from the other, with its previous values
 * for history and undo.
 */
async function takeIdentity(
  { tx, services: { vault }, actor: { tenantId } }: Work,
  keep: PersonDraft,
  other: PersonDraft,
  fields: ReadonlySet<MergeField>,
): Promise<{ secrets: PersonSecrets; item: ChangeItem } | undefined> {
  if (!fields.has('ssn') && !fields.has('birth')) return undefined;
  const { rows } =
    await sql<Sealed>`select id, ssn_encrypted, ssn_index, ssn_last4_index, date_of_birth_encrypted as birth_encrypted, date_of_birth_index as birth_index, birth_month_index
    from members where id in (${keep.id}, ${other.id})`.execute(tx);
  const [mine, theirs] = [keep.id, other.id].map((id) => rows.find((row) => row.id === id));
  if (!mine || !theirs)
    throw new Refusal('not_found', 'One of the two records no longer exists, or you may not see it.');
  const ssn =
    fields.has('ssn') && theirs.ssnEncrypted
      ? vault.seal(vault.open(theirs.ssnEncrypted, ssnPlace(tenantId, other.id)), ssnPlace(tenantId, keep.id))
      : null;
  const birth =
    fields.has('birth') && theirs.birthEncrypted
      ? vault.seal(vault.open(theirs.birthEncrypted, birthPlace(tenantId, other.id)), birthPlace(tenantId, keep.id))
      : null;
  const month = birth && canAgeOut(keep.relationship) ? hex(theirs.birthMonthIndex) : null;
  const after = {
    ...(ssn && { ssnEncrypted: ssn, ssnIndex: hex(theirs.ssnIndex), ssnLast4Index: hex(theirs.ssnLast4Index) }),
    ...(birth && { birthEncrypted: birth, birthIndex: hex(theirs.birthIndex), birthMonthIndex: month }),
  };
  if (Object.keys(after).length === 0) return undefined;
  const had = {
    ssnEncrypted: mine.ssnEncrypted,
    ssnIndex: hex(mine.ssnIndex),
    ssnLast4Index: hex(mine.ssnLast4Index),
    birthEncrypted: mine.birthEncrypted,
    birthIndex: hex(mine.birthIndex),
    birthMonthIndex: hex(mine.birthMonthIndex),
  };
  const before = Object.fromEntries(Object.entries(had).filter(([key]) => key in after));
  return {
    secrets: {
      ssnEncrypted: ssn,
      ssnIndex: ssn && hex(theirs.ssnIndex),
      ssnLast4Index: ssn && hex(theirs.ssnLast4Index),
      birthEncrypted: birth,
      birthIndex: birth && hex(theirs.birthIndex),
      birthMonthIndex: month,
    },
    item: {
      entity: 'member',
      entityId: keep.id,
      action: 'changed',
      before,
      after: { ...after, summary: 'Identity from the merged record' },
    },
  };
}

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

function itemOf({ person, effect, summary }: Touched, before: object, after: object): ChangeItem {
  return {
    entity: 'member',
    entityId: person.id,
    action: effect,
    before: { ...person.before, ...before },
    after: { ...person.after, ...after, summary },
  };
}

/** Locks the group of two mergeable records and loads their families. */
async function loadPair({ tx }: Work, input: Input) {
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
  const { groupId } = first;
  await lockGroup(tx, groupId);
  const families = await loadFamilies(tx, [input.keep, input.merge], groupId);
  const find = (id: string): PersonDraft | undefined =>
    [families.byMember.get(id)?.subscriber, ...(families.byMember.get(id)?.dependents ?? [])].find(
      (person) => person?.id === id,
    );
  const [keep, other] = [find(input.keep), find(input.merge)];
  if (!keep || !other) throw new Refusal('not_found', 'One of the two records was merged or removed in the meantime.');
  const dependentsOf = ({ id, subscriberId }: PersonDraft): readonly PersonDraft[] =>
    subscriberId === null ? (families.byMember.get(id)?.dependents ?? []) : [];
  return { groupId, keep, other, dependentsOf, stored: families.stored };
}

/** Takes over chosen fields, coverage and dependents in memory. Nothing is written. */
function mergeRecords({ keep, other, dependentsOf }: Awaited<ReturnType<typeof loadPair>>, fields: Set<MergeField>) {
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

function mergeItems(
  keep: PersonDraft,
  other: PersonDraft,
  { moved, adopted, followed }: ReturnType<typeof mergeRecords>,
  identity: ChangeItem | undefined,
): ChangeItem[] {
  const coverage = moved.length === 0 ? 'no coverage' : 'coverage';
  const summary = `Kept; ${coverage} moved from ${other.memberNumber ?? 'the other record'}`;
  return [
    itemOf({ person: keep, effect: 'changed', summary }, {}, {}),
    ...(identity ? [identity] : []),
    {
      entity: 'member',
      entityId: other.id,
      action: 'merged',
      after: { summary: `Merged into ${keep.memberNumber ?? 'the other record'}` },
    },
    ...adopted.map((touched) => itemOf(touched, { subscriberId: other.id }, { subscriberId: keep.id })),
    ...followed.map((touched) => itemOf(touched, {}, {})),
  ];
}

/**
 * Merges one record into another in the same role. Coverage moves if the kept record has none, dependents move, and
 * chosen fields are taken over. The other record keeps its history but is hidden. One change, which can be undone as a
 * whole.
 */
export async function mergeMembers(work: Work, input: Input) {
  const { tx, now, note } = work;
  await requireFlag(tx, 'duplicate_merging');
  const pair = await loadPair(work, input);
  const { groupId, keep, other } = pair;
  const fields = new Set(input.fromOther);
  const merged = mergeRecords(pair, fields);
  const { moved, dropped, dependents, adopted, followed } = merged;
  const identity = await takeIdentity(work, keep, other, fields);
  const items = mergeItems(keep, other, merged, identity?.item);
  const changeId = await recordChange(work, {
    kind: 'merge',
    summary: `Merged two records of the same ${keep.subscriberId === null ? 'subscriber' : 'dependent'}`,
    groupId,
    items,
  });
  const ids = dependents.map(({ id }) => id);
  if (ids.length > 0)
    await sql`update members set subscriber_id = ${keep.id}, version = version + 1, updated_at = ${now} where id = any (${ids}::uuid[])`.execute(
      tx,
    );
  // Removed before its SSN moves, because only one subscriber of a group can have an SSN.
  await sql`select remove_members(array[${other.id}::uuid], ${changeId}, ${keep.id})`.execute(tx);
  const people = [other, keep, ...adopted.map(({ person }) => person), ...followed.map(({ person }) => person)];
  await Promise.all(
    writePeople(tx, people, new Map(identity ? [[keep.id, identity.secrets]] : []), pair.stored, changeId, now, []),
  );
  note({
    targetKind: 'member',
    targetId: keep.id,
    itemCount: items.length,
    fields: ['coverage', 'dependents', ...fields],
  });
  return { changeId, groupId, memberId: keep.id, moved: moved.length, dropped: dropped.length, dependents: ids.length };
}
