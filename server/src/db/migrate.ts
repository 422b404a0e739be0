import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import { StartError } from '../config.ts';
import { databaseOver } from './connect.ts';

const FOLDER = path.join(import.meta.dirname, 'migrations');
const OLDEST = 15;
export const APP_ROLE = 'openbenefits_app';

const provider: MigrationProvider = {
  async getMigrations(): Promise<Record<string, Migration>> {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));
    return Object.fromEntries(
      files.map((file) => [path.basename(file, '.sql'), { up: async (db) => void (await sql.raw(readFileSync(path.join(FOLDER, file), 'utf8')).execute(db)) }]),
    );
  },
};

/** Refuses a server that is too old or that may lose acknowledged writes (trust finding 7, P43). */
async function checkServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number; fsync: string; pages: string; commit: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
      current_setting('synchronous_commit') as commit`,
  );
  const server = rows[0];
  if (!server || server.version < OLDEST * 10_000) {
    throw new StartError(`The database is PostgreSQL ${Math.floor((server?.version ?? 0) / 10_000)}; OpenBenefits needs ${OLDEST} or newer. Upgrade it or point DATABASE_URL at another.`);
  }
}

/** The server's own role: it owns nothing, so row-level security binds it. Its password comes from the key file and is set at every start. */
async function prepareRole(client: pg.ClientBase, password: string): Promise<void> {
  await client.query('select pg_advisory_lock(hashtext($1))', ['openbenefits role']);
  try {
    const { rows } = await client.query<{ unbound: boolean }>('select rolsuper or rolbypassrls as unbound from pg_roles where rolname = $1', [APP_ROLE]);
    if (rows[0]?.unbound) throw new StartError(`The role ${APP_ROLE} is a superuser or bypasses row-level security, which would take the wall between tenants away. Take those rights from it.`);
    // A new role has neither of these rights; saying so again would take a superuser before PostgreSQL 16.
    await client.query(`${rows[0] ? 'alter' : 'create'} role ${APP_ROLE} login password ${client.escapeLiteral(password)}`);
    await client.query(`grant usage on schema public to ${APP_ROLE}`);
  } catch (error) {
    if ((error as { code?: string }).code === '42501') {
      throw new StartError(`The user of DATABASE_URL may not create the role ${APP_ROLE}. Give it CREATEROLE and ownership of its database.`);
    }
    throw error;
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', ['openbenefits role']);
  }
}

/** Brings the database behind an owner connection to the newest schema; two servers at once: one does it, the other waits. Returns the URL for the server's role. */
export async function migrate(ownerUrl: string, appPassword: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2, connectionTimeoutMillis: 5000 });
  pool.on('error', () => {});
  try {
    const client = await pool.connect();
    try {
      await checkServer(client);
      await prepareRole(client, appPassword);
    } finally {
      client.release();
    }
    const { error } = await new Migrator({ db: databaseOver(pool), provider }).migrateToLatest();
    if (error) throw error;
  } finally {
    await pool.end();
  }
  const url = new URL(ownerUrl);
  url.username = APP_ROLE;
  url.password = encodeURIComponent(appPassword);
  return url.toString();
}
