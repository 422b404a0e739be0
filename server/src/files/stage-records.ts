import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { inTenant, type Tx } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import { assertLease, type Lease } from './file-lease.ts';
import { readFile } from './readers/read-file.ts';
import { findGroupId } from './resolve-names.ts';
import { applyKey, familyIndex, headPlace, personLabel, rawPlace, recordPlace, tiersOf } from './staged-record.ts';

const BATCH = 1000;
/** The first problem is the reason shown; the others follow it in the same cell. */
const MOST_REASONS = 5;

export type Refused = { record: Pick<EnrollmentRecord, 'recordNo' | 'line'>; label: string; field: string; code: string; reason: string; raw: string };

export function refusedBy(record: EnrollmentRecord, problems: readonly RecordProblem[]): Refused {
  const [first] = problems;
  return {
    record,
    label: personLabel(record),
    field: first?.field ?? '',
    code: first?.code ?? 'refused',
    reason: problems.slice(0, MOST_REASONS).map((problem) => problem.message.replace(/(?<![.?!])$/, '.')).join(' '),
    raw: record.raw,
  };
}

/** Stores refused records with their bytes; a record refused twice (after a kill) is stored once. */
export async function writeRefusals(tx: Tx, services: Pick<Services, 'vault'>, lease: Lease, refused: readonly Refused[]): Promise<void> {
  if (refused.length === 0) return;
  await sql`insert into file_refusals (job_id, record_no, line, person_label, field, code, reason, raw_encrypted)
    select ${lease.jobId}, x.* from unnest(${refused.map((one) => one.record.recordNo)}::int[], ${refused.map((one) => one.record.line)}::int[], ${refused.map((one) => one.label)}::text[],
      ${refused.map((one) => one.field)}::text[], ${refused.map((one) => one.code)}::text[], ${refused.map((one) => one.reason)}::text[],
      ${refused.map((one) => services.vault.seal(one.raw, rawPlace(lease.tenantId, lease.jobId)))}::text[]) as x
    on conflict (tenant_id, job_id, record_no) do nothing`.execute(tx);
}

/** Which group a record belongs to: the one chosen at the upload, else what the record, the file's header or its sponsor say. */
class GroupFinder {
  readonly #known = new Map<string, string | undefined>();
  readonly #chosen: string | null;

  constructor(chosen: string | null) {
    this.#chosen = chosen;
  }

  async of(tx: Tx, record: EnrollmentRecord, facts: FileFacts): Promise<{ groupId: string } | { unknown: string }> {
    if (this.#chosen) return { groupId: this.#chosen };
    const keys = [record.groupKey, record.masterPolicyKey, record.sponsorTaxId, ...facts.groupKeys.map((key) => key.value), ...facts.sponsors.flatMap((sponsor) => [sponsor.taxId, sponsor.name])];
    for (const key of keys.filter((text): text is string => Boolean(text?.trim()))) {
      if (!this.#known.has(key)) this.#known.set(key, await findGroupId(tx, key));
      const groupId = this.#known.get(key);
      if (groupId) return { groupId };
      // A record that names its own group is never moved to another by what the header says.
      if (key === record.groupKey && facts.mode === 'census') break;
    }
    return { unknown: keys.find(Boolean) ?? '' };
  }
}

type Row = { record: EnrollmentRecord; groupId: string; refused: boolean };

async function writeRows(tx: Tx, { vault }: Services, { tenantId, jobId }: Lease, rows: readonly Row[]): Promise<void> {
  await sql`insert into import_rows (job_id, apply_key, group_id, family_index, is_subscriber, line, refused, tiers, record_encrypted)
    select ${jobId}, x.* from unnest(${rows.map(({ record, refused }) => (refused ? -record.recordNo : applyKey(record)))}::bigint[], ${rows.map(({ groupId }) => groupId)}::uuid[],
      ${rows.map(({ record }) => (record.familyKey ? familyIndex(vault, tenantId, record.familyKey) : null))}::bytea[], ${rows.map(({ record }) => record.isSubscriber)}::boolean[],
      ${rows.map(({ record }) => record.line)}::int[], ${rows.map(({ refused }) => refused)}::boolean[], ${rows.map(({ record }) => tiersOf(record))}::jsonb[],
      ${rows.map(({ record, refused }) => (refused ? null : vault.seal(JSON.stringify(record), recordPlace(tenantId, jobId))))}::text[]) as x`.execute(tx);
}

async function stageBatch(services: Services, lease: Lease, finder: GroupFinder, records: readonly EnrollmentRecord[], facts: FileFacts, bytesRead: number): Promise<{ unknownGroup: string | undefined }> {
  return inTenant(services.db, lease.tenantId, async (tx) => {
    const rows: Row[] = [];
    const refused: Refused[] = [];
    let unknownGroup: string | undefined;
    for (const record of records) {
      const group = await finder.of(tx, record, facts);
      if ('unknown' in group) {
        unknownGroup = group.unknown;
        refused.push(refusedBy(record, [{ field: 'groupKey', code: 'group_unknown', message: group.unknown ? `There is no group called ${group.unknown.slice(0, 60)}.` : 'The record names no group.' }]));
      } else if (record.problems.length > 0) {
        refused.push(refusedBy(record, record.problems));
        if (record.isSubscriber && record.familyKey) rows.push({ record, groupId: group.groupId, refused: true });
      } else rows.push({ record, groupId: group.groupId, refused: false });
    }
    if (rows.length > 0) await writeRows(tx, services, lease, rows);
    await writeRefusals(tx, services, lease, refused);
    await sql`update file_jobs set records_read = records_read + ${records.length}, refused = refused + ${refused.length}, bytes_read = ${bytesRead}, mode = ${facts.mode}
      where id = ${lease.jobId}`.execute(tx);
    await assertLease(tx, lease);
    return { unknownGroup };
  });
}

/** Forgets what an earlier attempt read; nothing of it has had an effect yet. */
async function startReading(services: Services, lease: Lease): Promise<void> {
  await inTenant(services.db, lease.tenantId, async (tx) => {
    await tx.deleteFrom('importRows').where('jobId', '=', lease.jobId).execute();
    await tx.deleteFrom('fileRefusals').where('jobId', '=', lease.jobId).execute();
    await sql`update file_jobs set stage = 'reading', stage_started_at = ${services.clock.now()}, records_read = 0, records_total = 0, records_done = 0, bytes_read = 0, checkpoint = -1,
      added = 0, changed = 0, ended = 0, unchanged = 0, refused = 0 where id = ${lease.jobId}`.execute(tx);
    await assertLease(tx, lease);
  });
}

async function finishReading(services: Services, lease: Lease, facts: FileFacts): Promise<void> {
  await inTenant(services.db, lease.tenantId, async (tx) => {
    const remarks = facts.remarks.map(({ message, count }) => ({ text: message, count }));
    const head = services.vault.seal(facts.head, headPlace(lease.tenantId, lease.jobId));
    await sql`update file_jobs set stage = 'matching', stage_started_at = ${services.clock.now()}, remarks = jsonb_path_query_array(remarks, '$[*] ? (@.atUpload == true)') || ${JSON.stringify(remarks)}::jsonb, head_encrypted = ${head},
      records_total = (select count(*) from import_rows r where r.job_id = ${lease.jobId} and r.apply_key > 0),
      group_id = coalesce(group_id, (select (array_agg(distinct r.group_id))[1] from import_rows r where r.job_id = ${lease.jobId} having count(distinct r.group_id) = 1))
      where id = ${lease.jobId}`.execute(tx);
    await assertLease(tx, lease);
  });
}

/**
 * Reads the whole file into staging rows and refusals. Nothing is applied before the last byte was read: a file that is cut in the middle has no
 * effect at all. Throws a Refusal in words for a file that cannot be used as a whole.
 */
export async function stageRecords(services: Services, lease: Lease, file: { path: string; fileName: string; format: FileFormat; groupId: string | null }, signal: AbortSignal): Promise<void> {
  await startReading(services, lease);
  const finder = new GroupFinder(file.groupId);
  let facts: FileFacts | undefined;
  let unknownGroup: string | undefined;
  let staged = 0;
  for await (const batch of readFile({ path: file.path, fileName: file.fileName, format: file.format, today: services.clock.today(), batchSize: BATCH, signal })) {
    ({ facts } = batch);
    if (batch.records.length > 0) {
      const outcome = await stageBatch(services, lease, finder, batch.records, batch.facts, batch.bytesRead);
      unknownGroup ??= outcome.unknownGroup;
      staged += batch.records.length;
    }
  }
  if (!facts || staged === 0) throw new Refusal('invalid', 'There is nobody in this file.');
  if (facts.informationOnly) throw new Refusal('invalid', 'The sender marks this file as an information copy (BGN01 is 22); such a file is never posted.');
  await finishReading(services, lease, facts);
  const found = await inTenant(services.db, lease.tenantId, (tx) => tx.selectFrom('importRows').select('jobId').where('jobId', '=', lease.jobId).limit(1).executeTakeFirst());
  if (!found && unknownGroup !== undefined) {
    throw new Refusal('invalid', unknownGroup ? `This file is for the group ${unknownGroup.slice(0, 60)}, which does not exist here. Choose the group it belongs to and try again.` : 'This file does not say which group it is for. Choose the group and try again.');
  }
}
