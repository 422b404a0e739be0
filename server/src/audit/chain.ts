import { hash } from 'node:crypto';
import type { TamperingKind } from '@openbenefits/contract/audit';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import { type Anchor, DIGEST_BYTES } from './anchors.ts';

const PER_READ = 10_000;
const GENESIS: Buffer = hash('sha256', 'openbenefits audit chain', 'buffer');

export type Tampering = { kind: TamperingKind; seq: number };
export type ChainResult = { entries: number; lastSeq: number; tampering: Tampering | undefined };

type Entry = { seq: number; content: Buffer; previous: Buffer; hash: Buffer };
type Head = { seq: number; hash: Buffer; lastSeq: number };

/** Reads the head of the tenant's chain; null where the tenant has none. */
export async function readHead(tx: Tx): Promise<Head | undefined> {
  const { rows } = await sql<{
    seq: string;
    hash: Buffer;
    lastSeq: string;
  }>`select seq, hash, last_seq from audit_head()`.execute(tx);
  const head = rows[0];
  return head && { seq: Number(head.seq), hash: head.hash, lastSeq: Number(head.lastSeq) };
}

/**
 * The bytes that an entry's hash covers after the previous hash, as `audit_hash` builds them (0002_audit.sql). Uses
 * only PostgreSQL's functions, because ours could have been replaced. `json` is faster than the `jsonb` of
 * `audit_hash`, with the same bytes except for spaces in arrays.
 */
const CONTENT = sql`convert_to(json_build_array(
  tenant_id, seq, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), actor_id, actor_name, action, outcome,
  target_kind, target_id, reason, to_jsonb(fields), item_count, encode(merkle_root, 'hex'), request_id)::text, 'UTF8')`;

/** `bad`: the number that the first wrong entry should have; `digests`: the first bytes of each hash. */
type Checked = { entries: number; bad: number | null; digests: Buffer };

/**
 * Verifies the entries after a correct one, up to the head. The database hashes, because sending all entries here takes
 * four times as long.
 */
async function checkEntries(tx: Tx, after: number, head: number): Promise<Checked> {
  const { rows } = await sql<{ entries: string; bad: string | null; digests: Buffer | null }>`
    select count(*) as entries, string_agg(substring(hash from 1 for ${DIGEST_BYTES}::integer), ''::bytea order by seq) as digests,
      min(coalesce(previous_seq, 0) + 1) filter (where not is_genuine or prev_hash <> coalesce(previous, ${GENESIS}) or seq <> coalesce(previous_seq, 0) + 1) as bad
    from (
      select seq, hash, prev_hash, is_genuine, lag(hash) over (order by seq) as previous, lag(seq) over (order by seq) as previous_seq
      from (
        select seq, hash, prev_hash, hash = sha256(prev_hash || ${CONTENT}) as is_genuine from audit_log
        where tenant_id = current_tenant() and seq >= ${after} and seq <= ${head} order by seq limit ${PER_READ}
      ) entry
    ) linked where seq > ${after}`.execute(tx);
  const row = rows[0];
  return {
    entries: Number(row?.entries ?? 0),
    bad: row?.bad ? Number(row.bad) : null,
    digests: row?.digests ?? Buffer.alloc(0),
  };
}

/** Reads the first entry at or after a number, whole. */
async function entryFrom(tx: Tx, seq: number): Promise<Entry | undefined> {
  const { rows } = await sql<{ seq: string; content: Buffer; previous: Buffer; hash: Buffer }>`
    select seq, ${CONTENT} as content, prev_hash as previous, hash from audit_log
    where tenant_id = current_tenant() and seq >= ${seq} order by seq limit 1`.execute(tx);
  return rows[0] && { ...rows[0], seq: Number(rows[0].seq) };
}

async function hashAt(tx: Tx, seq: number): Promise<Buffer> {
  if (seq === 0) return GENESIS;
  const { rows } = await sql<{
    hash: Buffer;
  }>`select hash from audit_log where tenant_id = current_tenant() and seq = ${seq}`.execute(tx);
  return rows[0]?.hash ?? GENESIS;
}

/** Yields for each entry, in order, what its anchor has of its hash. */
function anchoredDigests(anchors: readonly Anchor[]): (seq: number) => Buffer | undefined {
  let index = 0;
  let digests: Buffer | undefined;
  return (seq) => {
    while ((anchors[index]?.seq ?? Infinity) < seq) {
      index++;
      digests = undefined;
    }
    const anchor = anchors[index];
    if (!anchor || seq < anchor.from) return undefined;
    digests ??= Buffer.from(anchor.entries, 'base64url');
    return digests.subarray((seq - anchor.from) * DIGEST_BYTES, (seq - anchor.from + 1) * DIGEST_BYTES);
  };
}

/** Finds the first entry whose hash differs from one that an anchor has in full. */
async function firstUnanchored(tx: Tx, anchors: readonly Anchor[], upTo: number): Promise<number | undefined> {
  const wanted = anchors.filter(({ seq }) => seq <= upTo);
  for (let from = 0; from < wanted.length; from += PER_READ) {
    const batch = wanted.slice(from, from + PER_READ);
    const { rows } = await sql<{ seq: string | null }>`
      select min(anchor.seq) as seq from unnest(${batch.map(({ seq }) => seq)}::bigint[], ${batch.map(({ hash }) => hash)}::text[]) as anchor (seq, hash)
      left join audit_log entry on entry.tenant_id = current_tenant() and entry.seq = anchor.seq
      where encode(entry.hash, 'hex') is distinct from anchor.hash`.execute(tx);
    if (rows[0]?.seq) return Number(rows[0].seq);
  }
  return undefined;
}

const startsWith = (value: Buffer, start: Buffer): boolean => value.subarray(0, start.length).equals(start);
const isGenuine = (entry: Entry): boolean =>
  hash('sha256', Buffer.concat([entry.previous, entry.content]), 'buffer').equals(entry.hash);

/** Returns the sequence number of the entry with this hash, 0 for the start of the chain; undefined if not found. */
async function placeOf(tx: Tx, wanted: Buffer): Promise<number | undefined> {
  if (wanted.equals(GENESIS)) return 0;
  const { rows } = await sql<{
    seq: string;
  }>`select seq from audit_log where tenant_id = current_tenant() and hash = ${wanted} order by seq limit 1`.execute(
    tx,
  );
  return rows[0] && Number(rows[0].seq);
}

/** Names the kind of tampering, of which `entry` is the first bad entry. */
async function classify(
  tx: Tx,
  at: { seq: number; before: Buffer; entry: Entry; anchored: Buffer | undefined },
): Promise<Tampering> {
  const { seq, before, entry, anchored } = at;
  if (entry.seq > seq) return { kind: 'deleted', seq };
  const isLinked = entry.previous.equals(before);
  const place = isLinked ? seq - 1 : await placeOf(tx, entry.previous);
  // The entry that this one followed when it was written now comes after it.
  if (place !== undefined && place >= seq) return { kind: 'reordered', seq };
  const next = await entryFrom(tx, seq + 1);
  if (next?.previous.equals(before)) return { kind: 'inserted', seq };
  if (!isLinked) {
    if (place !== undefined) return { kind: 'inserted', seq: place + 1 };
    // The entry is as it was written, so the one before it was another when this one was appended.
    return isGenuine(entry) && seq > 1 ? { kind: 'edited', seq: seq - 1 } : { kind: 'deleted', seq };
  }
  if (isGenuine(entry))
    return { kind: anchored && next && startsWith(next.previous, anchored) ? 'edited' : 'rewritten', seq };
  return { kind: 'edited', seq };
}

/** Returns what is wrong at the end of the chain, whose last entry is `last`. */
function tamperedEnd(
  last: { seq: number; hash: Buffer },
  head: Head,
  anchors: readonly Anchor[],
): Tampering | undefined {
  if (last.seq < Math.max(head.seq, anchors.at(-1)?.seq ?? 0)) return { kind: 'truncated', seq: last.seq + 1 };
  if (head.lastSeq > head.seq) return { kind: 'inserted', seq: head.seq + 1 };
  return last.hash.equals(head.hash) ? undefined : { kind: 'rewritten', seq: last.seq };
}

/**
 * Verifies the tenant's chain from its first entry to its head, against its anchors. `tx` sees the rows of that tenant.
 */
export async function verifyChain(tx: Tx, anchors: readonly Anchor[]): Promise<ChainResult> {
  // Otherwise a function of the owner with the same name could replace PostgreSQL's.
  await sql`set local search_path = pg_catalog, public, pg_temp`.execute(tx);
  const head = (await readHead(tx)) ?? { seq: 0, hash: GENESIS, lastSeq: 0 };
  const digestOf = anchoredDigests(anchors);
  const tampered = async (seq: number, anchored: Buffer | undefined): Promise<ChainResult> => {
    const entry = await entryFrom(tx, seq);
    const before = await hashAt(tx, seq - 1);
    const tampering: Tampering = entry
      ? await classify(tx, { seq, before, entry, anchored })
      : { kind: 'truncated', seq };
    return { entries: seq - 1, lastSeq: head.lastSeq, tampering };
  };
  let seq = 0;
  while (seq < head.seq) {
    const { entries, bad, digests } = await checkEntries(tx, seq, head.seq);
    const right = bad === null ? entries : bad - seq - 1;
    for (let index = 0; index < right; index++) {
      const anchored = digestOf(seq + index + 1);
      if (anchored && !digests.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES).equals(anchored))
        return tampered(seq + index + 1, anchored);
    }
    if (bad !== null) return tampered(bad, digestOf(bad));
    if (entries === 0) break;
    seq += entries;
  }
  const unanchored = await firstUnanchored(tx, anchors, seq);
  if (unanchored !== undefined)
    return { entries: unanchored - 1, lastSeq: head.lastSeq, tampering: { kind: 'rewritten', seq: unanchored } };
  return {
    entries: seq,
    lastSeq: head.lastSeq,
    tampering: tamperedEnd({ seq, hash: await hashAt(tx, seq) }, head, anchors),
  };
}
