import { randomUUID } from 'node:crypto';
import { demoStaff } from '@openbenefits/demo/people';
import pg from 'pg';
import { systemClock } from '../clock.ts';
import { inSchema, SESSION_TYPES } from '../db/connect.ts';
import { ensureDemoAdministrator } from '../gate/gate.operations.ts';
import { openLog } from '../log.ts';
import { openSessions } from '../sessions/sessions.ts';
import { testVault } from '../vault.ts';

/** The password of everybody on the staff, and of the gate. */
export const PASSWORD = 'paper and petrol';

/** Makes the demo administrator's account and those of the staff, once for all databases that are cloned: a password is hashed slowly on purpose. */
export async function addAccounts(ownerUrl: string, owner: Pick<pg.Client, 'query'>): Promise<void> {
  const pool = new pg.Pool({ connectionString: inSchema(ownerUrl, 'auth'), types: SESSION_TYPES });
  const sessions = await openSessions({
    pool,
    secret: testVault().derive('session cookies'),
    baseUrl: 'http://localhost',
    secure: false,
    log: openLog('silent'),
    clock: systemClock(),
  });
  await ensureDemoAdministrator(owner, sessions, testVault());
  const { password } = await sessions.library.$context;
  const hash = await password.hash(PASSWORD);
  for (const { id } of demoStaff) {
    await owner.query(`insert into auth.account (id, "accountId", "providerId", "userId", password) values ($1, $2, 'credential', $2, $3)`, [
      randomUUID(),
      id,
      hash,
    ]);
  }
  await pool.end();
}
