import { type KeptRemark, keptRemark } from './kept-remark.ts';
import { fileMessage, fileText, worded } from '@openbenefits/domain/files/messages/file-message';
import { isMapped, type SenderMapping } from '@openbenefits/domain/files/census/mapping';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { GroupWanted } from '@openbenefits/domain/files/file-error';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { shown } from '@openbenefits/domain/files/shown-value';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { inTenant, type Tx } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import { remarkOfUpload } from '../files.operations.ts';
import { acknowledgeFile } from '../acknowledgements/acknowledgements.ts';
import { assertLease, type Lease } from '../queue/file-lease.ts';
import { writeRefusedFamilies } from '../matching/family-links.ts';
import { recordsOfPack } from '../readers/pack-records.ts';
import { type PackedBatch, readPacks } from '../readers/read-file.ts';
import { UnreadFile } from '../readers/reader-inbox.ts';
import type { RecordPack } from '../readers/reader-messages.ts';
import { noteReferences } from '../rehearsal/file-references.ts';
import { noteSets } from '../rehearsal/sets-before.ts';
import { inStep } from '../queue/replayable.ts';
import { linesOfPlans, loadPlanNames } from '../matching/resolve-names.ts';
import { withDatesOf } from '../partners/dates-before.ts';
import { mappingBeforeReading, mappingOf } from '../partners/sender-mapping.ts';
import { hasMends, loadMends, takeMends } from '../refused/mends-taken.ts';
import type { RehearsalAhead } from '../rehearsal/rehearse-ahead.ts';
import { type Partner, partnerOf } from '../partners/trading-partners.ts';
import { GroupFinder } from './group-finder.ts';
import { sealPack, writePacks } from './staged-packs.ts';
import { headPlace } from './staged-record.ts';
import { keptFacts } from './kept-facts.ts';
import { type Refused, refusedBy } from './refused-record.ts';
import { writeRefusals } from './write-refusals.ts';

/** Records per batch of the reader, and so at most per pack. */
const BATCH = 500;
/** Sponsors of a file that are named. */
const MOST_SPONSORS = 5;

const unknownGroupProblem = (name: string): RecordProblem => ({
  field: 'groupKey',
  code: 'group_unknown',
  ...worded(name ? fileMessage('group_unknown', { group: name.slice(0, 60) }) : fileMessage('group_unnamed')),
});

/** `stored`: records that wait to be applied; `hasLate`: some of them after all others. */
type Staged = { unknownGroup: string | undefined; groups: Set<string>; stored: number; hasLate: boolean };

/** Stores a batch: packs as they came, never looked into, and what is refused with its reason. */
async function stageBatch(
  services: Services,
  lease: Lease,
  finder: GroupFinder,
  { facts, bytesRead, ...batch }: PackedBatch,
): Promise<Staged> {
  const sealed = new Map<RecordPack, string>();
  for (const pack of batch.packs) sealed.set(pack, sealPack(services.vault, lease, pack));
  return inStep(services, lease, async (tx) => {
    const outcome: Staged = { unknownGroup: undefined, groups: new Set(), stored: 0, hasLate: false };
    const refused: Refused[] = [];
    const refusedFamilies: { record: EnrollmentRecord; groupId: string }[] = [];
    await finder.lookUp(tx, [...batch.refused, ...batch.packs], facts);
    for (const record of batch.refused) {
      const group = finder.of(record);
      if ('unknown' in group) {
        outcome.unknownGroup ??= group.unknown;
        refused.push(refusedBy(record, [unknownGroupProblem(group.unknown)]));
        continue;
      }
      outcome.groups.add(group.groupId);
      refused.push(refusedBy(record, record.problems));
      if (record.isSubscriber && record.familyKey) refusedFamilies.push({ record, groupId: group.groupId });
    }
    const packs: Parameters<typeof writePacks>[2][number][] = [];
    for (const [pack, content] of sealed) {
      const group = finder.of(pack);
      if ('unknown' in group) {
        outcome.unknownGroup ??= group.unknown;
        const { records, rawOf } = await recordsOfPack(Buffer.from(pack.packed.buffer));
        refused.push(
          ...records.map((record, index) =>
            refusedBy({ ...record, raw: rawOf(index) }, [unknownGroupProblem(group.unknown)]),
          ),
        );
      } else {
        outcome.groups.add(group.groupId);
        outcome.stored += pack.count;
        outcome.hasLate ||= pack.late;
        packs.push({ pack, groupId: group.groupId, sealed: content });
      }
    }
    await writePacks(tx, lease, packs);
    await writeRefusedFamilies(tx, services.vault, lease, refusedFamilies);
    await writeRefusals(tx, services, lease, refused);
    const read = batch.refused.length + batch.packs.reduce((sum, pack) => sum + pack.count, 0);
    await sql`update file_jobs set records_read = records_read + ${read}, refused = refused + ${refused.length}, bytes_read = ${bytesRead}, mode = ${facts.mode}
      where id = ${lease.jobId}`.execute(tx);
    await assertLease(tx, lease);
    return outcome;
  });
}

/**
 * Forgets what an earlier attempt read; nothing of it has had an effect yet. Only a group that a person has chosen
 * stays.
 */
async function startReading(services: Services, lease: Lease): Promise<{ groupId: string | null }> {
  return inTenant(services.db, lease.tenantId, async (tx) => {
    await takeMends(tx, services, lease);
    await tx.deleteFrom('importPacks').where('jobId', '=', lease.jobId).execute();
    await tx.deleteFrom('importFamilies').where('jobId', '=', lease.jobId).execute();
    await tx.deleteFrom('fileRefusals').where('jobId', '=', lease.jobId).execute();
    await tx.deleteFrom('fileMends').where('jobId', '=', lease.jobId).execute();
    // What was answered is of what was sent, whatever was mended since.
    if (!(await hasMends(tx, lease.jobId)))
      await tx.deleteFrom('fileAcknowledgements').where('jobId', '=', lease.jobId).execute();
    const { rows } = await sql<{
      groupId: string | null;
    }>`update file_jobs set stage = 'reading', stage_started_at = ${services.clock.now()}, records_read = 0, records_total = 0, records_done = 0, bytes_read = 0, checkpoint = -1,
      added = 0, changed = 0, ended = 0, unchanged = 0, refused = 0, people = null, group_id = case when group_from_file then null else group_id end, group_from_file = false where id = ${lease.jobId} returning group_id`.execute(
      tx,
    );
    await assertLease(tx, lease);
    return { groupId: rows[0]?.groupId ?? null };
  });
}

/**
 * An 834 of several employers that was uploaded for one group: everybody is taken for that, which perhaps nobody wants.
 */
export function remarkOnSponsors({ format, sponsors }: FileFacts): KeptRemark[] {
  if (format !== 'edi834' || sponsors.length < 2) return [];
  const names = sponsors.slice(0, MOST_SPONSORS).map(({ name, taxId }) => name ?? taxId ?? 'unnamed');
  return [
    {
      ...fileMessage('several_sponsors', { count: sponsors.length, names: shown(names.join(', ')) }),
      count: 1,
    },
  ];
}

async function finishReading(
  services: Services,
  lease: Lease,
  facts: FileFacts,
  {
    groups,
    unknownGroup,
    isChosen,
  }: Pick<Staged, 'groups' | 'unknownGroup'> & {
    /** For the group that was chosen at the upload. */ isChosen: boolean;
  },
): Promise<Partner> {
  return inTenant(services.db, lease.tenantId, async (tx) => {
    const remarks = [
      ...facts.remarks.map((remark) => keptRemark(remark, facts.format)),
      ...(isChosen ? remarkOnSponsors(facts) : []),
    ];
    const head = services.vault.seal(facts.head, headPlace(lease.tenantId, lease.jobId));
    const [envelope] = facts.envelopes;
    const { rows } = await sql<{
      groupId: string | null;
    }>`update file_jobs set stage = 'rehearsing', facts = ${JSON.stringify(keptFacts(services.vault, lease, facts))}::jsonb, sender_id = ${envelope?.senderId.trim() || null}, interchange_control = ${envelope?.interchangeControl ?? null}, stage_started_at = ${services.clock.now()}, remarks = ${remarkOfUpload('people')} || ${JSON.stringify(remarks)}::jsonb, head_encrypted = ${head},
      records_total = (select coalesce(sum(p.record_count), 0) from import_packs p where p.job_id = ${lease.jobId}),
      group_from_file = group_id is null, group_id = coalesce(group_id, ${groups.size === 1 ? ([...groups][0] ?? null) : null}::uuid)
      where id = ${lease.jobId} returning group_id`.execute(tx);
    // Whoever works on that group may see the file by now, as if it had been chosen for it, unless it has people of
    // whom nobody knows whose they are.
    await sql`update uploads u set group_id = case when ${unknownGroup === undefined} then j.group_id end from file_jobs j where j.id = ${lease.jobId} and u.id = j.upload_id and j.group_from_file`.execute(
      tx,
    );
    await noteReferences(tx, lease.jobId, facts);
    await noteSets(tx, lease.jobId, facts);
    const partner = await partnerOf(tx, facts, rows[0]?.groupId ?? null, services.clock.now());
    await tx.updateTable('fileJobs').set({ partnerId: partner.id }).where('id', '=', lease.jobId).execute();
    await assertLease(tx, lease);
    return partner;
  });
}

/** `onStored` is told of each batch of which somebody was stored. */
type FileToRead = { path: string; fileName: string; format: FileFormat; onStored: () => void };
type Read = FileToRead & {
  groupId: string | null;
  mapping: SenderMapping;
  planLines: PlanLines;
  mends: Awaited<ReturnType<typeof loadMends>>;
};
type PlanLines = NonNullable<Parameters<typeof readPacks>[0]['planLines']>;

/** Of which lines the plans of a list are. An 834 says it itself. */
async function planLinesFor(tx: Tx, { format }: FileToRead, partnerId: string | null): Promise<PlanLines> {
  return format === 'edi834' ? [] : linesOfPlans(await loadPlanNames(tx, partnerId));
}

/**
 * Reads and stages every batch, with the rehearsal behind it; what is known of the file at its end. A file that cannot
 * be read to its end is answered before its refusal goes on.
 */
async function readAll(
  services: Services,
  lease: Lease,
  file: Read,
  ahead: RehearsalAhead | null,
  signal: AbortSignal,
): Promise<{ facts: FileFacts | undefined } & Staged> {
  const finder = new GroupFinder(file.groupId, { vault: services.vault, tenantId: lease.tenantId });
  const all: { facts: FileFacts | undefined } & Staged = {
    facts: undefined,
    unknownGroup: undefined,
    groups: new Set(),
    stored: 0,
    hasLate: false,
  };
  try {
    for await (const batch of readPacks({
      path: file.path,
      fileName: file.fileName,
      format: file.format,
      mapping: file.mapping,
      planLines: file.planLines,
      ...file.mends,
      today: services.clock.today(),
      batchSize: services.fileSteps?.batch ?? BATCH,
      signal,
    })) {
      all.facts = batch.facts;
      if (batch.packs.length + batch.refused.length === 0) continue;
      const outcome = await stageBatch(services, lease, finder, batch);
      all.unknownGroup ??= outcome.unknownGroup;
      for (const groupId of outcome.groups) all.groups.add(groupId);
      all.stored += outcome.stored;
      if (outcome.stored > 0) file.onStored();
      all.hasLate ||= outcome.hasLate;
      // Whoever comes late needs a subscriber whom a rehearsal that did not know of it has let go.
      if (outcome.hasLate) await ahead?.giveUp();
      else if (outcome.stored > 0) ahead?.stored(outcome.stored);
    }
  } catch (error) {
    if (error instanceof UnreadFile) await acknowledgeFile(services, lease, error.interchanges);
    throw error;
  }
  if (all.facts) await acknowledgeFile(services, lease, all.facts.interchanges, all.facts);
  return all;
}

/** Nobody of a file was refused that was not meant to be posted. */
async function forgetRefused(services: Services, lease: Lease): Promise<void> {
  await inTenant(services.db, lease.tenantId, async (tx) => {
    await tx.deleteFrom('fileRefusals').where('jobId', '=', lease.jobId).execute();
    await tx.updateTable('fileJobs').set({ refused: 0 }).where('id', '=', lease.jobId).execute();
    await assertLease(tx, lease);
  });
}

/** Refuses a file that was read to its end and cannot be used as a whole. */
export function requireUsable(facts: FileFacts | undefined): asserts facts is FileFacts {
  if (!facts || facts.records === 0) throw new Refusal('invalid', fileText('file_has_no_one'));
  if (facts.informationOnly) throw new Refusal('invalid', fileText('file_information_copy'));
}

/**
 * Reads the file once. What is returned, the profile that the file turns out to belong to, may know more of its
 * headings and words than it was read with.
 */
async function readOnce(
  services: Services,
  lease: Lease,
  file: Read,
  ahead: RehearsalAhead | null,
  signal: AbortSignal,
): Promise<Partner> {
  const { facts, unknownGroup, groups } = await readAll(services, lease, file, ahead, signal);
  if (facts?.informationOnly && facts.records > 0) await forgetRefused(services, lease);
  requireUsable(facts);
  const partner = await finishReading(services, lease, facts, {
    groups,
    unknownGroup,
    isChosen: file.groupId !== null,
  });
  if (groups.size === 0 && unknownGroup !== undefined) throw new GroupWanted(unknownGroup);
  return partner;
}

/**
 * Reads the whole file into staging rows and refusals. Nothing is applied before the last byte was read: a file that is
 * cut in the middle has no effect at all. A list that names its group itself is read a second time where that group's
 * lists are known to mean something of their own. `ahead` rehearses what has been staged meanwhile. Throws a Refusal in
 * words for a file that cannot be used as a whole.
 */
export async function stageRecords(
  services: Services,
  lease: Lease,
  file: FileToRead,
  ahead: RehearsalAhead | null,
  signal: AbortSignal,
): Promise<void> {
  const inOne = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTenant(services.db, lease.tenantId, work);
  const { groupId } = await startReading(services, lease);
  const before = await inOne(async (tx) => {
    const known = await mappingBeforeReading(tx, { ...file, groupId });
    const mends = await loadMends(tx, services, lease);
    // Dates were written into a mended row as the file writes its own.
    const dates = mends.mended.length > 0 ? 'own' : 'resent';
    return {
      ...known,
      mends,
      dates,
      mapping: await withDatesOf(tx, known.mapping, lease.jobId, dates),
      planLines: await planLinesFor(tx, file, known.partnerId),
    } as const;
  });
  ahead?.expect(before.partnerId);
  const partner = await readOnce(
    services,
    lease,
    { ...file, groupId, mends: before.mends, mapping: before.mapping, planLines: before.planLines },
    ahead,
    signal,
  );
  if (partner.isNew || partner.id === before.partnerId) return ahead?.read();
  await ahead?.giveUp();
  if (partner.groupId === null) return;
  const [mapping, planLines] = await inOne(
    async (tx) =>
      [
        await withDatesOf(tx, await mappingOf(tx, partner.id), lease.jobId, before.dates),
        await planLinesFor(tx, file, partner.id),
      ] as const,
  );
  if (!isMapped(mapping)) return;
  await startReading(services, lease);
  await readOnce(services, lease, { ...file, groupId, mends: before.mends, mapping, planLines }, null, signal);
}
