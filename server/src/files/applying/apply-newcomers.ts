import { sql } from 'kysely';
import { inTenant, type Tx } from '../../db/connect.ts';
import { arrayOf, type ColumnOfRows, rowsOf } from '../../db/pg-arrays.ts';
import { type Insert, insertPeopleColumns, insertSpanColumns, together } from '../../members/people-store.ts';
import type { ApplyContext } from './apply-chunk.ts';
import { FamilyLinks } from '../matching/family-links.ts';
import { present } from '../matching/people-of-slice.ts';
import { type Lease, LeaseLost } from '../queue/file-lease.ts';
import { basisOf } from '../rehearsal/newcomers/newcomers-basis.ts';
import { requireOpen } from '../rehearsal/held-groups.ts';
import type { NewcomerRows } from '../rehearsal/newcomers/newcomers.ts';
import { columnsOfEnvelopes } from '../matching/person-secrets.ts';
import { inStep } from '../queue/replayable.ts';
import { holdClosedPlans } from '../../plans/plans.queries.ts';
import { loadGroupNames } from '../matching/resolve-names.ts';
import {
  markWritten,
  openWaiting,
  type StagedNewcomers,
  waitingNewcomers,
} from '../rehearsal/newcomers/staged-newcomers.ts';

/**
 * Connections that write at a time. Indexes are most of the work: two keep two cores of the database busy, and the
 * third sends what it has sealed in the meantime.
 */
const WRITERS = 3;
/**
 * People per transaction: enough that its end costs little, few enough that progress is seen and a kill undoes little.
 */
const CHUNK = 1000;

/** Packs of one group that follow each other, as many as a transaction takes. */
function* chunksOf(packs: readonly StagedNewcomers[], most: number): Generator<StagedNewcomers[], void, undefined> {
  let chunk: StagedNewcomers[] = [];
  let people = 0;
  for (const pack of packs) {
    if (chunk.length > 0 && (people + pack.count > most || chunk[0]?.groupId !== pack.groupId)) {
      yield chunk;
      chunk = [];
      people = 0;
    }
    chunk.push(pack);
    people += pack.count;
  }
  if (chunk.length > 0) yield chunk;
}

function insertItems(columns: readonly ColumnOfRows[], changeId: string, from: number): Insert {
  return [
    'new_items',
    sql`insert into change_items (tenant_id, change_id, item_no, entity, entity_id, action, after, source_line)
    select tenant_id, ${changeId}, ${from}::integer + position - 1, 'member', id, action, "after", line from ${rowsOf(columns).from}`,
  ];
}

/** For records of other packs that belong to these families. */
async function writeLinks(
  tx: Tx,
  { lease }: ApplyContext,
  groupId: string,
  packs: readonly NewcomerRows[],
  asked: Asked,
): Promise<void> {
  const families = new FamilyLinks(lease);
  for (const { links } of packs)
    for (const [digest, memberId, line, tiers] of links)
      if (asked === 'any' || asked.has(digest)) families.note(groupId, digest, { memberId, line, tiers });
  await families.write(tx);
}

/**
 * Families of which records of other packs speak: the digests under which they are looked for, or any where these are
 * too many, or not known.
 */
type Asked = ReadonlySet<string> | 'any';
const MOST_ASKED = 20_000;

async function familiesAsked(tx: Tx, { jobId }: Lease): Promise<Asked> {
  const { rows } = await sql<{ digest: string | null }>`select distinct encode(a.digest, 'hex') as digest
    from import_packs p cross join lateral unnest(coalesce(p.asked_families, array[null]::bytea[])) as a(digest) where p.job_id = ${jobId} limit ${MOST_ASKED}`.execute(
    tx,
  );
  const digests = present(rows.map(({ digest }) => digest));
  return rows.length === MOST_ASKED || digests.length < rows.length ? 'any' : new Set(digests);
}

type Means = {
  context: ApplyContext;
  /** Member numbers begin behind it. */
  numbersBehind: number;
  asked: Asked;
  /**
   * Groups of which other changes have noted what a sender calls their families. Any such change later than this is
   * another basis.
   */
  numbered: ReadonlySet<string>;
};

/**
 * Writes the newcomers of some packs in the caller's transaction: people, coverage, change items, counts and the mark
 * that they are written, all or nothing. Somebody whom a person has left out keeps the pack back. False, with nothing
 * written, when what they were worked out from has changed.
 */
async function writeNewcomers(
  tx: Tx,
  { context, numbersBehind, asked, numbered }: Means,
  chunk: readonly StagedNewcomers[],
): Promise<boolean> {
  const { services, lease, changeId, excluded } = context;
  const groupId = chunk[0]?.groupId ?? '';
  await sql`select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(
    tx,
  );
  // Beside each other, but never beside one who holds the group's lock alone: another file, or a person at a screen.
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${groupId}, 834))`.execute(tx);
  const group = context.groups.get(groupId) ?? (await loadGroupNames(tx, groupId));
  context.groups.set(groupId, { ...group, closed: await holdClosedPlans(tx) });
  const basis = await basisOf(tx, context, groupId);
  if (chunk.some((pack) => pack.basis !== basis)) return false;
  const now = services.clock.now();
  const packs = (await openWaiting(tx, services.vault, lease, chunk)).filter(
    ({ rows }) => excluded.size === 0 || !rows.records.some((recordNo) => excluded.has(recordNo)),
  );
  if (packs.length > 0) await requireOpen(tx, [groupId]);
  let people = 0;
  for (const {
    pack: { from },
    rows,
  } of packs) {
    people += rows.records.length;
    const spans: Insert[] = rows.spans.some(([, , { length }]) => length > '{}'.length)
      ? [['new_spans', insertSpanColumns(rows.spans, changeId, now)]]
      : [];
    const inserts: Insert[] = [
      [
        'new_members',
        insertPeopleColumns(
          [...rows.people, ...(await columnsOfEnvelopes(rows.ids, rows.said, context.digests))],
          sql`${numbersBehind + from - 1}::bigint`,
          now,
        ),
      ],
      ...spans,
      insertItems(rows.items, changeId, from),
    ];
    for (const statement of together(inserts)) await statement.execute(tx);
  }
  await writeLinks(
    tx,
    context,
    groupId,
    packs.map(({ rows }) => rows),
    asked,
  );
  const numbers = context.numbers.apart(!numbered.has(groupId));
  for (const { rows } of packs)
    for (const [digest, memberId, , , isFoundAnyway] of rows.links)
      if (isFoundAnyway !== null) numbers.note(groupId, digest, memberId, isFoundAnyway);
  await numbers.write(tx, changeId, now);
  await markWritten(tx, services.vault, lease, packs);
  // Last of all the fence: a worker whose lease was taken over commits nothing.
  const { numAffectedRows } =
    await sql`update file_jobs set records_done = records_done + ${people}, added = added + ${people}
    where id = ${lease.jobId} and attempt = ${lease.attempt} and status = 'processing'`.execute(tx);
  if (numAffectedRows === 0n) throw new LeaseLost();
  return true;
}

/**
 * Writes every newcomer whom the rehearsal has found, over several connections: whose families come first makes no
 * difference. What cannot be written so stays for `applyChunk`, which matches it again.
 */
export async function applyNewcomers(context: ApplyContext, checkpoint: number, signal: AbortSignal): Promise<void> {
  const { services, lease } = context;
  const { waiting, ...known } = await inTenant(services.db, lease.tenantId, async (tx) => {
    const { rows } = await sql<{
      numbersBehind: number;
    }>`select numbers_behind from file_jobs where id = ${lease.jobId}`.execute(tx);
    const waiting = await waitingNewcomers(tx, lease, checkpoint);
    const { rows: numbered } = await sql<{ id: string }>`select g.id from unnest(${arrayOf('uuid', [
      ...new Set(waiting.map(({ groupId }) => groupId)),
    ])}) as g(id) where exists (select from family_numbers where group_id = g.id and change_id <> ${context.changeId})`.execute(
      tx,
    );
    return {
      numbersBehind: rows[0]?.numbersBehind ?? 0,
      asked: await familiesAsked(tx, lease),
      numbered: new Set(numbered.map(({ id }) => id)),
      waiting,
    };
  });
  const chunks = chunksOf(waiting, services.fileSteps?.chunk ?? CHUNK);
  const means: Means = { context, ...known };
  // In turns: where each wrote a stretch of its own, the boxes of the index that keeps coverage from overlapping would
  // lie over each other, and more of them be read.
  const writer = async (): Promise<void> => {
    for (const chunk of chunks) {
      signal.throwIfAborted();
      // Leaving the loop ends it for the other writer, too: they share the chunks.
      if (!(await inStep(services, lease, (tx) => writeNewcomers(tx, means, chunk)))) return;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: WRITERS }, writer));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
