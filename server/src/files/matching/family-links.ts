import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import type { Vault } from '../../vault.ts';
import type { Lease } from '../queue/file-lease.ts';
import { familyIndex, type FamilyTiers } from '../staging/staged-record.ts';

/** The subscriber that a family key of the file means: the person, or the line of a record that was refused. */
export type FamilyLink = {
  memberId: string | null;
  line: number;
  tiers: FamilyTiers | null;
  /** The record ends its subscriber, so that another may go on under the number. */
  leaves?: boolean;
};

/** Families remembered in memory; those of a longer file are looked up in the database. */
const REMEMBERED = 10_000;

/** The families of one job: written with the effect of each subscriber's record, asked by the dependents. */
export class FamilyLinks {
  /** By group and then by digest; the outer map is small. */
  readonly #known = new Map<string, Map<string, FamilyLink>>();
  #remembered = 0;
  #fresh = new Map<FamilyLink, { groupId: string; digest: string }>();
  readonly #lease: Lease;
  /** Subscribers who came under a number that another has as well: who is told apart by place alone. */
  alike = 0;

  constructor(lease: Lease) {
    this.#lease = lease;
  }

  get(groupId: string, digest: string | null): FamilyLink | undefined {
    return digest === null ? undefined : this.#known.get(groupId)?.get(digest);
  }

  #remember(groupId: string, digest: string, link: FamilyLink): void {
    let known = this.#known.get(groupId);
    if (!known) this.#known.set(groupId, (known = new Map()));
    if (!known.has(digest)) this.#remembered += 1;
    known.set(digest, link);
  }

  /**
   * Where a file calls several families alike, dependents belong to the subscriber they follow: the last that was
   * applied stands for the family, and a refused one only while there is no other.
   */
  note(groupId: string, digest: string, link: FamilyLink): void {
    const known = this.get(groupId, digest);
    if (known && link.memberId === null) return;
    if (known?.memberId && known.memberId !== link.memberId && !known.leaves && !link.leaves) this.alike += 1;
    // A row for each plan: what the rows before have named of the same subscriber holds, too.
    if (known?.tiers && known.memberId === link.memberId) link.tiers = { ...known.tiers, ...link.tiers };
    if (known) this.#fresh.delete(known);
    this.#remember(groupId, digest, link);
    this.#fresh.set(link, { groupId, digest });
  }

  /**
   * Where a record corrects the subscriber's SSN and still calls the family by the old one, its dependents may come
   * under either.
   */
  noteCorrected({ groupId, ssnKey, after }: PersonDraft, digest: string, link: FamilyLink): void {
    if (ssnKey !== null && ssnKey !== digest && 'ssnEncrypted' in after) this.note(groupId, ssnKey, { ...link });
  }

  /** Reads the families among `digests` that are not remembered. */
  async load(tx: Tx, groupIds: readonly string[], digests: readonly string[]): Promise<void> {
    const wanted = digests.filter((digest) => !groupIds.every((groupId) => this.#known.get(groupId)?.has(digest)));
    if (wanted.length === 0) return;
    const { rows } = await sql<
      FamilyLink & { groupId: string; familyIndex: Buffer }
    >`select group_id, family_index, member_id, line, tiers from import_families
      where job_id = ${this.#lease.jobId} and group_id = any (${groupIds}::uuid[]) and family_index = any (${wanted.map((digest) => Buffer.from(digest, 'hex'))}::bytea[])`.execute(
      tx,
    );
    for (const { groupId, familyIndex: digest, ...link } of rows) {
      const key = digest.toString('hex');
      if (!this.get(groupId, key)) this.#remember(groupId, key, link);
    }
  }

  /**
   * Writes what was noted since the last time, or only the last `most` of it, in the transaction of the records'
   * effect; in order, so that two transactions never wait for each other.
   */
  async write(tx: Tx, most = Number.POSITIVE_INFINITY): Promise<void> {
    const fresh = [...this.#fresh].slice(-most);
    this.#fresh = new Map();
    if (fresh.length === 0) return;
    await sql`insert into import_families as f (job_id, group_id, family_index, member_id, line, tiers)
      select ${this.#lease.jobId}, x.* from unnest(${fresh.map(([, { groupId }]) => groupId)}::uuid[], ${fresh.map(([, { digest }]) => Buffer.from(digest, 'hex'))}::bytea[],
        ${fresh.map(([link]) => link.memberId)}::uuid[], ${fresh.map(([link]) => link.line)}::int[], ${fresh.map(([link]) => (link.tiers ? JSON.stringify(link.tiers) : null))}::jsonb[]) as x(group_id, family_index, member_id, line, tiers)
      order by group_id, family_index
      on conflict (tenant_id, job_id, group_id, family_index) do update set member_id = excluded.member_id, line = excluded.line, tiers = excluded.tiers
      where excluded.member_id is not null`.execute(tx);
  }

  /** Keeps memory within its bound; between transactions, so that nothing that was noted is lost. */
  forgetOldest(): void {
    for (const known of this.#known.values()) {
      for (const digest of known.keys()) {
        if (this.#remembered <= REMEMBERED) return;
        known.delete(digest);
        this.#remembered -= 1;
      }
    }
  }
}

/** Subscribers that the reader refused, so that their dependents can be told which line to mend. */
export async function writeRefusedFamilies(
  tx: Tx,
  vault: Vault,
  lease: Lease,
  refused: readonly { record: EnrollmentRecord; groupId: string }[],
): Promise<void> {
  if (refused.length === 0) return;
  const links = new FamilyLinks(lease);
  for (const { record, groupId } of refused)
    links.note(groupId, familyIndex(vault, lease.tenantId, record.familyKey ?? ''), {
      memberId: null,
      line: record.line,
      tiers: null,
    });
  await links.write(tx);
}
