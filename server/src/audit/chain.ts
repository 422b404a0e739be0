import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import { type Anchor, DIGEST_BYTES } from './anchors.ts';

const PER_READ = 10_000;
const GENESIS: Buffer = hash('sha256', 'openbenefits audit chain', 'buffer');

export type TamperingKind = 'edited' | 'deleted' | 'reordered' | 'inserted' | 'truncated' | 'rewritten';
export type Tampering = { kind: TamperingKind; seq: number };
export type ChainResult = { entries: number; lastSeq: number; tampering: Tampering | undefined };

type Entry = { seq: number; content: Buffer; previous: Buffer; hash: Buffer };
type Head = { seq: number; hash: Buffer; lastSeq: number };

/** Reads the head of the tenant's chain; null where the tenant has none. */
export async function readHead(tx: Tx): Promise<Head | undefined> {
  const { rows } = await sql<{ seq: string; hash: Buffer; lastSeq: string }>`select seq, hash, last_seq from audit_head()`.execute(tx);
  const head = rows[0];
  return head && { seq: Number(head.seq), hash: head.hash, lastSeq: Number(head.lastSeq) };
}

/**
 * Reads entries with the bytes that their hash covers, as `audit_hash` builds them (0001_ground.sql). Only functions of PostgreSQL itself are called: one of
 * ours could have been replaced. One value holds many entries, because a row of its own for each takes most of the time.
 */
async function readEntries(tx: Tx, after: number): Promise<Entry[]> {
  const { rows } = await sql<{ packed: Buffer | null }>`
    select string_agg(int8send(seq) || int4send(octet_length(content)) || content || int4send(octet_length(prev_hash)) || prev_hash
      || int4send(octet_length(hash)) || hash, ''::bytea order by seq) as packed
    from (
      select seq, prev_hash, hash, pg_catalog.convert_to(pg_catalog.jsonb_build_array(
        tenant_id, seq, pg_catalog.to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), actor_id, actor_name, action, outcome,
        target_kind, target_id, reason, fields, item_count, pg_catalog.encode(merkle_root, 'hex'), request_id
      )::text, 'UTF8') as content
      from audit_log where tenant_id = current_tenant() and seq > ${after} order by seq limit ${PER_READ}
    ) entry`.execute(tx);
  return unpack(rows[0]?.packed ?? Buffer.alloc(0));
}

function unpack(packed: Buffer): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  const part = (): Buffer => {
    const length = packed.readInt32BE(at);
    const value = packed.subarray(at + 4, at + 4 + length);
    at += 4 + length;
    return value;
  };
  while (at < packed.length) {
    const seq = Number(packed.readBigInt64BE(at));
    at += 8;
    entries.push({ seq, content: part(), previous: part(), hash: part() });
  }
  return entries;
}

/** Says for each entry what its anchor holds of its hash, going forward. */
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
    return seq === anchor.seq ? Buffer.from(anchor.hash, 'hex') : digests.subarray((seq - anchor.from) * DIGEST_BYTES, (seq - anchor.from + 1) * DIGEST_BYTES);
  };
}

const startsWith = (value: Buffer, start: Buffer): boolean => value.subarray(0, start.length).equals(start);
const isGenuine = (entry: Entry): boolean => hash('sha256', Buffer.concat([entry.previous, entry.content]), 'buffer').equals(entry.hash);

/** The sequence number under which an entry with this hash is found, 0 for the beginning of the chain; undefined where there is none. */
async function placeOf(tx: Tx, wanted: Buffer): Promise<number | undefined> {
  if (wanted.equals(GENESIS)) return 0;
  const { rows } = await sql<{ seq: string }>`select seq from audit_log where tenant_id = current_tenant() and hash = ${wanted} order by seq limit 1`.execute(
    tx,
  );
  return rows[0] && Number(rows[0].seq);
}

/** Names what was done to the chain, of which `entry` is the first that is not as it should be. */
async function classify(tx: Tx, at: { seq: number; before: Buffer; entry: Entry; anchored: Buffer | undefined }): Promise<Tampering> {
  const { seq, before, entry, anchored } = at;
  if (entry.seq > seq) return { kind: 'deleted', seq };
  const isLinked = entry.previous.equals(before);
  const place = isLinked ? seq - 1 : await placeOf(tx, entry.previous);
  // The entry that this one followed when it was written now comes after it.
  if (place !== undefined && place >= seq) return { kind: 'reordered', seq };
  const [next] = await readEntries(tx, seq);
  if (next?.previous.equals(before)) return { kind: 'inserted', seq };
  if (!isLinked) {
    if (place !== undefined) return { kind: 'inserted', seq: place + 1 };
    // The entry is as it was written, so the one before it was another when this one was appended.
    return isGenuine(entry) && seq > 1 ? { kind: 'edited', seq: seq - 1 } : { kind: 'deleted', seq };
  }
  if (isGenuine(entry)) return { kind: anchored && next && startsWith(next.previous, anchored) ? 'edited' : 'rewritten', seq };
  return { kind: 'edited', seq };
}

/** What is wrong at the end of the chain, whose last entry is `last`. */
function tamperedEnd(last: { seq: number; hash: Buffer }, head: Head, anchors: readonly Anchor[]): Tampering | undefined {
  if (last.seq < Math.max(head.seq, anchors.at(-1)?.seq ?? 0)) return { kind: 'truncated', seq: last.seq + 1 };
  if (head.lastSeq > head.seq) return { kind: 'inserted', seq: head.seq + 1 };
  return last.hash.equals(head.hash) ? undefined : { kind: 'rewritten', seq: last.seq };
}

/** Verifies the tenant's chain from its first entry to its head, against its anchors. `tx` sees the rows of that tenant. */
export async function verifyChain(tx: Tx, anchors: readonly Anchor[]): Promise<ChainResult> {
  const head = (await readHead(tx)) ?? { seq: 0, hash: GENESIS, lastSeq: 0 };
  const digestOf = anchoredDigests(anchors);
  let seq = 0;
  let before: Buffer = GENESIS;
  // The next entries are read while those before them are hashed.
  let reading = readEntries(tx, 0);
  for (let entries = await reading; entries.length > 0; entries = await reading) {
    reading = readEntries(tx, entries.at(-1)?.seq ?? 0);
    // A failure of the read is thrown where it is awaited.
    reading.catch(() => undefined);
    for (const entry of entries) {
      if (entry.seq > head.seq) break;
      const anchored = digestOf(seq + 1);
      const isRight = entry.seq === seq + 1 && entry.previous.equals(before) && isGenuine(entry) && (!anchored || startsWith(entry.hash, anchored));
      if (!isRight) return { entries: seq, lastSeq: head.lastSeq, tampering: await classify(tx, { seq: seq + 1, before, entry, anchored }) };
      seq = entry.seq;
      before = entry.hash;
    }
    if ((entries.at(-1)?.seq ?? 0) >= head.seq) break;
  }
  await reading;
  return { entries: seq, lastSeq: head.lastSeq, tampering: tamperedEnd({ seq, hash: before }, head, anchors) };
}
