import type { Permission } from '@openbenefits/domain/permissions';
import { betterAuth } from 'better-auth';
import { parseCookies } from 'better-auth/cookies';
import { getAdapter } from 'better-auth/db/adapter';
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import { DatabaseAway, DEFAULT_TENANT } from '../db/connect.ts';
import type { Log } from '../log.ts';
import { hashingAdapter, hashToken } from './hashed-tokens.ts';
import type { LiveSession, SessionPerson } from './live-session.ts';
import { OpenConnections } from './open-connections.ts';
import { redactingPool } from './redacting-pool.ts';
import { hearSessionChanges } from './session-announcements.ts';
import { SessionCache } from './session-cache.ts';

/** Twelve hours after sign-in a session ends, however much it is used (trust section 3, 13). */
const ABSOLUTE_SECONDS = 12 * 60 * 60;
/** The time of last use is written at most this often. */
const USE_STEP_SECONDS = 30;
const COOKIE_PREFIX = 'openbenefits';
/** A page's header: seconds since the last use of mouse or keyboard. Automatic refreshes are not use. */
const IDLE_HEADER = 'x-idle-seconds';

type SessionOptions = { pool: pg.Pool; secret: string; baseUrl: string; secure: boolean; log: Log; clock: Clock };

function noteFaults(log: Log, about: readonly unknown[]): void {
  for (const one of about) if (one instanceof Error) log.warn({ err: one }, 'A session could not be read or written');
}

/**
 * Returns the session library: passwords, cookies, rows. Its HTTP routes are not mounted; only our own operations call
 * it.
 */
async function openLibrary({ pool, secret, baseUrl, secure, log, clock }: SessionOptions, changed: () => void) {
  const options = {
    appName: 'OpenBenefits',
    baseURL: baseUrl,
    secret,
    // The library's messages may quote values, so only our own message and safe error details are logged.
    logger: { level: 'error', log: (_level: unknown, _words: unknown, ...about: unknown[]) => noteFaults(log, about) },
    telemetry: { enabled: false },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 6 },
    user: {
      additionalFields: {
        tenantId: { type: 'string', input: false, defaultValue: DEFAULT_TENANT },
        role: { type: 'string', input: false },
        title: { type: 'string', input: false, required: false },
        disabled: { type: 'boolean', input: false, defaultValue: false },
        groupScope: { type: 'string', input: false, defaultValue: 'all' },
      },
    },
    session: {
      expiresIn: ABSOLUTE_SECONDS,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      additionalFields: { lastUsedAt: { type: 'date', input: false, required: false } },
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: secure,
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/' },
    },
  } as const;
  const inner = await getAdapter({ ...options, database: redactingPool(pool) });
  return betterAuth({
    ...options,
    database: () => hashingAdapter(inner, { clock, absoluteMs: ABSOLUTE_SECONDS * 1000, changed }),
  });
}

type PersonRow = Omit<SessionPerson, 'permissions' | 'assignedGroupsOnly'> & {
  permissions: Permission[];
  groupScope: string;
};
type Row = PersonRow & {
  sessionId: string;
  lastUsedAt: Date;
  expiresAt: Date;
  idleMinutes: number;
};

/**
 * Live: neither past its absolute end nor unused for the organization's idle timeout, and the account is enabled. `$2`
 * is now.
 */
const LIVE = `s."expiresAt" > $2 and s."lastUsedAt" > $2::timestamptz - make_interval(mins => t.session_idle_minutes) and not u.disabled`;
const SESSIONS = `auth.session s join auth."user" u on u.id = s."userId" join public.tenants t on t.id = u."tenantId"`;

const ROLE = `auth.roles r on r."tenantId" = u."tenantId" and r.id = u.role`;
const PERSON = `u.id, u.name, u.email, u.role, coalesce(u.title, '') as title, u."tenantId", u."groupScope", r.name as "roleName",
  array(select p.permission from auth.role_permissions p where p."tenantId" = u."tenantId" and p."roleId" = u.role) as permissions`;
const PERSON_BY_ID = `select ${PERSON} from auth."user" u join ${ROLE} where u.id = $1`;
const FIND = `with found as (
    select s.id as "sessionId", s."lastUsedAt", s."expiresAt", t.session_idle_minutes as "idleMinutes", ${PERSON}
    from ${SESSIONS} join ${ROLE} where s.token = $1 and ${LIVE}
  ), used as (
    update auth.session s set "lastUsedAt" = $3 from found
    where s.id = found."sessionId" and $3 > found."lastUsedAt" + interval '${USE_STEP_SECONDS} seconds'
  ) select * from found`;
const LIVE_AMONG = `select s.id from ${SESSIONS} where s.id = any($1) and ${LIVE}`;
const PURGE = `delete from auth.session s using auth."user" u, public.tenants t
  where u.id = s."userId" and t.id = u."tenantId"
    and (s."expiresAt" <= $1 or s."lastUsedAt" <= $1::timestamptz - make_interval(mins => t.session_idle_minutes))`;

function tokenOf(headers: Headers, secure: boolean): string | undefined {
  const name = `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`;
  const signed = parseCookies(headers.get('cookie') ?? '').get(name);
  // The signature after the last dot adds nothing to the random token.
  return signed && decodeURIComponent(signed).split('.')[0];
}

/** Returns when the user was last active: now, or earlier according to the page's header. */
function lastUse(headers: Headers, now: string): string {
  const idle = Number(headers.get(IDLE_HEADER) ?? 0);
  return idle > 0 && Number.isFinite(idle) ? new Date(Date.parse(now) - idle * 1000).toISOString() : now;
}

function personOf({ groupScope, permissions, ...row }: PersonRow): SessionPerson {
  const { id, name, email, title, tenantId, role, roleName } = row;
  const assignedGroupsOnly = groupScope !== 'all';
  return { id, name, email, role, roleName, title, tenantId, assignedGroupsOnly, permissions: new Set(permissions) };
}

const liveSession = (row: Row | undefined): LiveSession | null =>
  row ? { id: row.sessionId, person: personOf(row) } : null;

/** Opens the sessions with their own pool. */
export async function openSessions(options: SessionOptions) {
  const { pool, clock } = options;
  const cache = new SessionCache();
  const forget = (): void => cache.forget();
  const library = await openLibrary(options, forget);
  const ask = async <T extends object>(text: string, values: unknown[]): Promise<T[]> => {
    try {
      return (await pool.query<T>(text, values)).rows;
    } catch (error) {
      throw new DatabaseAway('The session could not be read', { cause: error });
    }
  };
  const askAndForget = async (text: string, values: unknown[]): Promise<void> => {
    await ask(text, values).finally(forget);
  };
  const liveAmong = async (ids: readonly string[]): Promise<Set<string>> =>
    new Set((await ask<{ id: string }>(LIVE_AMONG, [ids, clock.now()])).map(({ id }) => id));
  return {
    /** Passwords and cookies. */
    library,
    /**
     * Returns the live session of a request's cookie; null if there is none, it has ended or the account is disabled.
     * `use: false` does not count as activity, for streams. Reads the database or the cache.
     */
    async find(headers: Headers, { use }: { use: boolean }): Promise<LiveSession | null> {
      const token = tokenOf(headers, options.secure);
      if (!token) return null;
      const key = hashToken(token);
      const now = clock.now();
      const used = use ? lastUse(headers, now) : new Date(0).toISOString();
      const known = cache.get(key, Date.parse(now));
      if (known && Date.parse(used) <= known.lastUsedAt + USE_STEP_SECONDS * 1000) return known.session;
      const keep = cache.reading();
      const [row] = await ask<Row>(FIND, [key, now, used]);
      const session = liveSession(row);
      if (!row || !session) return null;
      const [expiresAt, before] = [row.expiresAt.getTime(), row.lastUsedAt.getTime()];
      // The statement has written the later use where it is a step later; what it has not written does not count.
      const lastUsedAt = Date.parse(used) > before + USE_STEP_SECONDS * 1000 ? Date.parse(used) : before;
      keep(key, { session, expiresAt, lastUsedAt, idleMs: row.idleMinutes * 60_000 });
      return session;
    },
    /** Returns an account with its role and permissions. */
    async person(id: string): Promise<SessionPerson> {
      const [row] = await ask<PersonRow>(PERSON_BY_ID, [id]);
      if (!row) throw new Error(`There is no account ${id}`);
      return personOf(row);
    },
    /** Ends one session, as a new sign-in of the same browser does. */
    end: (id: string): Promise<void> => askAndForget('delete from auth.session where id = $1', [id]),
    /** Removes rows of sessions that have ended. */
    purge: (): Promise<void> => askAndForget(PURGE, [clock.now()]),
    /** Clears this process's cache; called after a commit that ended a session or changed an account. */
    forget,
    /** Listens for changes by other processes, and keeps sessions in memory from then on. */
    hearChanges: (url: string) => hearSessionChanges(url, cache, options.log),
    /** What is open longer than a moment: streams, uploads, downloads. */
    openConnections: new OpenConnections(liveAmong),
  };
}

export type Sessions = Awaited<ReturnType<typeof openSessions>>;
