import { createRequire } from 'node:module';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Tx } from '../db/connect.ts';
import type { Log } from '../log.ts';

const SCHEMA = 'pgboss';

export type QueueSettings = { name: string; retries: number; retryDelaySeconds: number; expireSeconds: number };

/** The schema that this version of pg-boss works with. */
const SCHEMA_VERSION = (createRequire(import.meta.url)('pg-boss/package.json') as { pgboss: { schema: number } }).pgboss
  .schema;

/**
 * Returns whether an earlier start of the same version prepared the queues; starting the library to find out costs a
 * third of a second.
 */
async function isPrepared(
  ownerUrl: string,
  roles: readonly string[],
  queues: readonly QueueSettings[],
): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl });
  // A database that ends meanwhile fails the query in hand, which says why.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ queues: number }>(
      `select count(*)::int as queues from ${SCHEMA}.queue q where q.name = any($1) and (select version from ${SCHEMA}.version) = $2
         and (select bool_and(has_table_privilege(role, '${SCHEMA}.job', 'insert')) from unnest($3::text[]) role)`,
      [queues.map(({ name }) => name), SCHEMA_VERSION, roles],
    );
    return rows[0]?.queues === queues.length;
  } catch (error) {
    // No tables yet.
    if (['42P01', '3F000'].includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  } finally {
    await client.end();
  }
}

/** Makes pg-boss's own tables and the queues as the owner, and lets the server's roles use them. */
export async function prepareBoss(
  ownerUrl: string,
  roles: readonly string[],
  queues: readonly QueueSettings[],
): Promise<void> {
  if (await isPrepared(ownerUrl, roles, queues)) return;
  // Schedules make a queue of the library's own, which takes the owner, too.
  const boss = new PgBoss({ connectionString: ownerUrl, schema: SCHEMA, supervise: false, schedule: true, max: 2 });
  boss.on('error', () => {});
  await boss.start();
  for (const { name, retries, retryDelaySeconds, expireSeconds } of queues)
    await boss.createQueue(name, {
      retryLimit: retries,
      retryDelay: retryDelaySeconds,
      retryBackoff: true,
      expireInSeconds: expireSeconds,
    });
  const granted = roles.join(', ');
  await boss.getDb().executeSql(
    `grant usage on schema ${SCHEMA} to ${granted}; grant select, insert, update, delete on all tables in schema ${SCHEMA} to ${granted};
     grant execute on all functions in schema ${SCHEMA} to ${granted}; grant usage on all sequences in schema ${SCHEMA} to ${granted}`,
  );
  await boss.stop({ graceful: false });
}

/** Opens the pg-boss queues with the server's role. `schedules`: this process sends due jobs, as every worker may. */
export async function openBoss(options: { url: string; log: Log; schedules: boolean }): Promise<PgBoss> {
  const { url, log, schedules } = options;
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    migrate: false,
    createSchema: false,
    schedule: schedules,
    max: 4,
  });
  let lastComplaint = '';
  boss.on('error', (error) => {
    const kind = (error as Error & { code?: string }).code ?? error.name;
    if (kind !== lastComplaint) log.warn({ err: error }, 'The job queue cannot reach the database');
    lastComplaint = kind;
  });
  await boss.start();
  return boss;
}

/** Has pg-boss write in the caller's transaction: committed together or not at all. */
export const within = (tx: Tx) => ({
  executeSql: async (text: string, values?: unknown[]) => {
    const { rows } = await tx
      .withoutPlugins()
      .executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...(values ?? [])]));
    return { rows: [...rows] };
  },
});
