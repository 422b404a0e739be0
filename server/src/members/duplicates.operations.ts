import { problemsOfRescission, type RescissionGround, rescissionText } from '@openbenefits/domain/coverage/rescission';
import type { Touched } from '@openbenefits/domain/members/member-change';
import type { MergeField } from '@openbenefits/domain/members/merge-members';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { canAgeOut } from '@openbenefits/domain/relationship';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { requireFlag } from '../admin/feature-flags.queries.ts';
import { type ChangeItem, recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import { lockGroup } from '../group-lock.ts';
import { groupOfPair, loadPair, mergeRecords, paidMonthsOf } from './merge-records.ts';
import { writePeople } from './people-store.ts';
import { birthPlace, ssnPlace, type PersonSecrets } from '../protected-fields.ts';

type Input = {
  keep: string;
  merge: string;
  fromOther: readonly MergeField[];
  /** Why coverage of dependents that was paid for may end in the past. */
  rescission?: RescissionGround | undefined;
};

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

function itemOf({ person, effect, summary }: Touched, before: object, after: object): ChangeItem {
  return {
    entity: 'member',
    entityId: person.id,
    action: effect,
    before: { ...person.before, ...before },
    after: { ...person.after, ...after, summary },
  };
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
  const groupId = await groupOfPair(tx, input);
  await lockGroup(tx, groupId);
  const pair = await loadPair(tx, input, groupId);
  const { keep, other } = pair;
  const fields = new Set(input.fromOther);
  const merged = mergeRecords(pair, fields);
  const months = await paidMonthsOf(work, pair, merged);
  refuseIfAny(problemsOfRescission(months, input.rescission, work.today));
  const { moved, dropped, dependents, adopted, followed } = merged;
  const identity = await takeIdentity(work, keep, other, fields);
  const items = mergeItems(keep, other, merged, identity?.item);
  const changeId = await recordChange(work, {
    kind: 'merge',
    summary: `Merged two records of the same ${keep.subscriberId === null ? 'subscriber' : 'dependent'}`,
    groupId,
    ...(input.rescission && months.length > 0 && { reason: rescissionText(input.rescission, months) }),
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
