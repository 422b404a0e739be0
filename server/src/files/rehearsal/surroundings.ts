import { addDays, type CalendarDate, calendarDateOf } from '@openbenefits/domain/calendar-date';
import { type FileFacts, isOfCobraOnly } from '@openbenefits/domain/files/file-facts';
import { type FileSituation, NO_ABSENCES, safetyStops } from '@openbenefits/domain/files/safety-stops';
import type { SafetyStop, StopCode } from '@openbenefits/domain/files/safety-stop';
import { type RawBuilder, sql } from 'kysely';
import { withdraw } from '../../approvals/approvals.operations.ts';
import { inTenant, type Tx } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import { findGroupIds, type GroupKeys } from '../matching/find-groups.ts';
import { otherReceivers } from '../partners/receivers.ts';
import { modeOf, partnerOf } from '../partners/trading-partners.ts';
import { assertLease, type Lease } from '../queue/file-lease.ts';
import { ofCobraOnly } from './cobra-files.ts';
import { usedReference } from './file-references.ts';
import { tookAnybody } from './took-anybody.ts';
import { heldGroupsOf } from './held-groups.ts';
import { type EarlierFull, earlierFullFiles } from './parts-of-group.ts';
import { changesOfKnown, leaveOutKnown, type SetsOfFile } from './sets-before.ts';
import { openFacts } from '../staging/kept-facts.ts';

const KEYS_LOOKED_AT = 50;

/** The date in the envelope (ISA09, YYMMDD), else none: a census does not say how old it is. */
function dateOf(facts: FileFacts): CalendarDate | null {
  const text = facts.envelopes[0]?.date ?? '';
  return /^\d{6}$/.test(text)
    ? (calendarDateOf(2000 + Number(text.slice(0, 2)), Number(text.slice(2, 4)), Number(text.slice(4))) ?? null)
    : null;
}

/**
 * Further ahead than senders date the file of a month to come, a date is a slip: ends would be dated by it, and every
 * later file would be older.
 */
const DAYS_AHEAD = 45;
function datesOf(facts: FileFacts, today: CalendarDate): Pick<Surroundings, 'fileDate' | 'datedAhead'> {
  const date = dateOf(facts);
  return date !== null && date > addDays(today, DAYS_AHEAD)
    ? { fileDate: today, datedAhead: date }
    : { fileDate: date, datedAhead: null };
}

/** The groups that the names of a file mean, each once. */
async function groupsOf(tx: Tx, group: GroupKeys, keys: readonly (string | undefined)[]): Promise<Set<string>> {
  const named = keys.slice(0, KEYS_LOOKED_AT).filter((key) => key?.trim());
  return new Set((await findGroupIds(tx, group, named as string[])).values());
}

/**
 * A chosen group wins over what the file names, but not silently. Numbers that it gives (REF*38, REF*1L, a column) come
 * before names and tax ids of the sponsor.
 */
async function otherGroupOf(
  tx: Tx,
  keys: GroupKeys,
  jobId: string,
  facts: FileFacts,
): Promise<{ chosen: string; named: string } | null> {
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select g.id, g.company_name as name from file_jobs j join uploads u on u.id = j.upload_id join groups g on g.id = u.group_id where j.id = ${jobId} and not j.group_from_file`.execute(
    tx,
  );
  const [chosen] = rows;
  if (!chosen) return null;
  const byKeys = await groupsOf(
    tx,
    keys,
    facts.groupKeys.map(({ value }) => value),
  );
  const groups =
    byKeys.size > 0
      ? byKeys
      : await groupsOf(
          tx,
          keys,
          facts.sponsors.flatMap(({ taxId, name }) => [taxId, name]),
        );
  // One of several employers in the file may be the chosen one; the people of the others are not its.
  const named = [...groups].find((id) => id !== chosen.id);
  if (!named) return null;
  const group = await tx.selectFrom('groups').select('companyName as name').where('id', '=', named).executeTakeFirst();
  return { chosen: chosen.name, named: group?.name ?? 'another group' };
}

/** A file that names no line of this one is another kind of file: some senders make one for each line. */
const ofLinesOf = (
  jobId: string,
): RawBuilder<boolean> => sql<boolean>`(not exists (select from file_lines t where t.job_id = ${jobId}) or not exists (select from file_lines o where o.job_id = p.id)
  or exists (select from file_lines o join file_lines t on t.job_id = ${jobId} and t.group_id = o.group_id and t.line = o.line where o.job_id = p.id))`;

/**
 * The last file of the sender for the group with its records, and the day of the newest: of those that were posted and
 * not taken back as a whole. A full file of another part of the group is neither, nor is one of people under COBRA
 * alone beside the employer's own, or the other way round, where there is one of its kind.
 */
async function earlierFiles(
  tx: Tx,
  jobId: string,
  facts: FileFacts,
  mode: string,
  parts: readonly EarlierFull[] | null,
): Promise<{ lastRecords: number | null; newestFileDate: CalendarDate | null }> {
  const sender = facts.envelopes[0]?.senderId.trim() ?? null;
  const others = (parts ?? []).flatMap(({ id, isSamePart }) => (isSamePart ? [] : [id]));
  const isOfPart = sql`not (p.id = any (${others}::uuid[]))`;
  const isOfKind = sql`(${mode !== 'full'}::boolean or ${ofCobraOnly} = ${isOfCobraOnly(facts)})`;
  const { rows } = await sql<{ lastRecords: number | null; newestFileDate: CalendarDate | null }>`
    select (select p.records_read from file_jobs p where p.id <> ${jobId} and p.status = 'completed' and p.mode = ${mode} and p.group_id = j.group_id and p.sender_id is not distinct from ${sender} and ${tookAnybody} and ${isOfPart} and ${ofLinesOf(jobId)}
        order by ${isOfKind} desc, p.finished_at desc, p.id desc limit 1) as last_records,
      (select coalesce(max(p.file_date) filter (where ${isOfKind}), max(p.file_date)) from file_jobs p where p.id <> ${jobId} and p.status = 'completed' and p.group_id = j.group_id and p.sender_id = ${sender} and ${tookAnybody} and ${isOfPart}) as newest_file_date
    from file_jobs j where j.id = ${jobId}`.execute(tx);
  return rows[0] ?? { lastRecords: null, newestFileDate: null };
}

type Partner = Awaited<ReturnType<typeof partnerOf>>;
type Surroundings = Pick<
  FileSituation,
  | 'mode'
  | 'modeConflict'
  | 'records'
  | 'fileDate'
  | 'lastRecords'
  | 'newestFileDate'
  | 'otherReceivers'
  | 'otherGroup'
  | 'heldGroups'
  | 'setsBefore'
  | 'changesOfKnown'
  | 'usedReference'
> & {
  partner: Partner;
  /** Of a sender whose full files hold a part of the group each: those it has sent before. */ parts:
    | EarlierFull[]
    | null;
  /** The day that a file names which cannot be its own. */ datedAhead: CalendarDate | null;
};

/**
 * What is known beside the file: of its sender, its group and the files before it. Unlike what it says itself, that may
 * be another thing on another day.
 */
export async function surroundingsOf(
  tx: Tx,
  { clock, vault }: Pick<Services, 'clock' | 'vault'>,
  { tenantId, jobId }: Pick<Lease, 'tenantId' | 'jobId'>,
  facts: FileFacts,
  before: SetsOfFile,
): Promise<Surroundings> {
  const job = await tx
    .selectFrom('fileJobs')
    .select(['groupId', 'resentFrom', 'recordsRead'])
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  const partner = await partnerOf(tx, facts, job.groupId, clock.now());
  // Refused rows that were sent again tell of a few people only, and of when their file did.
  const { mode, conflict } =
    job.resentFrom !== null
      ? { mode: facts.mode === 'census' ? facts.mode : ('change' as const), conflict: null }
      : modeOf(facts, partner);
  const parts = mode === 'full' && partner.holdsPart ? await earlierFullFiles(tx, jobId, partner.id) : null;
  const unknown = facts.transactionSets.filter((_, place) => !before.places.has(place));
  return {
    mode,
    modeConflict: conflict,
    partner,
    parts,
    records: job.recordsRead,
    ...datesOf(facts, clock.today()),
    setsBefore: before,
    changesOfKnown: await changesOfKnown(tx, jobId, before, facts),
    ...(await earlierFiles(tx, jobId, facts, mode, parts)),
    otherReceivers: job.resentFrom !== null ? [] : await otherReceivers(tx, facts.envelopes),
    otherGroup: await otherGroupOf(tx, { vault, tenantId }, jobId, facts),
    heldGroups: await heldGroupsOf(tx, jobId),
    usedReference:
      job.resentFrom !== null || partner.referenceRepeats ? null : await usedReference(tx, jobId, partner.id, unknown),
  };
}

/** Stops that speak of other files or of the group. */
const OF_SURROUNDINGS: ReadonlySet<StopCode> = new Set([
  'other_receiver',
  'other_group',
  'group_held',
  'already_processed',
  'sets_processed',
  'same_interchange',
  'same_reference',
  'fewer_records',
  'older_file',
]);

/**
 * What stands against an approved file that did not when somebody looked at it: meanwhile another file was applied, or
 * the group is called otherwise. Where there is anything, the stops are written down anew, that first, and the approval
 * is void; where there is nothing, none are returned.
 */
export async function stopsSinceApproval(services: Services, lease: Lease, before: SetsOfFile): Promise<SafetyStop[]> {
  const { tenantId, jobId } = lease;
  return inTenant(services.db, tenantId, async (tx) => {
    const row = await tx
      .selectFrom('fileJobs')
      .select(['facts', 'stops'])
      .where('id', '=', jobId)
      .executeTakeFirstOrThrow();
    const facts = openFacts(services.vault, lease, row.facts);
    const seen = row.stops as unknown as SafetyStop[];
    const { partner, parts: _, ...surroundings } = await surroundingsOf(tx, services, lease, facts, before);
    const own = {
      activePeople: 0,
      endedByFile: 0,
      missing: NO_ABSENCES,
      waivedWithoutDay: 0,
      rescinded: 0,
      paidEnds: 0,
      uncovered: { people: 0, columns: [] },
      otherIdentities: 0,
      identityConflicts: 0,
      isTest: false,
      dateOrder: null,
      otherSheets: [],
      secondApprovalFrom: null,
      approvalWanted: false,
    } as const;
    const now = safetyStops({ ...surroundings, ...own }, partner.tolerances).filter(({ code }) =>
      OF_SURROUNDINGS.has(code),
    );
    // An approval is refused while a group takes no files: where one takes none now, that came after it.
    const isNew = (stop: SafetyStop): boolean =>
      stop.code === 'group_held' || !seen.some(({ code, file }) => code === stop.code && file === stop.file);
    if (!now.some(isNew)) return [];
    if (now.some((stop) => isNew(stop) && stop.code === 'sets_processed'))
      await leaveOutKnown(tx, jobId, before, facts);
    const stops = [
      ...now.filter(isNew),
      ...now.filter((stop) => !isNew(stop)),
      ...seen.filter(({ code }) => !OF_SURROUNDINGS.has(code)),
    ];
    await sql`update file_jobs set stops = ${JSON.stringify(stops)}::jsonb, approved_at = null, approved_by = null, approved_by_name = null, first_approved_at = null, first_approved_by = null, first_approved_by_name = null where id = ${jobId}`.execute(
      tx,
    );
    await withdraw({ tx }, 'enrollment_file', jobId, 'The file was held again before it was applied.');
    await assertLease(tx, lease);
    return stops;
  });
}
