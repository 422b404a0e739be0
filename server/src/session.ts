import { ROLES, type Role } from '@openbenefits/domain/admin/access';
import { betterAuth } from 'better-auth';
import type pg from 'pg';
import type { Actor } from './access.ts';
import { DatabaseAway, DEFAULT_TENANT } from './db/connect.ts';
import type { Log } from './log.ts';
import { quietPool } from './session-pool.ts';

export type SessionPerson = Actor & { email: string; title: string };

/** Idle and absolute ends of a session in seconds: renewed while used, gone after twelve hours whatever happens (trust section 3, 13). */
const SESSION_SECONDS = 12 * 60 * 60;

function noteFaults(log: Log, about: readonly unknown[]): void {
  for (const one of about) if (one instanceof Error) log.warn({ err: one }, 'A session could not be read or written');
}

/**
 * Sessions are better-auth's from the start: the gate signs in the demo administrator, real accounts later add a sign-in page, not a second kind of
 * session. Its HTTP routes are not mounted; we call it from our own operations only.
 */
export function openSessions(options: { pool: pg.Pool; secret: string; baseUrl: string; secure: boolean; log: Log }) {
  return betterAuth({
    appName: 'OpenBenefits',
    baseURL: options.baseUrl,
    secret: options.secret,
    database: quietPool(options.pool),
    // Its words may quote what it was given; ours do not, and of an error only what our log lets through.
    logger: { level: 'error', log: (_level, _words, ...about: unknown[]) => noteFaults(options.log, about) },
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
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true, cookieCache: { enabled: false } },
    advanced: { cookiePrefix: 'openbenefits', useSecureCookies: options.secure, defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/' } },
  });
}

export type Sessions = ReturnType<typeof openSessions>;

/** The person behind a request's cookie; null when there is none, it has ended, or the account is disabled. */
export async function personOf(sessions: Sessions, headers: Headers): Promise<SessionPerson | null> {
  if (!headers.get('cookie')) return null;
  const found = await sessions.api.getSession({ headers }).catch((error: unknown) => {
    // better-auth hides why it could not read a session; with a cookie of ours the database is the only thing that can fail.
    throw new DatabaseAway('The session could not be read', { cause: error });
  });
  if (!found || found.user.disabled) return null;
  const { id, name, email, role, title, tenantId, groupScope } = found.user;
  if (!(ROLES as readonly string[]).includes(role)) return null;
  return { id, name, email, role: role as Role, title: title ?? '', tenantId, assignedGroupsOnly: groupScope !== 'all' };
}
