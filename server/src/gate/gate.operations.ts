import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { SessionUser } from '@openbenefits/contract/session';
import { demoAdministrator, demoColleagues, type DemoPerson, demoStaff } from '@openbenefits/demo/people';
import { Refusal } from '@openbenefits/domain/refusal';
import type pg from 'pg';
import { sql } from 'kysely';
import { appendAudit } from '../audit.ts';
import { SignedOut, type Work } from '../command.ts';
import { DEFAULT_TENANT, inTenant } from '../db/connect.ts';
import type { RequestContext, Services } from '../request-context.ts';
import type { SessionPerson } from '../sessions/live-session.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Vault } from '../vault.ts';
import { deviceOf } from './device-cookie.ts';
import { startSession, tryPassword } from './start-session.ts';

/** The specified message for a wrong password (specification 1, section 2.1). */
const INCORRECT = 'Incorrect password';

const sameSecret = (a: string, b: string): boolean => {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(left, right);
};

export function toSessionUser(person: SessionPerson): SessionUser {
  const { id, name, email, role, roleName, title, assignedGroupsOnly, permissions } = person;
  return { id, name, email, role, roleName, title, assignedGroupsOnly, permissions: [...permissions] };
}

/** Returns the demo account's internal password, the same on all servers that share a database. */
const accountPassword = (vault: Vault, { id }: DemoPerson): string =>
  vault.derive(id === demoAdministrator.id ? 'demo administrator' : `demo account ${id}`);

/** Gives a demo account the password that this server knows. */
async function ensurePassword(
  pool: Pick<pg.Pool, 'query'>,
  { sessions, vault }: Pick<Services, 'sessions' | 'vault'>,
  person: DemoPerson,
): Promise<void> {
  const password = accountPassword(vault, person);
  const context = await sessions.library.$context;
  const { rows } = await pool.query<{ password: string }>(
    `select password from auth.account where "userId" = $1 and "providerId" = 'credential'`,
    [person.id],
  );
  const stored = rows[0]?.password;
  if (stored && (await context.password.verify({ hash: stored, password }))) return;
  const hash = await context.password.hash(password);
  await pool.query(`delete from auth.account where "userId" = $1 and "providerId" = 'credential'`, [person.id]);
  await pool.query(
    `insert into auth.account (id, "accountId", "providerId", "userId", password) values ($1, $2, 'credential', $2, $3)`,
    [randomUUID(), person.id, hash],
  );
}

/** Makes or updates the account that the demo gate signs visitors in as. */
export async function ensureDemoAdministrator(
  pool: Pick<pg.Pool, 'query'>,
  sessions: Sessions,
  vault: Vault,
): Promise<void> {
  const { id, name, email, role, title } = demoAdministrator;
  await pool.query(
    `insert into auth."user" (id, name, email, "emailVerified", "tenantId", role, title) values ($1, $2, $3, true, $4, $5, $6)
     on conflict (id) do update set name = excluded.name, email = excluded.email, role = excluded.role, title = excluded.title, disabled = false`,
    [id, name, email, DEFAULT_TENANT, role, title],
  );
  await ensurePassword(pool, { sessions, vault }, demoAdministrator);
}

/** With accounts, sessions from the demo gate are no longer valid. */
export async function endDemoSessions(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(`delete from auth.session where "userId" = any($1)`, [
    [demoAdministrator, ...demoStaff].map(({ id }) => id),
  ]);
}

/**
 * Demo gate: exact, case-sensitive comparison in constant time on the server; then the session of the demo
 * administrator.
 */
export async function unlock(context: RequestContext, password: string): Promise<SessionUser> {
  const { services, requestId, address } = context;
  const { config, attempts, db, clock, vault } = services;
  if (!config.DEMO_PASSWORD) throw new Refusal('forbidden', 'This site uses accounts. Sign in with yours.');
  const attempt = { userId: demoAdministrator.id, address, device: deviceOf(context.headers) };
  const counted = await attempts.count(attempt);
  const entry = {
    at: clock.now(),
    actorId: demoAdministrator.id,
    actorName: demoAdministrator.name,
    action: 'session.unlock',
    requestId,
  };
  if (!sameSecret(password, config.DEMO_PASSWORD)) {
    await inTenant(db, DEFAULT_TENANT, (tx) => appendAudit(tx, { ...entry, outcome: 'refused' }));
    throw new Refusal('invalid', INCORRECT, [{ path: 'password', message: INCORRECT }]);
  }
  const headers = await tryPassword(context, {
    email: demoAdministrator.email,
    password: accountPassword(vault, demoAdministrator),
  });
  if (!headers) throw new Error('The demo administrator could not be signed in');
  await inTenant(db, DEFAULT_TENANT, (tx) => appendAudit(tx, { ...entry, outcome: 'done' }));
  await startSession(context, { headers, attempt, counted });
  return toSessionUser(await services.sessions.person(demoAdministrator.id));
}

/** Returns the demo colleagues; none with accounts. */
export async function colleagues({ tx, services }: Work) {
  if (services.config.AUTH_MODE !== 'demo') return [];
  const { rows } = await sql<{
    id: string;
  }>`select id from auth."user" where id in (${sql.join(demoColleagues.map(({ id }) => id))}) and not disabled`.execute(
    tx,
  );
  const present = new Set(rows.map(({ id }) => id));
  return demoColleagues
    .filter(({ id }) => present.has(id))
    .map(({ id, name, role, title }) => ({ id, name, role, title }));
}

/**
 * Ends the user's session and starts one of a colleague: a real account with a real session, role and second approvals.
 */
export async function switchTo(context: RequestContext, id: string): Promise<SessionUser> {
  const { services, requestId, address, headers: asked } = context;
  const { config, clock, db, vault } = services;
  if (config.AUTH_MODE !== 'demo')
    throw new Refusal(
      'forbidden',
      'You can switch to a colleague only in the demo. Sign out, then sign in with another account.',
    );
  const person = await context.person();
  if (!person) throw new SignedOut();
  const colleague = demoColleagues.find((one) => one.id === id);
  if (!colleague) throw new Refusal('not_found', 'This colleague does not exist in the demo.');
  await ensurePassword(services.pool, services, colleague);
  const headers = await tryPassword(context, { email: colleague.email, password: accountPassword(vault, colleague) });
  if (!headers) throw new Refusal('not_found', 'This colleague’s account is disabled.');
  await inTenant(db, person.tenantId, (tx) =>
    appendAudit(tx, {
      at: clock.now(),
      actorId: person.id,
      actorName: person.name,
      action: 'session.switchTo',
      outcome: 'done',
      targetKind: 'user',
      targetId: colleague.id,
      requestId,
    }),
  );
  await startSession(context, {
    headers,
    attempt: { userId: colleague.id, address, device: deviceOf(asked) },
    counted: [],
  });
  return toSessionUser(await services.sessions.person(colleague.id));
}

/** Ends the session in the database, so that a copied cookie is useless, and deletes the cookie. */
export async function signOut(context: RequestContext): Promise<void> {
  const person = await context.person();
  const { sessions, db, clock } = context.services;
  const { headers } = await sessions.library.api.signOut({ headers: context.headers, returnHeaders: true });
  for (const cookie of headers.getSetCookie()) context.resHeaders?.append('set-cookie', cookie);
  context.resHeaders?.set('clear-site-data', '"cache"');
  if (person) {
    await inTenant(db, person.tenantId, (tx) =>
      appendAudit(tx, {
        at: clock.now(),
        actorId: person.id,
        actorName: person.name,
        action: 'session.signOut',
        outcome: 'done',
        requestId: context.requestId,
      }),
    );
  }
}
