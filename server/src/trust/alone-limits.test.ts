import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { approveFor, rejectFor } from '../testing/approving.ts';
import { Draw } from '../testing/api-requests.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

/**
 * Three people credit, refund, withdraw, fail and resend at random, and decide about each other's requests. What the
 * rows of the money say afterwards: nobody moved the limit alone, for no group, and not all of them together.
 */
let server: TestServer;
let people: [Person, Person, Person];
let groups: string[];

const LIMIT = 500_00;
const OF_ALL = 5_000_00;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  people = [
    await server.as('administrator'),
    await server.as('system_administrator'),
    await server.as('benefits_administrator'),
  ];
  groups = (await people[0].api.groups.list({ limit: 3 })).rows.map(({ id }) => id);
});
afterAll(() => server.close());

type Step = (person: Person, groupId: string, draw: Draw) => Promise<unknown>;

const any = async (table: string, where: string, draw: Draw): Promise<string> => {
  const { rows } = await server.owner.query<{ id: string }>(`select id from ${table} where ${where} order by id`);
  return rows.length === 0 ? randomUUID() : draw.of(rows).id;
};
const credit: Step = ({ api }, groupId, draw) =>
  api.refunds.adjustments.credit({
    groupId,
    cents: 1 + draw.below(300_00),
    reason: 'Story',
    staysOnAccount: true,
  });
const refund: Step = ({ api }, groupId, draw) =>
  api.refunds.request({
    groupId,
    paymentId: null,
    cents: 1 + draw.below(300_00),
    reason: 'overpaid',
    note: '',
    method: 'check',
    idempotencyKey: randomUUID(),
  });
const approve: Step = async (person, _, draw) => approveFor(person, await any('approvals', 'true', draw));
const STEPS: readonly Step[] = [
  credit,
  credit,
  refund,
  refund,
  async (person, _, draw) => {
    const { rows } = await person.api.approvals.list({});
    if (rows.length === 0) return;
    const { subjectId } = draw.of(rows);
    await (draw.below(4) === 0 ? rejectFor(person, subjectId) : approveFor(person, subjectId));
  },
  async ({ api }, _, draw) => api.refunds.withdraw({ id: await any('refunds', 'true', draw) }),
  async ({ api }, _, draw) =>
    api.refunds.payByCheck({
      id: await any('refunds', `status = 'approved'`, draw),
      number: '1',
      paidOn: server.clock.today(),
    }),
  async ({ api }, _, draw) => api.refunds.fail({ id: await any('refunds', `status = 'paid'`, draw), reason: 'Story' }),
  async ({ api }, _, draw) =>
    api.refunds.resend({ id: await any('refunds', `status = 'failed'`, draw), method: 'check' }),
  approve,
];

it.each([1, 2, 3])('random steps, seed %d', async (seed) => {
  const draw = new Draw(seed);
  let done = 0;
  for (let step = 0; step < 60; step += 1) {
    const result = await draw
      .of(STEPS)(draw.of(people), draw.of(groups), draw)
      .then(
        () => 1,
        (error: { status?: number }) => {
          expect(error.status).toBeLessThan(500);
          return 0;
        },
      );
    done += result;
  }
  expect(done).toBeGreaterThan(15);
  // From the rows of the money, not from the approvals: what took effect without a second person.
  const { rows } = await server.owner.query<{ by: string; group: string; cents: number }>(
    `select requested_by as by, group_id as "group", cents::integer as cents from balance_adjustments where status = 'posted' and decided_by is null
     union all select requested_by, group_id, cents::integer from refunds where status in ('approved', 'sent', 'paid', 'failed', 'unclaimed') and decided_by is null and attempts = 1`,
  );
  const sums = (of: 'by' | 'group') =>
    [...Map.groupBy(rows, (row) => row[of]).values()].map((own) => own.reduce((sum, { cents }) => sum + cents, 0));
  for (const sum of [...sums('by'), ...sums('group')]) expect(sum).toBeLessThan(LIMIT);
  expect(sums('by').reduce((sum, cents) => sum + cents, 0)).toBeLessThan(OF_ALL);
  expect(rows.length).toBeGreaterThan(2);
  // Nobody approved their own.
  const { rows: own } = await server.owner.query(
    `select from approvals where decided_by = any (authors) and status = 'approved'`,
  );
  expect(own).toEqual([]);
});

it('credit, refund and check by one person, for every group, stop at the limit (fraud 5)', async () => {
  const [dana] = people;
  const outcomes: string[] = [];
  for (const groupId of groups) {
    const { status } = await dana.api.refunds.adjustments.credit({
      groupId,
      cents: 499_99,
      reason: 'Goodwill',
      staysOnAccount: true,
    });
    outcomes.push(status);
  }
  expect(outcomes).toEqual(['requested', 'requested', 'requested']);
});

it('a paid refund is given back to its balance by two people only, and the next approver is told (fraud 2)', async () => {
  const [dana, anselm] = people;
  const groupId = groups[1] ?? '';
  const { id: credit } = await dana.api.refunds.adjustments.credit({
    groupId,
    cents: 10_000_00,
    reason: 'Correction',
    staysOnAccount: true,
  });
  await approveFor(anselm, credit);
  const request = { groupId, paymentId: null, cents: 9_000_00, reason: 'overpaid', note: '', method: 'check' } as const;
  const { id } = await dana.api.refunds.request({ ...request, idempotencyKey: randomUUID() });
  await approveFor(anselm, id);
  await dana.api.refunds.payByCheck({ id, number: '77', paidOn: server.clock.today() });
  const balance = async () => (await dana.api.refunds.balances({ groupId })).reduce((sum, one) => sum + one.balance, 0);
  const left = await balance();
  await dana.api.refunds.fail({ id, reason: 'It came back, says the one who has it' });
  expect((await dana.api.refunds.withdraw({ id })).waitsBecause).not.toBeNull();
  expect(await balance()).toBe(left);
  await expect(approveFor(dana, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await approveFor(anselm, id);
  expect(await balance()).toBe(left + 9_000_00);
  const again = await dana.api.refunds.request({ ...request, idempotencyKey: randomUUID() });
  const { rows } = await anselm.api.approvals.list({});
  expect(rows.find(({ subjectId }) => subjectId === again.id)?.facts).toContainEqual({
    label: 'Paid before and withdrawn',
    value: expect.stringContaining('$9,000.00, paid on') as string,
  });
});

it('a change of a setting ends with the account or the permission of the one who asked', async () => {
  const [dana, anselm] = people;
  const limits = { money: 1_00, organization: 1_00, runs: 1_00, newPayeeDays: 7, checkDays: 5, mostMonths: 12 };
  const { approvalId } = await anselm.api.refunds.setLimits(limits);
  const { rows } = await dana.api.approvals.list({});
  const digest = rows.find(({ id }) => id === approvalId)?.digest ?? '';
  const { rows: accounts } = await server.owner.query<{ id: string; role: string }>(
    `select u.id, u.role from auth."user" u join approvals a on a.requested_by = u.id where a.id = $1`,
    [approvalId],
  );
  await server.owner.query(`update auth."user" set role = 'read_only' where id = $1`, [accounts[0]?.id]);
  await expect(dana.api.approvals.approve({ id: approvalId, digest })).rejects.toMatchObject({
    message: expect.stringContaining('has no longer the permission that it takes') as string,
  });
  await server.owner.query(`update auth."user" set role = $2 where id = $1`, [accounts[0]?.id, accounts[0]?.role]);
  // It stays void.
  await expect(dana.api.approvals.approve({ id: approvalId, digest })).rejects.toMatchObject({ code: 'CONFLICT' });
});

it('a limit is raised only with a second person, and what was asked before is judged as before (fraud 6)', async () => {
  const [dana, anselm] = people;
  const limits = {
    money: 1_000_000_00,
    organization: 1_000_000_00,
    runs: 1_000_000_00,
    newPayeeDays: 7,
    checkDays: 5,
    mostMonths: 12,
  };
  const { approvalId } = await anselm.api.refunds.setLimits(limits);
  const { id } = await anselm.api.refunds.adjustments.credit({
    groupId: groups[0] ?? '',
    cents: 900_000_00,
    reason: 'Raised',
    staysOnAccount: true,
  });
  const { rows } = await anselm.api.approvals.list({});
  const change = rows.find((row) => row.id === approvalId);
  await expect(anselm.api.approvals.approve({ id: approvalId, digest: change?.digest ?? '' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await dana.api.approvals.approve({ id: approvalId, digest: change?.digest ?? '' });
  // In force now, but not for what was asked before.
  await expect(approveFor(anselm, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect((await dana.api.refunds.summary({})).limits.money).toBe(1_000_000_00);
});
