import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup } from '../corpus-run.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

it('a plan that is offered no more is named as the old value of a change of plan', async () => {
  const { cim } = await newGroup(dana, 1);
  const send = async (plan: string, from: string) => {
    const sent = await server.upload(
      dana,
      `${plan}.csv`,
      `Employee ID,First Name,Last Name,DOB,Medical Plan,Medical Effective Date\nE1,Ann,Abbott,04/12/1986,${plan},${from}`,
      cim,
    );
    const job = await server.finished(dana, sent.id);
    expect(job).toMatchObject({ status: 'completed', refused: 0 });
    return (await dana.api.files.changes({ id: sent.id })).rows;
  };
  await send('MED-HMO', '01/01/2026');
  const {
    rows: [old],
  } = await server.owner.query<{ name: string }>(
    `update health_plans set status = 'terminated' where plan_code = 'MED-HMO' returning plan_name as name`,
  );
  const [change] = await send('MED-PPO', '12/01/2026');
  expect(change?.differences).toContainEqual(expect.objectContaining({ before: old?.name, after: 'Premium PPO Plus' }));
});
