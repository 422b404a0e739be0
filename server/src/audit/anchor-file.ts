import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { inTenant, type Tx } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import { type Anchor, type Anchors, DIGEST_BYTES, readAnchors, signAnchor } from './anchors.ts';
import { readHead } from './chain.ts';

type Means = Pick<Services, 'db' | 'clock' | 'config' | 'vault' | 'log'>;

const ENTRIES_PER_ANCHOR = 10_000;

export const anchorFile = ({ AUDIT_ANCHOR_FILE, DATA_DIR }: Config): string =>
  path.resolve(AUDIT_ANCHOR_FILE ?? path.join(DATA_DIR, 'audit-anchors.jsonl'));
const anchorKey = ({ vault }: Pick<Means, 'vault'>): string => vault.derive('audit anchors');

export const anchorText = (config: Config): Promise<string> =>
  readFile(anchorFile(config), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

/** Reads the anchors and checks their signatures. */
export const anchorsOf = async (means: Pick<Means, 'config' | 'vault'>): Promise<Anchors> =>
  readAnchors(await anchorText(means.config), anchorKey(means));

export async function tenantIds({ db }: Pick<Means, 'db'>): Promise<string[]> {
  return (await db.selectFrom('tenants').select('id').orderBy('id').execute()).map(({ id }) => id);
}

async function hashesFrom(tx: Tx, from: number, to: number): Promise<{ seq: string; hash: Buffer }[]> {
  const { rows } = await sql<{ seq: string; hash: Buffer }>`select seq, hash from audit_log
    where tenant_id = current_tenant() and seq between ${from} and ${to} order by seq limit ${ENTRIES_PER_ANCHOR}`.execute(
    tx,
  );
  return rows;
}

/**
 * Creates the missing anchors of the tenant's chain; none, with a log entry, if the chain does not continue from the
 * last anchor.
 */
async function missingAnchors(means: Means, tx: Tx, tenant: string, last: Anchor | undefined): Promise<Anchor[]> {
  const head = await readHead(tx);
  const before = last && (await hashesFrom(tx, last.seq, last.seq))[0];
  if (last && before?.hash.toString('hex') !== last.hash) {
    means.log.error(
      { tenant, seq: last.seq },
      'The audit log was changed after its last anchor. Run: npm start -- --verify-audit',
    );
    return [];
  }
  const anchors: Anchor[] = [];
  const headSeq = head?.seq ?? 0;
  for (let newest = last; (newest?.seq ?? 0) < headSeq; newest = anchors.at(-1)) {
    const from = (newest?.seq ?? 0) + 1;
    const rows = await hashesFrom(tx, from, headSeq);
    const end = rows.at(-1);
    // Entries are missing: the verification says which.
    if (!end || Number(end.seq) !== from + rows.length - 1) break;
    const entries = Buffer.concat(rows.map(({ hash }) => hash.subarray(0, DIGEST_BYTES))).toString('base64url');
    const unsigned = {
      tenant,
      from,
      seq: Number(end.seq),
      hash: end.hash.toString('hex'),
      at: means.clock.now(),
      entries,
      previous: newest?.signature ?? '',
    };
    anchors.push(signAnchor(unsigned, anchorKey(means)));
  }
  return anchors;
}

/** Appends to the file and has it on disk. A line that a crash has cut is ended first. */
async function append(file: string, text: string, anchors: readonly Anchor[]): Promise<void> {
  const handle = await open(file, 'a', 0o600);
  try {
    const isCut = text !== '' && !text.endsWith('\n');
    await handle.write((isCut ? '\n' : '') + anchors.map((anchor) => `${JSON.stringify(anchor)}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Anchors the head of every tenant's chain that has grown. Servers with one file take turns. Returns the number of new
 * anchors.
 */
export async function anchorHeads(means: Means): Promise<number> {
  let added = 0;
  for (const tenant of await tenantIds(means)) {
    added += await inTenant(means.db, tenant, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('audit anchors', 36))`.execute(tx);
      const text = await anchorText(means.config);
      const { byTenant, fault } = readAnchors(text, anchorKey(means));
      if (fault) {
        means.log.error(
          { line: fault.line, reason: fault.reason },
          'The anchor file was changed or belongs to another installation; no anchors are added',
        );
        return 0;
      }
      const anchors = await missingAnchors(means, tx, tenant, byTenant.get(tenant)?.at(-1));
      if (anchors.length > 0) await append(anchorFile(means.config), text, anchors);
      return anchors.length;
    });
  }
  return added;
}
