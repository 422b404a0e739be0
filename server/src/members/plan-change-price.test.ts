import { afterAll, beforeAll, expect, it } from 'vitest';
import { refused } from '../testing/refused.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;
beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

async function calderwood() {
  const groupId = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const { rows } = await dana.api.members.ofGroup({ groupId, search: 'Calderwood' });
  return { groupId, memberId: rows[0]?.id ?? '' };
}

it('prices the family by the new plan before it is changed, and the change then costs the same', async () => {
  const member = await calderwood();
  const { rate, coverage } = await dana.api.members.get(member);
  const medical = rate.prices.find(({ line }) => line === 'medical');
  const other = (await dana.api.plans.offered({})).find(
    ({ line, id, networkType }) => line === 'medical' && id !== medical?.planId && networkType !== 'ICHRA',
  );
  const from = server.services.clock.today();
  const asked = { ...member, line: 'medical' as const, planId: other?.id ?? '', from };
  const { before, after } = await dana.api.members.planChangePrice(asked);
  expect(before?.monthly).toBe(medical?.monthly);
  expect(after.people.length).toBe(medical?.people.length);
  expect(after.monthly).not.toBeNull();
  expect(coverage.length).toBeGreaterThan(0);
  await dana.api.members.changePlan({ ...asked, overrideReason: 'Agreed with the employer' });
  const changed = (await dana.api.members.get(member)).rate.prices.find(({ line }) => line === 'medical');
  expect(changed).toMatchObject({ planId: other?.id, monthly: after.monthly, employer: after.employer });
});

it('a person who may not change plans is refused', async () => {
  const reader = await server.as('read_only');
  const member = await calderwood();
  const planId = (await dana.api.plans.offered({}))[0]?.id ?? '';
  const from = server.services.clock.today();
  const error = await refused(reader.api.members.planChangePrice({ ...member, line: 'medical', planId, from }));
  expect(error.code).toBe('FORBIDDEN');
});
