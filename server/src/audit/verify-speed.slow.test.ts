import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { anchorHeads } from './anchor-file.ts';
import { verifyAudit } from './verify-audit.ts';

const ENTRIES = 1_000_000;
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  await server.owner.query(`do $$
    declare entry audit_log; head audit_heads;
    begin
      select * into head from audit_heads where tenant_id = '${DEFAULT_TENANT}';
      for number in head.seq + 1 .. ${ENTRIES} loop
        entry := row('${DEFAULT_TENANT}', number, timestamptz '2026-01-01' + number * interval '1 second', gen_random_uuid()::text, 'Dana Whitfield', 'members.get', 'read',
          'member', gen_random_uuid()::text, null, '{name,dateOfBirth}', null, null, gen_random_uuid()::text, head.hash, ''::bytea);
        entry.hash := audit_hash(entry);
        insert into audit_log values (entry.*);
        head.hash := entry.hash;
      end loop;
      update audit_heads set seq = ${ENTRIES}, hash = head.hash where tenant_id = head.tenant_id;
    end $$`);
  await server.owner.query('vacuum analyze audit_log');
});
afterAll(() => server.close());

it('verifies 1,000,000 entries at 100,000 a second or more, against their anchors', async () => {
  const began = performance.now();
  await anchorHeads(server.services);
  console.log(`${ENTRIES} entries anchored in ${Math.round(performance.now() - began)} ms`);
  const { lines, isWhole } = await verifyAudit(server.services);
  console.log(lines.join('\n'));
  expect(isWhole).toBe(true);
  const rate = Number(/(\d+) entries\/s/.exec(lines[0] ?? '')?.[1]);
  expect(rate).toBeGreaterThanOrEqual(100_000);

  await server.owner.query('alter table audit_log disable trigger all');
  await server.owner.query('update audit_log set actor_name = $1 where seq = 777777', ['Nobody']);
  expect((await verifyAudit(server.services)).lines[0]).toContain(
    'TAMPERED: an entry was edited; first bad entry 777777',
  );
});
