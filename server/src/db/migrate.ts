import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import { StartError } from '../config.ts';
import { codeOf } from '../disk-full.ts';
import { databaseOver } from './connect.ts';
import { type Keys, recordKeys, verifyKeys } from './key-checks.ts';

const FOLDER = path.join(import.meta.dirname, 'migrations');
const OLDEST = 15;
export const APP_ROLE = 'openbenefits_app';
/**
 * The database role for users limited to assigned groups: the same rights with additional policies (0001_ground.sql).
 */
export const SCOPED_ROLE = 'openbenefits_scoped';

/** Returns the migrations of this version, by name. */
export function readMigrations(): Record<string, Migration> {
  return Object.fromEntries(
    migrationNames().map((name) => [
      name,
      {
        up: async (db) => {
          await sql.raw(readFileSync(path.join(FOLDER, `${name}.sql`), 'utf8')).execute(db);
        },
      },
    ]),
  );
}

const provider: MigrationProvider = { getMigrations: async () => readMigrations() };

/** Rejects a database server that is too old or may lose acknowledged writes (trust finding 7, P43). */
async function checkServer(client: pg.ClientBase, allowUnsafe: boolean): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string; off: string[] }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      array(select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
        union select 'synchronous_commit' from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
          where r.rolname = $1 and s.setconfig && array['synchronous_commit=off'] order by 1)::text[] as off`,
    [APP_ROLE],
  );
  const { version = 0, encoding = '', off = [] } = rows[0] ?? {};
  if (version < OLDEST * 10_000)
    throw new StartError(
      `The database is PostgreSQL ${Math.floor(version / 10_000)}; OpenBenefits needs ${OLDEST} or newer. Upgrade it, or set DATABASE_URL to another database.`,
    );
  if (encoding !== 'UTF8')
    throw new StartError(
      `The database stores text as ${encoding}; OpenBenefits needs UTF8. Create it with: encoding 'UTF8'.`,
    );
  if (off.length > 0 && !allowUnsafe)
    throw new StartError(
      `The database can lose acknowledged writes: ${off.join(', ')} ${off.length > 1 ? 'are' : 'is'} off. Turn ${off.length > 1 ? 'them' : 'it'} on. For tests only: ALLOW_UNSAFE_DATABASE=true.`,
    );
}

/**
 * Creates the server's role and its scoped counterpart. They own nothing, so row-level security applies to them. The
 * password comes from the key file and is set at every start.
 */
async function prepareRoles(client: pg.ClientBase, password: string): Promise<void> {
  await client.query('select pg_advisory_lock(hashtext($1))', ['openbenefits role']);
  try {
    const { rows } = await client.query<{ unbound: boolean }>(
      'select rolsuper or rolbypassrls as unbound from pg_roles where rolname = $1',
      [APP_ROLE],
    );
    if (rows[0]?.unbound)
      throw new StartError(
        `The role ${APP_ROLE} is a superuser or bypasses row-level security, so tenants would not be separated. Revoke those rights.`,
      );
    // A new role has neither right; revoking them needs a superuser before PostgreSQL 16. It inherits nothing, or the
    // policies of the scoped role would apply to it too.
    await client.query(
      `${rows[0] ? 'alter' : 'create'} role ${APP_ROLE} login noinherit password ${client.escapeLiteral(password)}`,
    );
    await client.query(
      `do $$ begin if not exists (select from pg_roles where rolname = '${SCOPED_ROLE}') then create role ${SCOPED_ROLE} nologin; end if; end $$`,
    );
    await client.query(`grant ${SCOPED_ROLE} to ${APP_ROLE}`);
    await client.query(`grant usage on schema public to ${APP_ROLE}, ${SCOPED_ROLE}`);
  } catch (error) {
    if ((error as { code?: string }).code === '42501') {
      throw new StartError(
        `The user of DATABASE_URL may not create the role ${APP_ROLE}. Grant it CREATEROLE and ownership of its database.`,
      );
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

/** The names of the migrations that a database has had, oldest first; none for a new one. */
async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ present: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as present`,
  );
  if (!rows[0]?.present) return [];
  return (await client.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(
    ({ name }) => name,
  );
}

/** Returns the names of the migrations of this version, oldest first. */
export const migrationNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => path.basename(file, '.sql'))
    .toSorted();

/** Rejects a database that a newer version updated, because this version does not understand its data. */
async function requireKnownMigrations(client: pg.ClientBase): Promise<string[]> {
  const applied = await appliedMigrations(client);
  const own = new Set(migrationNames());
  const newer = applied.find((name) => !own.has(name));
  if (newer)
    throw new StartError(
      `The database was updated by a newer version of OpenBenefits (migration ${newer}). Start that version, or a newer one.`,
    );
  return applied;
}

/** Returns whether the scoped role lacks a right of the server's role, which an interrupted update can leave. */
async function lacksGrants(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ lacks: boolean }>(
    `select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'auth')
        and c.relacl::text like '%' || $1 || '=%' and c.relacl::text not like '%' || $2 || '=%')
      or exists (select from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'
        and p.proacl::text like '%' || $1 || '=%' and p.proacl::text not like '%' || $2 || '=%') as lacks`,
    [APP_ROLE, SCOPED_ROLE],
  );
  return rows[0]?.lacks ?? true;
}

async function update(pool: pg.Pool, client: pg.ClientBase, applied: readonly string[]): Promise<void> {
  const isNew = applied.length < migrationNames().length;
  if (isNew) {
    const { error, results } = await new Migrator({ db: databaseOver(pool), provider }).migrateToLatest();
    if (error) {
      const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
      if (error instanceof Error && error.message.startsWith('corrupted migrations'))
        throw new StartError(
          'The migrations of this database do not match this version. Start the version that last used it.',
        );
      // Missing rights and disk space have their own messages.
      if (!failed || /^(42501|53|57|58P01|0A000|08)/.test(codeOf(error))) throw error;
      throw new StartError(
        `The database could not be updated (migration ${failed}, SQLSTATE ${codeOf(error) || 'unknown'}). It is unchanged. Start the earlier version again and report this.`,
        { cause: error },
      );
    }
  }
  if (isNew || (await lacksGrants(client))) await mirrorGrants(client);
}

export type MigrateOptions = {
  /** The keys that the database must be used with; none are checked where a test brings its own. */
  keys?: Keys;
  /** Whether a database that can lose acknowledged writes will do. */
  allowUnsafe?: boolean;
};

/**
 * Migrates the database to the newest schema with an owner connection. Of two servers, one migrates and the other
 * waits. Everything that prevents the start is checked before anything is written. Returns the URL for the server's
 * role.
 */
export async function migrate(
  ownerUrl: string,
  appPassword: string,
  { keys, allowUnsafe = false }: MigrateOptions = {},
): Promise<string> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2, connectionTimeoutMillis: 5000 });
  pool.on('error', () => {});
  try {
    const client = await pool.connect();
    client.on('error', () => {});
    try {
      await checkServer(client, allowUnsafe);
      await client.query('select pg_advisory_lock(hashtext($1))', ['openbenefits start']);
      const applied = await requireKnownMigrations(client);
      if (keys) await verifyKeys(client, keys);
      await prepareRoles(client, appPassword);
      await update(pool, client, applied);
      if (keys) await recordKeys(client, keys);
    } finally {
      // With its connection the lock ends, too.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
  const url = new URL(ownerUrl);
  url.username = APP_ROLE;
  url.password = encodeURIComponent(appPassword);
  return url.toString();
}
