import { CamelCasePlugin, CompiledQuery, type DatabaseConnection, Kysely, PostgresDialect, Transaction } from 'kysely';
import pg from 'pg';
import { closeWithItsSession } from './ended-session.ts';
import { literal, OPENING, pipelineTransactions } from './pipelined-transactions.ts';
import { prepareOften } from './prepared-statements.ts';
import type { DB } from './schema.generated.ts';

// Dates stay text (a JavaScript Date would shift them by the time zone), bigints become numbers: every bigint here is
// cents, bytes or a count.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
// Arrays of dates, by their type number, are read as arrays of text, too.
const [DATE_ARRAY, TEXT_ARRAY] = [1182, 1009];
pg.types.setTypeParser(DATE_ARRAY, pg.types.getTypeParser(TEXT_ARRAY));
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('A bigint is larger than the safe integers');
  return value;
});

const INSTANT: number = pg.types.builtins.TIMESTAMPTZ;
/** The session library compares instants as Dates: as text a session would never have ended. */
export const SESSION_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === INSTANT ? (text: string) => new Date(text) : pg.types.getTypeParser(id, format),
};

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;

export const DEFAULT_TENANT = '00000000-0000-0000-0000-000000000000';

/** Messages of libraries when the database did not respond. */
export class DatabaseAway extends Error {}

/**
 * Returns whether the database ended a transaction because of another one (deadlock, serialization failure, lock
 * timeout). Nothing of it was saved, and a retry may succeed (PostgreSQL, appendix A, 40P01, 40001, 55P03).
 */
export const isLockConflict = (error: unknown): boolean =>
  error instanceof Error && /^(40P01|40001|55P03)$/.test((error as Error & { code?: string }).code ?? '');

/**
 * Returns whether the database is unavailable: connection lost or refused, socket missing (ENOENT), server stopping or
 * starting (08xxx, 57P0x), no connection or response in time (25P03, 25P04, 57014), or out of resources (class 53)
 * (PostgreSQL, appendix A).
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall } = error as Error & { code?: string; syscall?: string };
  return (
    error instanceof DatabaseAway ||
    syscall === 'connect' ||
    /^(08|53|57P0|57014|25P0[34]|ECONN|EPIPE|ETIMEDOUT)/.test(code) ||
    /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable/.test(
      error.message,
    ) ||
    (error instanceof AggregateError && error.errors.some(isDatabaseAway)) ||
    isDatabaseAway(error.cause)
  );
}

/** How long a request waits for a connection before it is rejected with a retry (trust P8). */
const MOST_WAIT_MS = 2000;

export type PoolOptions = {
  url: string;
  max: number;
  onError: (error: Error) => void;
  statementTimeoutMs?: number;
  waitMs?: number;
  name?: string;
  types?: pg.CustomTypesConfig;
  /** False for connections that COPY or read with a cursor. */
  pipeline?: boolean;
};

/**
 * Returns a pool that survives an unavailable database: a broken connection, idle or in a transaction, is reported, not
 * thrown.
 */
export function openPool(options: PoolOptions): pg.Pool {
  const { pipeline = true } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.name ?? 'openbenefits',
    connectionTimeoutMillis: options.waitMs ?? MOST_WAIT_MS,
    idleTimeoutMillis: 30_000,
    // Statements are sent without waiting for the answers of earlier ones (decisions/0043).
    pipeline,
    ...(options.types ? { types: options.types } : {}),
    ...(options.statementTimeoutMs
      ? { statement_timeout: options.statementTimeoutMs, query_timeout: options.statementTimeoutMs + 500 }
      : {}),
  });
  pool.on('error', options.onError);
  pool.on('connect', (client) => {
    client.on('error', options.onError);
    prepareOften(client);
    closeWithItsSession(client);
    if (pipeline) pipelineTransactions(client);
  });
  return pool;
}

/** Returns the same database with a setting for its sessions; whatever else the address says stays. */
function withOption(url: string, option: string): string {
  const address = new URL(url);
  address.searchParams.set('options', [address.searchParams.get('options') ?? '', option].join(' ').trim());
  return address.toString();
}

/** Returns the same database with the tables of another schema in sight. */
export const inSchema = (url: string, schema: string): string => withOption(url, `-c search_path=${schema}`);

export function databaseOver(pool: pg.Pool): Database {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/** The role of people who see assigned groups only (migrations/0007). */
const SCOPED = 'set local role openbenefits_scoped';

/**
 * Runs a transaction that sees and writes rows of one tenant only; for users limited to assigned groups, only rows of
 * those groups. BEGIN and settings are sent with the first statement.
 */
export function inTenantAs<T>(
  db: Database,
  actor: { tenantId: string; id: string; assignedGroupsOnly: boolean },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { tenantId, id, assignedGroupsOnly } = actor;
  if (!assignedGroupsOnly) return inTenant(db, tenantId, work);
  return opened(db, `${tenantSetting(tenantId)}, set_config('app.user_id', ${literal(id)}, true); ${SCOPED}`, work);
}

/** Runs a transaction that sees and writes one tenant's rows only. */
export const inTenant = <T>(db: Database, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  opened(db, tenantSetting(tenantId), work);

const tenantSetting = (tenantId: string): string => `select set_config('app.tenant_id', ${literal(tenantId)}, true)`;

const DIALECT = new PostgresDialect({
  pool: () => Promise.reject(new Error('A transaction cannot open a connection')),
});
const OF_TRANSACTIONS = { config: { dialect: DIALECT }, dialect: DIALECT, driver: DIALECT.createDriver() };

/** Returns the transaction without Kysely's wait between statements. */
function pipelined(tx: Tx, connection: DatabaseConnection): Tx {
  const executor = tx.getExecutor().withConnectionProvider({ provideConnection: async (use) => use(connection) });
  return new Transaction<DB>({ ...OF_TRANSACTIONS, executor });
}

function opened<T>(db: Database, settings: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) =>
    tx.getExecutor().provideConnection(async (connection) => {
      const own = pipelined(tx, connection);
      await own.executeQuery(CompiledQuery.raw(`${OPENING}${settings}`));
      return work(own);
    }),
  );
}
