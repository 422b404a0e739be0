import { billKey, type BillLine, billLines, type Expected, type Posted } from '@openbenefits/domain/billing/bill-lines';
import { addMonths, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import type { Pricing } from '../coverage/rating-ages.ts';
import { openPricer } from '../coverage/household-prices.ts';
import { approveFor } from '../testing/approving.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { compareGroups } from './bill-comparison.ts';
import { correctedRate } from '../plans/corrected-rate.test-data.ts';
import { workOnRuns } from './bill-run-job.ts';
import { householdsOf } from './month-households.ts';

const FIRST = '2026-09-01' as CalendarDate;
let server: TestServer;
let dana: Person;
let kestrel: string;
let groups: string[];

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const { rows } = await server.owner.query(`select id from groups order by id`);
  groups = (rows as { id: string }[]).map(({ id }) => id);
  server.clock.set('2026-11-22T18:00:00.000Z');
  for (const period of [FIRST, addMonths(FIRST, 1), addMonths(FIRST, 2)]) await bill(period);
  server.clock.set('2026-11-25T18:00:00.000Z');
});
afterAll(() => server.close());

async function bill(period: CalendarDate): Promise<void> {
  const { id } = await dana.api.billing.runs.start({ period, groupIds: null });
  await workOnRuns(server.services, DEFAULT_TENANT, async () => {});
  const { rows } = await server.owner.query(
    `update bill_holds set excluded_reason = 'Priced later', excluded_by = 'dana', excluded_by_name = 'Dana' where excluded_reason is null returning bill_id`,
  );
  await server.owner.query(`update bills set held = 0 where id = any($1) and state = 'draft'`, [
    (rows as { bill_id: string }[]).map((row) => row.bill_id),
  ]);
  const { figures } = await dana.api.billing.runs.get({ id });
  await dana.api.billing.runs.post({ id, total: figures.total });
  await workOnRuns(server.services, DEFAULT_TENANT, async () => {});
}

/** The naive way: every household of every billed month one by one, against every posted line. */
async function inFull(pricing: Pricing, groupId: string, period: CalendarDate, knownAt: string) {
  const { rows: months } = await sql<{ month: CalendarDate }>`
    select distinct period as month from bills where group_id = ${groupId} and state = 'posted' and period < ${period}::date`.execute(
    pricing.tx,
  );
  const { rows: posted } = await sql<Posted>`
    select l.subscriber_id, l.line, l.plan_id, l.covered_month as month, sum(l.cents)::bigint as billed, sum(l.employer_cents)::bigint as employer, 0::bigint as uncredited
    from bill_lines l join bills b on b.id = l.bill_id where b.group_id = ${groupId} and b.state = 'posted' group by 1, 2, 3, 4`.execute(
    pricing.tx,
  );
  const compared = new Set([period, ...months.map(({ month }) => month)]);
  const [prices, held] = [[] as Expected[], new Set<string>()];
  for (const month of compared) {
    const pricer = await openPricer(pricing, [groupId], month, { knownAt });
    for (const household of await householdsOf(pricing, { groupIds: [groupId] }, month, knownAt, pricer)) {
      const { price } = pricer.price(household);
      const key = { ...household, month };
      if ('held' in price) {
        if (price.held.code !== 'varies') held.add(billKey(key));
        continue;
      }
      const sum = (kind: string) =>
        price.lines.reduce((total, line) => (line.kind === kind ? total + line.cents : total), 0) as never;
      prices.push({ ...key, premium: sum('premium'), waiver: sum('waiver'), employer: price.employer });
    }
  }
  const known = posted.filter((one) => compared.has(one.month) && !held.has(billKey(one)));
  return { lines: billLines(period, prices, known), held };
}

/** What a run would bill now equals the full comparison, line by line. How many adjustments it has, and of how many months. */
async function agrees(): Promise<{ retro: number; compared: number }> {
  const period = addMonths(FIRST, 3);
  const cutOffAt = server.services.clock.now();
  return server.read(async (tx) => {
    const pricing = { tx, vault: server.services.vault, tenantId: DEFAULT_TENANT };
    const found = await compareGroups(pricing, groups, { period, cutOffAt });
    let retro = 0;
    for (const groupId of groups) {
      const naive = await inFull(pricing, groupId, period, cutOffAt);
      const shown = (lines: readonly BillLine[]) =>
        lines.map((line) => `${billKey(line)} ${line.kind} ${line.cents} ${line.employer}`).toSorted();
      const own = found.get(groupId);
      const lines = (own?.lines ?? []).flatMap(({ subscribers, ...line }) =>
        subscribers.map((subscriberId) => ({ ...line, subscriberId })),
      );
      expect(shown(lines), groupId).toEqual(shown(naive.lines));
      expect(new Set((own?.held ?? []).map(billKey))).toEqual(naive.held);
      retro += naive.lines.filter(({ kind }) => kind === 'retro').length;
    }
    const { rows } = await sql<{ months: number }>`
      select count(*)::integer as months from changed_months(${groups}::uuid[], ${period}::date, ${cutOffAt}::timestamptz) c
      where not exists (select from bill_holds h where h.subscriber_id = c.subscriber_id)`.execute(tx);
    return { retro, compared: rows[0]?.months ?? 0 };
  });
}

const marks = async (): Promise<number> =>
  Number((await server.owner.query('select count(*) as count from bill_marks')).rows[0].count);

describe('what a run compares again is what has changed, and no less', () => {
  it('nothing has changed: no month is compared again', async () => {
    expect(await agrees()).toEqual({ retro: 0, compared: 0 });
  });

  it('a termination that reaches back', async () => {
    const ines = (await dana.api.members.ofGroup({ groupId: kestrel, search: 'Calderwood' })).rows[0]?.id ?? '';
    await dana.api.terminations.end({
      groupId: kestrel,
      memberIds: [ines],
      lastDay: '2026-09-30',
      reason: 'employment_ended',
      rescission: { basis: 'non_payment', confirmed: true },
    });
    const { retro, compared } = await agrees();
    expect(retro).toBeGreaterThan(0);
    // The family's three billed months, and nobody else's.
    expect(compared).toBe(3);
  });

  it('a corrected rate', async () => {
    await server.owner.query(
      correctedRate(
        '(select plan_id from bill_lines group by 1 order by count(*) desc limit 1)',
        '2026-11-25T18:00:00Z',
      ),
    );
    expect((await agrees()).retro).toBeGreaterThan(10);
  });

  it.each([
    [
      'salaries',
      `update members set salary_annual_cents = salary_annual_cents + 1200000 where salary_annual_cents is not null and id::text < '8'`,
    ],
    [
      'relationships',
      `update members set relationship = 'spouse' where id in (select min(id::text)::uuid from members where relationship = 'child' group by subscriber_id having count(*) = 1)`,
    ],
    ['rules of plans', `update plan_years set rules = jsonb_set(rules, '{proration,end}', '"wash_15"')`],
    ['offerings', `update group_plan_assignments set effective_date = effective_date + 1 where id::text < '4'`],
    ['renewal dates', `update groups set renewal_date = renewal_date + 31 where renewal_date is not null`],
    ['contributions of groups', `update groups set employer_contribution_percent = 50`],
    ['classes', `update members set class_id = null where id::text < '2'`],
  ])('%s', { tags: ['slow'] }, async (_, change) => {
    const before = await marks();
    await server.owner.query(change);
    expect(await marks()).toBeGreaterThan(before);
    await agrees();
  });

  it('a bill that is void: what it adjusted is compared again, and its month is billed anew', async () => {
    await bill(addMonths(FIRST, 3));
    const { rows } = await dana.api.billing.invoices({ groupId: kestrel, limit: 1 });
    await dana.api.billing.void({ id: rows[0]?.id ?? '', reason: 'Wrong address' });
    await approveFor(await server.as('system_administrator'), rows[0]?.id ?? '');
    expect((await agrees()).retro).toBeGreaterThan(0);
  });
});
