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
/** What the server's role turns into for people who are limited to assigned groups: the same rights behind one more wall (0007_administration.sql). */
export const SCOPED_ROLE = 'openbenefits_scoped';

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
    throw new StartError(
      `The database is PostgreSQL ${Math.floor((server?.version ?? 0) / 10_000)}; OpenBenefits needs ${OLDEST} or newer. Upgrade it or point DATABASE_URL at another.`,
    );
  }
}

/**
 * The server's own role and its scoped twin: they own nothing, so row-level security binds them. The password comes from the key file and is set at every
 * start.
 */
async function prepareRoles(client: pg.ClientBase, password: string): Promise<void> {
  await client.query('select pg_advisory_lock(hashtext($1))', ['openbenefits role']);
  try {
    const { rows } = await client.query<{ unbound: boolean }>('select rolsuper or rolbypassrls as unbound from pg_roles where rolname = $1', [APP_ROLE]);
    if (rows[0]?.unbound)
      throw new StartError(
        `The role ${APP_ROLE} is a superuser or bypasses row-level security, which would take the wall between tenants away. Take those rights from it.`,
      );
    // A new role has neither of these rights; saying so again would take a superuser before PostgreSQL 16. It inherits nothing: the walls of the
    // scoped role would bind it too.
    await client.query(`${rows[0] ? 'alter' : 'create'} role ${APP_ROLE} login noinherit password ${client.escapeLiteral(password)}`);
    await client.query(
      `do $$ begin if not exists (select from pg_roles where rolname = '${SCOPED_ROLE}') then create role ${SCOPED_ROLE} nologin; end if; end $$`,
    );
    await client.query(`grant ${SCOPED_ROLE} to ${APP_ROLE}`);
    await client.query(`grant usage on schema public to ${APP_ROLE}, ${SCOPED_ROLE}`);
  } catch (error) {
    if ((error as { code?: string }).code === '42501') {
      throw new StartError(`The user of DATABASE_URL may not create the role ${APP_ROLE}. Give it CREATEROLE and ownership of its database.`);
    }
    throw error;
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', ['openbenefits role']);
  }
}

/** The scoped role has the server role's rights on tables and functions, no more. */
async function mirrorGrants(client: pg.ClientBase): Promise<void> {
  await client.query(`do $$
    declare wanted record;
    begin
      for wanted in select table_schema, table_name, privilege_type from information_schema.role_table_grants where grantee = '${APP_ROLE}' and table_schema in ('public', 'auth') loop
        execute format('grant %s on %I.%I to ${SCOPED_ROLE}', wanted.privilege_type, wanted.table_schema, wanted.table_name);
      end loop;
      for wanted in select routine_schema, specific_name from information_schema.role_routine_grants where grantee = '${APP_ROLE}' and routine_schema = 'public' loop
        execute format('grant execute on function %s to ${SCOPED_ROLE}', substring(wanted.specific_name from '_(\\d+)$')::oid::regprocedure);
      end loop;
      grant usage on schema auth to ${SCOPED_ROLE};
    end $$`);
}

/**
 * Brings the database behind an owner connection to the newest schema; two servers at once: one does it, the other waits. Returns the URL for the server's
 * role.
 */
export async function migrate(ownerUrl: string, appPassword: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2, connectionTimeoutMillis: 5000 });
  pool.on('error', () => {});
  try {
    const client = await pool.connect();
    try {
      await checkServer(client);
      await prepareRoles(client, appPassword);
      const { error } = await new Migrator({ db: databaseOver(pool), provider }).migrateToLatest();
      if (error) throw error;
      await mirrorGrants(client);
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
  }
  const url = new URL(ownerUrl);
  url.username = APP_ROLE;
  url.password = encodeURIComponent(appPassword);
  return url.toString();
}
