import { randomUUID } from 'node:crypto';
import { demoAdministrator, demoStaff } from '@openbenefits/demo/people';
import pg from 'pg';
import type { Clock } from '../clock.ts';
import { inSchema, SESSION_TYPES } from '../db/connect.ts';
import { ensureDemoAdministrator } from '../gate/gate.operations.ts';
import { openLog } from '../log.ts';
import { openSessions, type Sessions } from '../sessions/sessions.ts';
import { testVault } from '../vault.ts';

/** The gate's demo user. */
export const DEMO_ADMINISTRATOR = demoAdministrator.email;

/** The password of all staff accounts and of the gate. */
export const PASSWORD = 'paper and petrol';

/** Signs in and returns the cookies of the session. */
export async function sessionCookie(sessions: Sessions, email: string, password: string): Promise<string> {
  const { headers } = await sessions.library.api.signInEmail({
    body: { email, password },
    headers: new Headers(),
    returnHeaders: true,
  });
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Lets every session continue, whatever the clock of a test says. */
export const KEEP_SESSIONS = `update auth.session set "lastUsedAt" = '9999-01-01', "expiresAt" = '9999-01-01'`;

/** One open session of each person, by email: hashing a password takes a tenth of a second, on purpose. */
export type OpenSessions = Readonly<Record<string, string>>;

/**
 * Makes the demo administrator's account and those of the staff, and signs each of them in, once for all databases that
 * are cloned. Returns the sessions.
 */
export async function addAccounts(
  ownerUrl: string,
  owner: Pick<pg.Client, 'query'>,
  clock: Clock,
): Promise<OpenSessions> {
  const pool = new pg.Pool({ connectionString: inSchema(ownerUrl, 'auth'), types: SESSION_TYPES });
  const sessions = await openSessions({
    pool,
    secret: testVault().derive('session cookies'),
    baseUrl: 'http://localhost',
    secure: false,
    log: openLog('silent'),
    clock,
  });
  await ensureDemoAdministrator(owner, sessions, testVault());
  const { password } = await sessions.library.$context;
  const hash = await password.hash(PASSWORD);
  for (const { id } of demoStaff) {
    await owner.query(
      `insert into auth.account (id, "accountId", "providerId", "userId", password) values ($1, $2, 'credential', $2, $3)`,
      [randomUUID(), id, hash],
    );
  }
  const open: Record<string, string> = {
    [DEMO_ADMINISTRATOR]: await sessionCookie(sessions, DEMO_ADMINISTRATOR, testVault().derive('demo administrator')),
  };
  for (const { email } of demoStaff.filter((one) => one.email !== DEMO_ADMINISTRATOR))
    open[email] = await sessionCookie(sessions, email, PASSWORD);
  await owner.query(KEEP_SESSIONS);
  await pool.end();
  return open;
}
