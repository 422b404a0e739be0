import { LOOKUPS_PER_HOUR } from '@openbenefits/domain/members/protected-lookups';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

/** A file asks whose a number is as a search does: its refusals count against the sender's hourly limit (trust P23). */
let server: TestServer;
let hana: Person;
const CIM = 'CIM-2026-000001';
beforeAll(async () => {
  server = await openTestServer();
  hana = await server.as('ichra_specialist');
});
afterAll(() => server.close());

const ssn = (index: number): string => `51812${String(1000 + index)}`;
const list = (name: string, birth: string): string =>
  [
    'First Name,Last Name,SSN,Date of Birth',
    ...Array.from({ length: 8 }, (_, index) => `${name}${'abcdefgh'[index]},Asker,${ssn(index)},${birth}`),
  ].join('\n');
const used = async (): Promise<number> =>
  (await server.owner.query<{ used: number }>('select coalesce(sum(amount), 0)::int as used from protected_lookups'))
    .rows[0]?.used ?? 0;

it('beyond the limit a refusal says that there is a contradiction, and no longer with whom', async () => {
  const { rows } = await server.owner.query<{ cim: string }>(
    `select cim_number as cim from groups where status = 'active' order by id limit 1`,
  );
  const cim = rows[0]?.cim ?? CIM;
  const known = await server.upload(hana, 'known.csv', list('Known', '1980-01-02'), cim);
  const first = await server.finished(hana, known.id);
  if (first.status === 'held') {
    await hana.api.files.approve({ id: known.id });
    await server.finished(hana, known.id);
  }
  await server.owner.query(
    `insert into protected_lookups (tenant_id, actor_id, at, kind, amount) select $1, id, $2, 'ssn_search', $3 from auth."user" where role = 'ichra_specialist'`,
    [DEFAULT_TENANT, server.clock.now(), LOOKUPS_PER_HOUR - 5],
  );
  const guesses = await server.upload(hana, 'guesses.csv', list('Other', '1971-03-04'), cim);
  await server.finished(hana, guesses.id);
  const refusals = (await hana.api.files.refusals({ id: guesses.id, limit: 50 })).rows;
  expect(refusals).toHaveLength(8);
  expect(refusals.filter(({ reason }) => reason.startsWith('This SSN already belongs'))).toHaveLength(5);
  expect(refusals.filter(({ known: people }) => people.length > 0)).toHaveLength(5);
  expect(refusals.filter(({ reason }) => reason.includes('Details are hidden'))).toHaveLength(3);
  expect(await used()).toBe(LOOKUPS_PER_HOUR);
  const { rows: alerts } = await server.owner.query(
    `select distinct title from notifications where title = 'Many lookups of protected values'`,
  );
  expect(alerts).toHaveLength(0);
});
