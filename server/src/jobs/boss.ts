import { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Tx } from '../db/connect.ts';
import type { Log } from '../log.ts';

const SCHEMA = 'pgboss';

export type QueueSettings = { name: string; retries: number; retryDelaySeconds: number; expireSeconds: number };

/** Makes pg-boss's own tables and the queues as the owner, and lets the server's roles use them. */
export async function prepareBoss(ownerUrl: string, roles: readonly string[], queues: readonly QueueSettings[]): Promise<void> {
  // Schedules make a queue of the library's own, which takes the owner, too.
  const boss = new PgBoss({ connectionString: ownerUrl, schema: SCHEMA, supervise: false, schedule: true, max: 2 });
  boss.on('error', () => {});
  await boss.start();
  for (const { name, retries, retryDelaySeconds, expireSeconds } of queues)
    await boss.createQueue(name, { retryLimit: retries, retryDelay: retryDelaySeconds, retryBackoff: true, expireInSeconds: expireSeconds });
  const granted = roles.join(', ');
  await boss.getDb().executeSql(
    `grant usage on schema ${SCHEMA} to ${granted}; grant select, insert, update, delete on all tables in schema ${SCHEMA} to ${granted};
     grant execute on all functions in schema ${SCHEMA} to ${granted}; grant usage on all sequences in schema ${SCHEMA} to ${granted}`,
  );
  await boss.stop({ graceful: false });
}

/** The queues of pg-boss as the server's role. `schedules`: this process sends what is due, as every worker may. */
export async function openBoss(options: { url: string; log: Log; schedules: boolean }): Promise<PgBoss> {
  const { url, log, schedules } = options;
  const boss = new PgBoss({ connectionString: url, schema: SCHEMA, migrate: false, createSchema: false, schedule: schedules, max: 4 });
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
    const { rows } = await tx.withoutPlugins().executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...(values ?? [])]));
    return { rows: [...rows] };
  },
});
