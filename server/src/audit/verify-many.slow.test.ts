import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillAuditLog } from '../testing/many-audit-entries.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { anchorHeads } from './anchor-file.ts';
import { verifyAudit } from './verify-audit.ts';

/** Many times what one read of the verification fetches. Its speed is measured by `npm run bench -- audit`. */
const ENTRIES = 100_000;
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  await fillAuditLog(server.owner, ENTRIES);
});
afterAll(() => server.close());

it('verifies many entries against their anchors and names the first bad one', async () => {
  await anchorHeads(server.services);
  const { lines, isWhole } = await verifyAudit(server.services);
  expect(lines[0]).toContain(`${ENTRIES} entries verified`);
  expect(isWhole).toBe(true);

  await server.owner.query('alter table audit_log disable trigger all');
  await server.owner.query('update audit_log set actor_name = $1 where seq = 77777', ['Nobody']);
  expect((await verifyAudit(server.services)).lines[0]).toContain(
    'TAMPERED: an entry was edited; first bad entry 77777',
  );
});
