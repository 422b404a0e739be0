import type { FileFacts, TransactionSet } from '@openbenefits/domain/files/file-facts';
import { type EarlierFile, NOTHING_BEFORE, type SetsBefore } from '@openbenefits/domain/files/edi-834/sets-before';
import { type RawBuilder, sql } from 'kysely';
import { inTenant, type Tx } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import type { Lease } from '../queue/file-lease.ts';
import { contentOfSets } from '../readers/edi-834/set-contents.ts';
import { tookAnybody } from './took-anybody.ts';
import type { FileStorage } from '../../storage/file-storage.ts';

/** Files with which content is compared. A sender who writes one number into all of them has more. */
const MOST_COMPARED = 5;

/**
 * Writes down the sets of a file by their numbers. Files do so one after the other, up to their commit, so that of two
 * that are read at once one always sees the other's.
 */
export async function noteSets(tx: Tx, jobId: string, facts: Pick<FileFacts, 'transactionSets'>): Promise<void> {
  const rows = facts.transactionSets.flatMap(({ isTwice, sender, interchange, group, control, segments }, setNo) =>
    isTwice
      ? []
      : [{ jobId, setNo, senderId: sender.trim(), interchange, groupControl: group, setControl: control, segments }],
  );
  await tx.deleteFrom('fileSets').where('jobId', '=', jobId).execute();
  await sql`select pg_advisory_xact_lock(hashtextextended(tenant_id::text, 35)) from file_jobs where id = ${jobId}`.execute(
    tx,
  );
  await sql`update file_jobs set read_no = coalesce(read_no, nextval('file_readings')) where id = ${jobId}`.execute(tx);
  if (rows.length > 0) await tx.insertInto('fileSets').values(rows).execute();
}

/** One whose import is being taken back is what it was until then. */
const isDone = sql<boolean>`(p.status = 'completed' or p.stage = 'undoing')`;
const UNFINISHED = sql`('held', 'processing', 'queued', 'paused')`;
/** Those that were read before their reading was counted came in the order in which they were uploaded. */
const placeOf = (job: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(coalesce(${job}.read_no, 0), ${job}.created_at, ${job}.id)`;

/** A file that was taken, or waits to be, or is in hand: of two at once the one that was read first. */
const cameBefore = (jobId: string): RawBuilder<boolean> =>
  sql<boolean>`p.id <> ${jobId} and p.resent_from is null and (${isDone} or (p.status in ${UNFINISHED} and exists (select from file_jobs o where o.id = ${jobId} and ${placeOf(sql`p`)} < ${placeOf(sql`o`)})))`;

type InterchangeNumber = { readonly sender: string; readonly control: string };
export const numberKey = (sender: string, control: string): string => `${sender}\n${control}`;

/**
 * Returns which control numbers (ISA13) the same sender has used in an earlier file, whether that was posted or waits.
 * The file's own place must be on record (`noteSets`): without it, it would be read before every file that waits.
 */
export async function usedNumbers(tx: Tx, jobId: string, numbers: readonly InterchangeNumber[]): Promise<Set<string>> {
  const named = numbers.filter(({ sender }) => sender !== '');
  const { rows } = await sql<InterchangeNumber>`
    select distinct e.sender_id as sender, e.interchange as control
    from unnest(${named.map(({ sender }) => sender)}::text[], ${named.map(({ control }) => control)}::text[]) as n(sender, control)
      join file_sets e on e.sender_id = n.sender and e.interchange = n.control join file_jobs p on p.id = e.job_id where ${cameBefore(jobId)}`.execute(
    tx,
  );
  return new Set(rows.map(({ sender, control }) => numberKey(sender, control)));
}

type Earlier = {
  setNo: number;
  file: string;
  at: string;
  isWaiting: boolean;
  isOpen: boolean;
  storageKey: string;
  theirNo: number | null;
  took: boolean;
};

/**
 * Sets of other files of the sender in an interchange of the same number; `theirNo` where the set's own numbers and its
 * length are the same. Newest first.
 */
async function earlierSets(tx: Tx, jobId: string): Promise<Earlier[]> {
  const { rows } = await sql<Earlier>`
    select x.set_no, x.their_no, p.id as file, to_char(p.created_at, 'MM/DD/YYYY') as at, not ${isDone} as is_waiting, u.deleted_at is null as is_open, u.storage_key, not ${isDone} or ${tookAnybody} as took
    from (select s.set_no, e.job_id, min(e.set_no) filter (where e.group_control = s.group_control and e.set_control = s.set_control and e.segments = s.segments) as their_no
        from file_sets s join file_sets e on e.sender_id = s.sender_id and e.interchange = s.interchange and e.job_id <> s.job_id where s.job_id = ${jobId} and s.sender_id <> '' group by s.set_no, e.job_id) x
      join file_jobs p on p.id = x.job_id join uploads u on u.id = p.upload_id
    where ${cameBefore(jobId)} order by p.created_at desc, p.id, x.set_no`.execute(tx);
  return rows;
}

/** The sets of an earlier file that hold the same as the sets of this one. */
async function sameContents(
  store: Pick<FileStorage, 'open'>,
  own: readonly (string | undefined)[],
  earlier: readonly Earlier[],
): Promise<Set<number>> {
  const [first] = earlier;
  if (!first?.isOpen || !earlier.some(({ theirNo }) => theirNo !== null)) return new Set();
  const file = await store.open(first.storageKey);
  try {
    const theirs = await contentOfSets(file.path);
    return new Set(
      earlier.flatMap(({ setNo, theirNo }) =>
        theirNo !== null && own[setNo] !== undefined && own[setNo] === theirs[theirNo] ? [setNo] : [],
      ),
    );
  } finally {
    await file.close();
  }
}

const fileOf = ({ at, file, isWaiting }: Earlier): EarlierFile => ({ at, file, isWaiting });

/** What of the file came before, and the places of the sets that are known. */
export type SetsOfFile = SetsBefore & { readonly places: ReadonlySet<number> };
export const NO_SETS_BEFORE: SetsOfFile = { ...NOTHING_BEFORE, places: new Set() };

/**
 * What of a file that was read came before from the same sender. Contents are looked at only where a number came
 * before: then both files are read again, which costs other files nothing.
 */
export async function setsBefore(
  { db }: Pick<Services, 'db'>,
  store: Pick<FileStorage, 'open'>,
  { tenantId, jobId }: Lease,
  storageKey: string,
): Promise<SetsOfFile> {
  const [earlier, facts] = await inTenant(db, tenantId, async (tx) => {
    const { facts } = await tx.selectFrom('fileJobs').select('facts').where('id', '=', jobId).executeTakeFirstOrThrow();
    return [await earlierSets(tx, jobId), facts as unknown as FileFacts] as const;
  });
  if (earlier.length === 0) return NO_SETS_BEFORE;
  const sets = facts.transactionSets;
  const file = await store.open(storageKey);
  const own = await contentOfSets(file.path).finally(() => file.close());
  const places = new Set<number>();
  const unposted = new Set<number>();
  let latest: EarlierFile | null = null;
  for (const ofFile of [...Map.groupBy(earlier, (one) => one.file).values()].slice(0, MOST_COMPARED)) {
    for (const place of await sameContents(store, own, ofFile)) {
      if (!ofFile[0]?.took) unposted.add(place);
      else if (!places.has(place)) {
        places.add(place);
        latest ??= fileOf(ofFile[0]);
      }
    }
  }
  const other = earlier.find(({ setNo }) => !places.has(setNo) && !unposted.has(setNo));
  const numberUsed = other
    ? {
        ...fileOf(other),
        interchange: sets[other.setNo]?.interchange ?? '',
        isOriginalGone: other.theirNo !== null && !other.isOpen,
      }
    : null;
  return {
    sets: countOf(facts),
    known: [...places].toSorted((a, b) => a - b).map((place) => sets[place]?.control ?? ''),
    latest,
    numberUsed,
    places,
  };
}

/**
 * Sets of the file of which anybody is taken; one more where the file has more of them than are kept, so that it is
 * never known as a whole.
 */
const countOf = ({ transactionSets, records }: FileFacts): number =>
  transactionSets.filter(({ isTwice }) => !isTwice).length + (peopleOf(transactionSets) < records ? 1 : 0);
const peopleOf = (sets: readonly TransactionSet[]): number => sets.reduce((people, { members }) => people + members, 0);

type Sets = Pick<FileFacts, 'transactionSets'>;

/** The rows of records, of sets that are known already, that would change somebody: `c`, beside the sets' spans `s`. */
function ofKnown(
  jobId: string,
  { places }: SetsOfFile,
  { transactionSets: all }: Sets,
): { spans: RawBuilder<unknown>; where: RawBuilder<boolean> } {
  const spans = [...places].map((place) => ({
    before: peopleOf(all.slice(0, place)),
    people: all[place]?.members ?? 0,
  }));
  return {
    spans: sql`unnest(${spans.map(({ before }) => before)}::int[], ${spans.map(({ people }) => people)}::int[]) as s(before, people)`,
    where: sql<boolean>`c.job_id = ${jobId} and c.action <> 'unchanged' and c.record_no > s.before and c.record_no <= s.before + s.people`,
  };
}

/** How many records of the sets that are known already would change somebody now. */
export async function changesOfKnown(tx: Tx, jobId: string, before: SetsOfFile, facts: Sets): Promise<number> {
  if (before.places.size === 0) return 0;
  const { spans, where } = ofKnown(jobId, before, facts);
  const { rows } = await sql<{
    changes: number;
  }>`select count(*) as changes from file_changes c, ${spans} where ${where}`.execute(tx);
  return rows[0]?.changes ?? 0;
}

/** Leaves out what sets that are known already would change, where others of the file are new. */
export async function leaveOutKnown(tx: Tx, jobId: string, before: SetsOfFile, facts: Sets): Promise<void> {
  if (before.places.size === 0 || before.places.size === before.sets) return;
  const { spans, where } = ofKnown(jobId, before, facts);
  await sql`update file_changes c set excluded = true from ${spans} where ${where}`.execute(tx);
}
