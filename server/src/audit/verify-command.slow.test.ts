import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RealServer } from '../trust/real-server.ts';

const server = new RealServer();
beforeAll(async () => {
  await server.start();
  await server.signIn();
  for (const name of ['One', 'Two', 'Three']) await server.api.views.save({ list: 'groups', name, address: '/groups' });
});
afterAll(() => server.close());

const verify = (): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['main.ts', '--verify-audit'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: path.dirname(server.uploads), LOG_LEVEL: 'silent' },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
};

it('verifies the audit log from the command line and ends with 1 when an entry was edited', async () => {
  const whole = verify();
  expect(whole.output).toMatch(
    /^Tenant [0-9a-f-]{36}: \d+ entries verified, \d+ anchors, \d+ entries\/s\. No tampering found\.$/m,
  );
  expect(whole.status).toBe(0);
  const owner = await server.owner();
  await owner.query('alter table audit_log disable trigger all');
  const { rows } = await owner.query<{ seq: string }>(
    `update audit_log set actor_name = 'Nobody' where seq = (select max(seq) from audit_log) returning seq`,
  );
  await owner.end();
  const tampered = verify();
  expect(tampered.output).toContain(`TAMPERED: an entry was edited; first bad entry ${rows[0]?.seq}`);
  expect(tampered.status).toBe(1);
});
