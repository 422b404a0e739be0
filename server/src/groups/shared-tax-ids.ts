import { sharedTaxIdRefusal } from '@openbenefits/domain/groups/tax-id';
import type { GroupStatus } from '@openbenefits/domain/groups/group-status';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { taxIdDigests } from '../tax-ids.ts';

type Named = { id: string | null; name: string | null; cim: string | null; status: GroupStatus | null };
const HIDDEN: Named = { id: null, name: null, cim: null, status: null };

/**
 * Finds the groups with a tax ID, except `exceptId`; none for incomplete text. A group that the person may not see is
 * one without a name: a limited person learns that the number is taken, not by whom.
 */
export async function groupsWithTaxId(
  { tx, services, actor }: Pick<Work, 'tx' | 'services' | 'actor'>,
  { taxId, exceptId }: { taxId: string; exceptId?: string | undefined },
): Promise<Named[]> {
  const [digest] = taxIdDigests(services.vault, actor.tenantId, [taxId]);
  if (!digest) return [];
  let query = tx
    .selectFrom('groups')
    .select(['id', 'companyName as name', 'cimNumber as cim', 'status'])
    .where('taxIdIndex', '=', digest)
    .orderBy('companyName')
    .limit(20);
  if (exceptId) query = query.where('id', '<>', exceptId);
  const seen = (await query.execute()).map((row) => ({ ...row, status: row.status as GroupStatus }));
  if (!actor.assignedGroupsOnly) return seen;
  const { rows } = await sql<{ hidden: number }>`
    select hidden_groups_with_tax_id(${digest}, ${exceptId ?? null}::uuid, ${seen.map(({ id }) => id)}::uuid[]) as hidden`.execute(
    tx,
  );
  return [...seen, ...Array.from({ length: Math.min(rows[0]?.hidden ?? 0, 20) }, () => HIDDEN)];
}

/**
 * Rejects, at the field `path`, a tax ID that another group has, unless there is a reason. Returns the text for the
 * history; undefined if no other group has it.
 */
export async function requireReasonToShare(
  work: Work,
  taxId: string,
  path: string,
  reason: string | undefined,
  exceptId?: string,
): Promise<string | undefined> {
  // Two groups saved at the same moment do not miss each other.
  const [digest] = taxIdDigests(work.services.vault, work.actor.tenantId, [taxId]);
  if (!digest) return undefined;
  await sql`select pg_advisory_xact_lock(hashtextextended(${digest.toString('hex')}, 1))`.execute(work.tx);
  const others = await groupsWithTaxId(work, { taxId, exceptId });
  const refusal = sharedTaxIdRefusal(others, reason);
  if (refusal) throw new Refusal('invalid', refusal, [{ path, message: refusal }]);
  if (others.length === 0) return undefined;
  const names = others.map(({ name }) => name ?? 'a group outside the assigned ones');
  return `Tax ID shared with ${names.join(', ')}: ${reason}`;
}
