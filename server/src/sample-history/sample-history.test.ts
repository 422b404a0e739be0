import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { makeSampleHistory, firstMonthOfHistory } from './sample-history.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false, config: { DEMO_DATA: 'full', DEMO_HISTORY: 'yes' } });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

it('works on its own runs in the months of the installation, and excludes no held premium', async () => {
  const first = firstMonthOfHistory(server.services.clock.today());
  await server.owner.query(
    `update month_decisions set months = daterange(lower(months), $1::date) where lower(months) < $1::date`,
    [first],
  );
  await server.owner.query(`delete from month_decisions where upper(months) > $1::date`, [first]);
  // A run that a user started, for a month of the history and one after it.
  const started = [];
  for (const period of ['2026-11-01', '2026-12-01'])
    started.push((await dana.api.billing.runs.start({ period, groupIds: null })).id);
  await makeSampleHistory({ services: server.services, tenantId: DEFAULT_TENANT, progress: async () => {} });
  for (const id of started)
    expect((await dana.api.billing.runs.get({ id })).run).toMatchObject({ status: 'calculating', groupsDone: 0 });
  const { rows } = await server.owner.query(
    `select (select count(*) from bill_holds where excluded_reason is not null)::integer as excluded, (select count(*) from bill_runs where is_sample and status <> 'posted')::integer as open,
       (select min(period)::text from bills where state = 'posted') as first, (select max(period)::text from bills where state = 'posted') as last, (select count(*) from payments)::integer > 0 as paid`,
  );
  expect(rows).toEqual([{ excluded: 0, open: 0, first, last: '2026-10-01', paid: true }]);
});
