import type { SessionUser } from '@openbenefits/contract/session';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { appendAudit } from '../audit.ts';
import { type Database, DEFAULT_TENANT, inTenant } from '../db/connect.ts';
import type { RequestContext } from '../request-context.ts';
import { deviceOf } from './device-cookie.ts';
import { toSessionUser } from './gate.operations.ts';
import { startSession, tryPassword } from './start-session.ts';

/** The same message for an unknown email, a wrong password and a disabled account. */
const NOT_RIGHT = 'The email or the password is incorrect.';

type Account = { id: string; name: string; tenantId: string; disabled: boolean };

async function accountOf(db: Database, email: string): Promise<Account | undefined> {
  const { rows } = await inTenant(db, DEFAULT_TENANT, (tx) =>
    sql<Account>`select id, name, "tenantId" as tenant_id, disabled from auth."user" where email = ${email}`.execute(
      tx,
    ),
  );
  return rows[0];
}

/**
 * Signs in with email and password. Attempts are counted before the password is compared (sign-in-attempts.ts); an
 * unknown email takes as long as a wrong password, because a password is hashed for it as well.
 */
export async function signIn(
  context: RequestContext,
  input: { email: string; password: string },
): Promise<SessionUser> {
  const { services, requestId, address } = context;
  const { config, attempts, db, clock } = services;
  if (config.AUTH_MODE !== 'accounts')
    throw new Refusal('forbidden', 'This site has no accounts. Enter the access password.');
  const email = input.email.toLowerCase();
  const account = await accountOf(db, email);
  const attempt = { email, userId: account?.id, address, device: deviceOf(context.headers) };
  const counted = await attempts.count(attempt);
  const headers = await tryPassword(context, { email, password: input.password });
  const may = account !== undefined && !account.disabled;
  // The entry omits what was typed: it may be a password in the wrong field.
  const entry = {
    at: clock.now(),
    actorId: account?.id ?? 'nobody',
    actorName: account?.name ?? 'User without an account',
    action: 'session.signIn',
    requestId,
  };
  const tenantId = account?.tenantId ?? DEFAULT_TENANT;
  if (!headers || !may) {
    await inTenant(db, tenantId, async (tx) => {
      if (headers && account) await sql`delete from auth.session where "userId" = ${account.id}`.execute(tx);
      await appendAudit(tx, { ...entry, outcome: 'refused' });
    });
    services.sessions.forget();
    throw new Refusal('invalid', NOT_RIGHT, [{ path: 'password', message: NOT_RIGHT }]);
  }
  await inTenant(db, tenantId, (tx) => appendAudit(tx, { ...entry, outcome: 'done' }));
  await startSession(context, { headers, attempt: { ...attempt, userId: account.id }, counted });
  return toSessionUser(await services.sessions.person(account.id));
}
