import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import { shown } from '@openbenefits/domain/files/shown-value';
import type { Tx } from '../../db/connect.ts';
import { findGroupIds } from '../matching/find-groups.ts';
import { addRemark } from './missing/missing-people.ts';
import { openTaxId } from '../../tax-ids.ts';
import type { Vault } from '../../vault.ts';
import type { Lease } from '../queue/file-lease.ts';

type Of = Pick<Lease, 'tenantId' | 'jobId'>;
const NAMES_LOOKED_AT = 50;

const chosenFor = (
  tx: Tx,
  jobId: string,
): Promise<{ groupId: string | null; taxIdEncrypted: string | null } | undefined> =>
  tx
    .selectFrom('fileJobs as j')
    .innerJoin('uploads as u', 'u.id', 'j.uploadId')
    .leftJoin('groups as g', 'g.id', 'u.groupId')
    .select(['u.groupId', 'g.taxIdEncrypted'])
    .where('j.id', '=', jobId)
    .where('j.groupFromFile', '=', false)
    .executeTakeFirst();

/** Says of a file that was chosen for a group whose employer it may not be, and of one that several have sent. */
export async function remarkOnStrangers(tx: Tx, vault: Vault, lease: Of, facts: FileFacts): Promise<void> {
  await remarkOnSenders(tx, lease.jobId, facts);
  await (facts.mode === 'census'
    ? remarkOnOthersOfList(tx, vault, lease, facts)
    : remarkOnTaxId(tx, vault, lease, facts));
}

/**
 * An 834 whose sponsor (N1*P5) bears a tax ID that is no group's here, beside a chosen group that has another. Perhaps
 * the file is another employer's; many sponsors are a parent or a leasing company all the same, so it holds nothing up.
 * Of a tax ID that is another group's the safety stop speaks.
 */
async function remarkOnTaxId(tx: Tx, vault: Vault, { tenantId, jobId }: Of, { sponsors }: FileFacts): Promise<void> {
  const named = [...new Set(sponsors.flatMap(({ taxId }) => (taxId && /^\d{9}$/.test(taxId) ? [taxId] : [])))].slice(
    0,
    NAMES_LOOKED_AT,
  );
  if (named.length === 0) return;
  const chosen = await chosenFor(tx, jobId);
  const own = chosen?.groupId && openTaxId(vault, tenantId, chosen.groupId, chosen.taxIdEncrypted)?.replace(/\D/g, '');
  if (!own || named.includes(own) || (await findGroupIds(tx, { vault, tenantId }, named)).size > 0) return;
  const name = sponsors.find((one) => one.taxId === named[0])?.name;
  await addRemark(tx, jobId, fileMessage('employer_other_tax_id', { name: name ? `, "${shown(name)}"` : '' }), 1);
}

/**
 * A list that names the group for which it was chosen, and beside it employers that are none of ours: somebody has put
 * the lists of several together, and the people of the others would come into this one's group without a word. A list
 * that never names the group calls it otherwise, or means its departments.
 */
async function remarkOnOthersOfList(
  tx: Tx,
  vault: Vault,
  { tenantId, jobId }: Of,
  { groupKeys, sponsors }: FileFacts,
): Promise<void> {
  const names = [
    ...new Set([...groupKeys.map(({ value }) => value), ...sponsors.flatMap(({ name }) => name ?? [])]),
  ].slice(0, NAMES_LOOKED_AT);
  if (names.length < 2) return;
  const chosen = await chosenFor(tx, jobId);
  const found = await findGroupIds(tx, { vault, tenantId }, names);
  const [stranger] = names.filter((name) => !found.has(name));
  if (!chosen?.groupId || stranger === undefined || ![...found.values()].includes(chosen.groupId)) return;
  await addRemark(tx, jobId, fileMessage('other_employers_in_census', { name: shown(stranger) }), 1);
}

/**
 * Interchanges of several senders in one file, as a clearing house puts them together: plan codes, mode and limits are
 * those of the first one's profile.
 */
async function remarkOnSenders(tx: Tx, jobId: string, { envelopes }: FileFacts): Promise<void> {
  const senders = new Set(envelopes.map(({ senderId }) => senderId.trim()).filter(Boolean));
  if (senders.size < 2) return;
  await addRemark(tx, jobId, fileMessage('several_senders'), senders.size);
}
