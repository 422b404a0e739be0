import { fileMessage, wordingOf } from '@openbenefits/domain/files/messages/file-message';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { countFileAnswers } from '../../members/protected-lookups.ts';
import type { Services } from '../../request-context.ts';
import type { Lease } from '../queue/file-lease.ts';
import type { Refused } from './refused-record.ts';
import { rawPlace } from './staged-record.ts';

/** Refusals that tell whose a number is: they answer the same question as a search by SSN. */
const TELLS_WHOSE = new Set(['person_unsure', 'person_alike', 'name_alone']);

const CONCEALED = fileMessage('details_hidden');

/** Leaves the details out of what exceeds the sender's hourly limit (trust P23). */
async function withinLimit(
  tx: Tx,
  services: Pick<Services, 'vault' | 'clock'>,
  { jobId }: Lease,
  refused: readonly Refused[],
): Promise<readonly Refused[]> {
  const asked = refused.filter(({ code }) => TELLS_WHOSE.has(code)).length;
  if (asked === 0) return refused;
  const { rows } = await sql<{ told: number }>`select count(*) as told from file_refusals
    where job_id = ${jobId} and code in (${sql.join([...TELLS_WHOSE])}) and reason <> ${CONCEALED.text}`.execute(tx);
  let allowed = await countFileAnswers(tx, { now: services.clock.now(), services }, jobId, {
    told: rows[0]?.told ?? 0,
    asked,
  });
  return refused.map((one) => {
    if (!TELLS_WHOSE.has(one.code) || allowed-- > 0) return one;
    return {
      ...one,
      reason: CONCEALED.text,
      causes: one.causes.map(({ field }) => ({ field, reason: CONCEALED.text, wording: wordingOf(CONCEALED) })),
    };
  });
}

/**
 * Stores refused records with their bytes; a record refused twice (after a kill) is stored once. `isMatch`: refused
 * while matching, not while reading.
 */
export async function writeRefusals(
  tx: Tx,
  services: Pick<Services, 'vault' | 'clock'>,
  lease: Lease,
  all: readonly Refused[],
  isMatch = false,
): Promise<void> {
  if (all.length === 0) return;
  const refused = isMatch ? await withinLimit(tx, services, lease, all) : all;
  await sql`insert into file_refusals (job_id, is_match, record_no, line, person_label, field, code, reason, raw_encrypted, family_encrypted, family_by_place, causes)
    select ${lease.jobId}, ${isMatch}::boolean, x.* from unnest(${refused.map((one) => one.record.recordNo)}::int[], ${refused.map((one) => one.record.line)}::int[], ${refused.map((one) => one.label)}::text[],
      ${refused.map((one) => one.field)}::text[], ${refused.map((one) => one.code)}::text[], ${refused.map((one) => one.reason)}::text[],
      ${refused.map((one) => services.vault.seal(one.raw, rawPlace(lease.tenantId, lease.jobId)))}::text[],
      ${refused.map(({ record: { source, familyKey, familyByPlace } }) => ((source === 'census' || familyByPlace) && familyKey ? services.vault.seal(familyKey, rawPlace(lease.tenantId, lease.jobId)) : null))}::text[],
      ${refused.map(({ record }) => record.familyByPlace === true)}::boolean[], ${refused.map(({ causes }) => JSON.stringify(causes))}::jsonb[]) as x
    on conflict (tenant_id, job_id, record_no) do nothing`.execute(tx);
}
