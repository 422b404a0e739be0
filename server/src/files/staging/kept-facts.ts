import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import { maskPersonal } from '@openbenefits/domain/files/masked-text';
import type { Place, Vault } from '../../vault.ts';
import type { Lease } from '../queue/file-lease.ts';

/** The tax ID of a sole owner is an SSN, and a wrongly matched column of groups may hold SSNs. */
type Parties = Pick<FileFacts, 'groupKeys' | 'sponsors' | 'payers'>;
type Kept = Omit<FileFacts, keyof Parties | 'head' | 'interchanges'> & { sealedParties: string };

const MOST_KEYS = 50;
const place = (tenant: string, jobId: string): Place => ({
  table: 'file_jobs',
  column: 'facts_parties',
  row: jobId,
  tenant,
});

/**
 * Returns the facts as they are stored: without the head, which is sealed by itself, what names parties sealed, and
 * texts of the file masked.
 */
export function keptFacts(vault: Pick<Vault, 'seal'>, { tenantId, jobId }: Lease, facts: FileFacts): Kept {
  const { head: _, interchanges: __, groupKeys, sponsors, payers, ...rest } = facts;
  const parties: Parties = { groupKeys: groupKeys.slice(0, MOST_KEYS), sponsors, payers };
  return {
    ...rest,
    columns: facts.columns.map(({ heading, field }) => ({ heading: maskPersonal(heading), field })),
    ignoredColumns: facts.ignoredColumns.map(maskPersonal),
    ...(facts.otherSheets && { otherSheets: facts.otherSheets.map(maskPersonal) }),
    // They are stored with the job's own remarks.
    remarks: [],
    sealedParties: vault.seal(JSON.stringify(parties), place(tenantId, jobId)),
  };
}

/** Opens stored facts. Those of a file that was read before parties were sealed hold them in the clear. */
export function openFacts(
  vault: Pick<Vault, 'open'>,
  { tenantId, jobId }: Pick<Lease, 'tenantId' | 'jobId'>,
  stored: unknown,
): FileFacts {
  const { sealedParties, ...facts } = stored as Partial<Kept>;
  const parties =
    sealedParties === undefined ? {} : (JSON.parse(vault.open(sealedParties, place(tenantId, jobId))) as Parties);
  return { ...facts, ...parties } as FileFacts;
}
