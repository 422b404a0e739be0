import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { setupOf } from '../testing/samples.ts';
import { approveFor } from '../testing/approving.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { workOnRuns } from './bill-run-job.ts';

const day = (text: string) => text as CalendarDate;
let server: TestServer;
let dana: Person;
let kestrel: string;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
});
afterAll(() => server.close());

const billing = () => dana.api.billing;
const work = () => workOnRuns(server.services, DEFAULT_TENANT, async () => {});
async function start(period: string, groupIds: string[] | null = null): Promise<string> {
  const { id } = await billing().runs.start({ period: day(period), groupIds });
  await work();
  return id;
}
async function post(id: string): Promise<void> {
  const { figures } = await billing().runs.get({ id });
  const { waitsBecause } = await billing().runs.post({ id, total: figures.total });
  if (waitsBecause !== null) await approveFor(await server.as('system_administrator'), id);
  await work();
}
const status = async (id: string) => (await billing().runs.get({ id })).run.status;
const billsOf = async (period: string) =>
  (
    await server.owner.query(
      `select group_id, state, number from bills where period = $1 and state <> 'draft' order by number`,
      [period],
    )
  ).rows as { group_id: string; state: string; number: string }[];

describe('one live bill for a group and period, whatever happens (case M10)', () => {
  it('refreshing keeps drafts and their IDs, for one bill and for all', async () => {
    const run = await start('2026-10-01');
    const draft = async () => (await billing().runs.bills({ id: run, search: 'Kestrel', limit: 1 })).rows[0];
    const first = await draft();
    await billing().runs.refresh({ id: run, billId: first?.id ?? '' });
    await billing().runs.refresh({ id: run });
    expect((await billing().runs.get({ id: run })).run).toMatchObject({ status: 'calculating', groupsDone: 0 });
    await Promise.all([work(), work()]);
    expect(await draft()).toEqual(first);
    await post(run);
    const bills = await billsOf('2026-10-01');
    expect(new Set(bills.map(({ group_id }) => group_id)).size).toBe(bills.length);
  });

  it('a void bill keeps its number; a new run bills its group anew, and the second run has nothing to do', async () => {
    const before = await billsOf('2026-10-01');
    const { rows } = await billing().invoices({ groupId: kestrel, limit: 1 });
    const id = rows[0]?.id ?? '';
    const reader = await server.as('read_only');
    await expect(reader.api.billing.void({ id, reason: 'Wrong month' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await billing().void({ id, reason: 'Wrong month' });
    await approveFor(await server.as('system_administrator'), id);
    await expect(billing().void({ id, reason: 'Again' })).rejects.toThrow('Only a posted bill can be voided.');
    expect(await billing().bill({ id })).toMatchObject({
      status: 'void',
      due: 0,
      number: rows[0]?.number,
      voidReason: 'Wrong month',
      voidedBy: 'Dana Whitfield',
    });
    const again = await start('2026-10-01');
    await post(again);
    const after = await billsOf('2026-10-01');
    expect(after.length).toBe(before.length + 1);
    const own = after.filter(({ group_id }) => group_id === kestrel);
    expect(own.map(({ state }) => state).toSorted()).toEqual(['posted', 'void']);
    expect(own.find(({ state }) => state === 'posted')?.number).toBe(after.at(-1)?.number);
    expect(after.filter(({ state }) => state === 'posted').length).toBe(before.length);
    for (let round = 0; round < 2; round += 1) expect(await status(await start('2026-10-01'))).toBe('nothing_to_do');
    const { debit, credit } = await billing().ledger.trialBalance({});
    expect(debit).toBe(credit);
  });

  it('a bill that was sent is not voided', async () => {
    const { rows } = await billing().invoices({ groupId: kestrel, limit: 1 });
    const id = rows[0]?.id ?? '';
    await billing().email({ id });
    await expect(billing().void({ id, reason: 'Too late' })).rejects.toThrow(
      'The bill was sent or has a payment. It stays, and the next bill adjusts it.',
    );
  });
});

it('two operators start the same run at once: one wins, and the other is told who did', async () => {
  const kim = await server.as('system_administrator');
  const starts = await Promise.allSettled([
    billing().runs.start({ period: day('2026-11-01'), groupIds: null }),
    kim.api.billing.runs.start({ period: day('2026-11-01'), groupIds: null }),
  ]);
  const [lost] = starts.filter((one) => one.status === 'rejected');
  expect(starts.filter((one) => one.status === 'fulfilled').length).toBe(1);
  expect(lost?.reason).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/already started a run for this month. Post or cancel it first/),
  });
  await work();
  const { rows } = await server.owner.query(`select id from bill_runs where period = '2026-11-01'`);
  await post((rows as { id: string }[])[0]?.id ?? '');
});

describe('a carrier that credits one month after a late notice (case M9)', () => {
  it('the next bill credits the latest month, and charges the others again with the reason', async () => {
    const { rows } = await server.owner.query(
      `select l.plan_id, l.subscriber_id, sum(l.cents)::integer as cents from bill_lines l join bills b on b.id = l.bill_id
       where l.group_id = $1 and b.state = 'posted' and l.line = 'dental' and l.kind = 'premium' and l.covered_month = '2026-11-01' group by 1, 2 order by 2 limit 1`,
      [kestrel],
    );
    const [member] = rows as { plan_id: string; subscriber_id: string; cents: number }[];
    const plan = await dana.api.plans.get({ id: member?.plan_id ?? '' });
    const form = { id: plan.id, version: plan.version, effectiveOn: '2026-01-01' };
    await expect(
      dana.api.plans.creditLimits.set({
        ...form,
        effectiveOn: '2026-01-02',
        limit: { noticeDays: 30, creditMonths: 1 },
      }),
    ).rejects.toMatchObject({ data: { problems: [{ path: 'effectiveOn' }] } });
    await dana.api.plans.creditLimits.set({ ...form, limit: { noticeDays: 30, creditMonths: 1 } });
    expect((await dana.api.plans.get({ id: plan.id })).creditLimits).toMatchObject([
      { effectiveOn: '2026-01-01', limit: { noticeDays: 30, creditMonths: 1 }, setBy: 'Dana Whitfield' },
    ]);
    await dana.api.terminations.end({
      groupId: kestrel,
      memberIds: [member?.subscriber_id ?? ''],
      lastDay: '2026-09-30',
      reason: 'employment_ended',
      rescission: { basis: 'non_payment', confirmed: true },
    });
    // The preview of a bill that was sent says what its carrier will not credit, month by month.
    const { rows: bills } = await billing().invoices({ groupId: kestrel, limit: 10 });
    const limit = {
      noticeDays: 30,
      creditMonths: 1,
      effectiveOn: '2026-01-01',
      planName: plan.name,
      carrierName: plan.carrierName,
      lastDay: '2026-09-30',
      noticedOn: server.services.clock.today(),
    };
    for (const [period, uncredited] of [
      ['2026-10-01', member?.cents],
      ['2026-11-01', 0],
    ] as const) {
      const own = bills.find((bill) => bill.period === period);
      if (own?.period === '2026-11-01') await billing().email({ id: own.id });
      const preview = await billing().rerunPreview({ id: own?.id ?? '' });
      expect(preview, period).toMatchObject({ mode: 'adjust', uncredited });
      const dental = preview.lines.find(({ line }) => line === 'dental');
      expect(dental, period).toMatchObject({ uncredited, limit: uncredited === 0 ? null : limit });
    }
    const run = await start('2026-12-01', [kestrel]);
    const [draft] = (await billing().runs.bills({ id: run, limit: 1 })).rows;
    const { rows: lines } = await billing().lines({ id: draft?.id ?? '', limit: 200 });
    const own = lines.filter(({ line, subscriberId }) => line === 'dental' && subscriberId === member?.subscriber_id);
    expect(own.map(({ kind, coveredMonth, cents, noticeDays }) => [kind, coveredMonth, cents, noticeDays])).toEqual([
      ['retro', '2026-10-01', -(member?.cents ?? 0), null],
      ['uncredited', '2026-10-01', member?.cents, 30],
      ['retro', '2026-11-01', -(member?.cents ?? 0), null],
    ]);
    expect(own.every(({ cause }) => cause?.includes('Dana Whitfield'))).toBe(true);
    const explained = await billing().explainLine({ id: draft?.id ?? '', place: own[1]?.place ?? 0 });
    expect(explained).toMatchObject({ kind: 'uncredited', coveredMonth: '2026-10-01', limit });
    const credited = await billing().explainLine({ id: draft?.id ?? '', place: own[2]?.place ?? 0 });
    expect(credited.limit).toBeNull();
    await post(run);
    const next = await start('2027-01-01', [kestrel]);
    const later = (await billing().runs.bills({ id: next, limit: 1 })).rows[0];
    expect(later?.retro).toBe(0);
    await billing().runs.cancel({ id: next });
  });
});

it('bills of another month that are posted have open drafts calculated again, so that nothing is adjusted twice', async () => {
  const other = (await dana.api.groups.list({ limit: 50 })).rows.filter(({ id }) => id !== kestrel);
  const { rows } = await server.owner.query(
    `select l.group_id, l.subscriber_id from bill_lines l join bills b on b.id = l.bill_id
     where b.state = 'posted' and b.period = '2026-11-01' and l.kind = 'premium' and l.group_id = any($1) group by 1, 2 having sum(l.cents) > 0 order by 2 limit 1`,
    [other.map(({ id }) => id)],
  );
  const [member] = rows as { group_id: string; subscriber_id: string }[];
  const groupId = member?.group_id ?? '';
  await dana.api.terminations.end({
    groupId,
    memberIds: [member?.subscriber_id ?? ''],
    lastDay: '2026-10-31',
    reason: 'employment_ended',
    rescission: { basis: 'non_payment', confirmed: true },
  });
  const december = await start('2026-12-01', [groupId]);
  const january = await start('2027-01-01', [groupId]);
  const retro = async (id: string) => (await billing().runs.get({ id })).figures.retro;
  expect(await retro(december)).toBeLessThan(0);
  expect(await retro(january)).toBe(await retro(december));
  await post(december);
  expect(await status(january)).toBe('review');
  expect(await retro(january)).toBe(0);
});

describe('a plan whose rates are locked for the plan year', () => {
  it('names the members whose billed months a correction reprices, adjusts exactly these, and nobody of a later quarter', async () => {
    const { rows } = await server.owner.query<{ plan: string; table: string; people: number }>(
      `select l.plan_id as plan, r.table_id as table, count(distinct l.subscriber_id)::integer as people from bill_lines l
         join bills b on b.id = l.bill_id join rate_periods r on r.plan_id = l.plan_id and upper_inf(r.recorded) and r.valid @> '2026-01-01'::date and r.methodology = 'composite'
       where l.group_id = $1 and b.state = 'posted' and l.line = 'vision' group by 1, 2 order by 3 desc limit 1`,
      [kestrel],
    );
    const { plan: planId = '', table = '', people = 0 } = rows[0] ?? {};
    expect(people).toBeGreaterThan(0);
    const kim = await server.as('system_administrator');
    const draftOf = async (from: string, until: string | null) =>
      dana.api.plans.rates.create({
        planId,
        from: day(from),
        until: until === null ? null : day(until),
        content: { kind: 'copy', tableId: table, increase: 1000 },
      });
    const ofKestrel = async (id: string) =>
      (await dana.api.plans.rates.retroactive({ id })).members.filter(({ groupId }) => groupId === kestrel);
    const activate = (person: Person, draft: { id: string; version: number }) =>
      person.api.plans.rates.activate({ ...draft, reason: 'Corrected by the carrier' });
    // Kestrel's plan year began on January 1: a version from April on prices none of its months.
    const later = await draftOf('2026-04-01', null);
    expect(await ofKestrel(later.id)).toEqual([]);
    const correction = await draftOf('2026-01-01', '2026-04-01');
    const named = await ofKestrel(correction.id);
    expect(named.length).toBeGreaterThan(0);
    expect(named.length).toBeLessThanOrEqual(people);
    expect(named.every(({ name, total, months }) => name !== '' && total > 0 && months.length > 0)).toBe(true);
    await activate(kim, later);
    await activate(kim, correction);
    const run = await start('2027-01-01', [kestrel]);
    const [draft] = (await billing().runs.bills({ id: run, limit: 1 })).rows;
    const { rows: lines } = await server.owner.query<{ subscriber: string; month: string; cents: number }>(
      `select subscriber_id as subscriber, covered_month::text as month, cents::integer from bill_lines
       where bill_id = $1 and kind = 'retro' and plan_id = $2`,
      [draft?.id, planId],
    );
    const keyOf = (one: { subscriber: string; month: string; cents: number }) =>
      `${one.subscriber} ${one.month} ${one.cents}`;
    const monthsNamed = new Set(
      named.flatMap(({ subscriberId, months }) => months.map(({ month }) => subscriberId + month)),
    );
    expect(
      lines
        .filter(({ subscriber, month }) => monthsNamed.has(subscriber + month))
        .map(keyOf)
        .toSorted(),
    ).toEqual(
      named
        .flatMap(({ subscriberId, months }) =>
          months.map(({ month, cents }) => keyOf({ subscriber: subscriberId, month, cents })),
        )
        .toSorted(),
    );
    await billing().runs.cancel({ id: run });
  });

  it('with a table for each quarter, a corrected second quarter adjusts the months of the groups that began in it', async () => {
    const { rows } = await server.owner.query<{ id: string }>(
      `with plan as (insert into health_plans (tenant_id, id, plan_code, plan_name, line, carrier_name, status, effective_date)
           select id, gen_random_uuid(), 'MED-QUARTER', 'Quarterly PPO', 'medical', 'Northfold Health', 'active', '2026-01-01' from tenants limit 1 returning tenant_id, id)
         insert into plan_years (tenant_id, id, plan_id, period, status, benefits, rules)
           select p.tenant_id, gen_random_uuid(), p.id, '[2026-01-01,2027-01-01)', 'active', y.benefits, y.rules from plan p
             cross join (select y.benefits, y.rules from plan_years y join health_plans h on h.id = y.plan_id where h.plan_code = 'MED-HMO' limit 1) y returning plan_id as id`,
    );
    const planId = rows[0]?.id ?? '';
    const kim = await server.as('system_administrator');
    const draftOf = async (from: string, until: string, rate: string) => {
      const file = `Tier,Monthly rate\nEmployee only,${rate}\nEmployee and spouse,900.00\nEmployee and children,900.00\nFamily,1300.00\n`;
      const content = {
        kind: 'file' as const,
        file: { name: 'rates.csv', base64: Buffer.from(file).toString('base64') },
      };
      return dana.api.plans.rates.create({ planId, from: day(from), until: day(until), content });
    };
    const activate = ({ id, version }: { id: string; version: number }) =>
      kim.api.plans.rates.activate({ id, version, reason: 'Quarterly rates of the carrier' });
    await activate(await draftOf('2026-04-01', '2026-07-01', '412.18'));
    await activate(await draftOf('2026-07-01', '2026-10-01', '420.00'));
    await activate(await draftOf('2026-10-01', '2027-01-01', '431.50'));
    const groupFrom = async (name: string, effectiveDate: string, renewalDate: string, enrollmentDate: string) => {
      const { id: groupId } = await dana.api.groups.create({
        setup: setupOf(name, [planId], { effectiveDate, renewalDate }),
      });
      await dana.api.members.add({
        groupId,
        member: {
          firstName: 'Petra',
          lastName: name.replaceAll(/[^A-Za-z]/g, ''),
          email: 'petra@quarter.test',
          phone: '',
          ssn: name === 'Quarter Two' ? '219-48-2001' : '219-48-2002',
          class: 'FT001',
          billingLocation: 'MAIN-PLANT',
          hireDate: '2025-03-03',
          plans: {
            medical: { selected: planId, enrollmentDate },
            dental: { selected: '', enrollmentDate: '' },
            vision: { selected: '', enrollmentDate: '' },
          },
          dependentDetails: [],
          overrideReason: 'Agreed with the employer',
        },
      });
      return groupId;
    };
    const second = await groupFrom('Quarter Two', '2026-06-01', '2027-06-01', '2026-08-01');
    const third = await groupFrom('Quarter Three', '2026-07-01', '2027-07-01', '2026-08-16');
    server.clock.set('2026-11-21T18:00:00.000Z');
    const billedOf = async (run: string, groupId: string) =>
      (
        await server.owner.query<{ kind: string; month: string; cents: number }>(
          `select l.kind, l.covered_month::text as month, l.cents::integer from bill_lines l join bills b on b.id = l.bill_id
           where b.run_id = $1 and b.group_id = $2 order by l.covered_month, l.kind`,
          [run, groupId],
        )
      ).rows.map(({ kind, month, cents }) => `${kind} ${month} ${cents}`);
    for (const month of ['2026-08-01', '2026-09-01', '2026-10-01']) {
      const run = await start(month, [second, third]);
      expect(await billedOf(run, second)).toEqual([`premium ${month} 41218`]);
      expect(await billedOf(run, third)).toEqual([`premium ${month} 42000`]);
      await post(run);
    }
    server.clock.set('2026-11-22T18:00:00.000Z');
    const correction = await draftOf('2026-04-01', '2026-07-01', '402.18');
    const named = await dana.api.plans.rates.retroactive({ id: correction.id });
    expect(named).toMatchObject({
      total: -3000,
      held: 0,
      members: [
        {
          groupName: 'Quarter Two',
          name: 'Petra QuarterTwo',
          total: -3000,
          months: ['2026-08-01', '2026-09-01', '2026-10-01'].map((month) => ({ month, cents: -1000 })),
        },
      ],
    });
    await activate(correction);
    const november = await start('2026-11-01', [second, third]);
    expect(await billedOf(november, second)).toEqual([
      'retro 2026-08-01 -1000',
      'retro 2026-09-01 -1000',
      'retro 2026-10-01 -1000',
      'premium 2026-11-01 40218',
    ]);
    expect(await billedOf(november, third)).toEqual(['premium 2026-11-01 42000']);
    const bills = (await billing().runs.bills({ id: november, search: 'Quarter Two', limit: 1 })).rows;
    const { rows: lines } = await billing().lines({ id: bills[0]?.id ?? '', limit: 10 });
    expect(lines.filter(({ kind }) => kind === 'retro').map(({ cause }) => cause)).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('Rates of Quarterly PPO, version 4')),
    );
    await billing().runs.cancel({ id: november });

    // Wrong proration in the current plan year: a second person approves, and only the part of a month changes.
    server.clock.set('2026-11-23T18:00:00.000Z');
    const { version, years } = await dana.api.plans.get({ id: planId });
    const [year] = years;
    const rules = { ...year!.rules, proration: { ...year!.rules.proration, start: 'daily_actual' as const } };
    const corrected = await dana.api.plans.years.correct({
      id: planId,
      version,
      yearId: year!.id,
      from: '2026-08-01',
      rules,
      reason: 'The contract charges by days',
    });
    const effect = await dana.api.plans.years.correctionEffect({ id: corrected.correctionId });
    expect(effect).toMatchObject({
      held: 0,
      // 420.00 x 16/31 is 216.77.
      members: [{ groupName: 'Quarter Three', months: [{ month: '2026-08-01', cents: 21677 - 42000 }] }],
    });
    await expect(approveFor(dana, corrected.correctionId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await approveFor(kim, corrected.correctionId);
    const again = await start('2026-11-01', [second, third]);
    expect(await billedOf(again, third)).toEqual([`retro 2026-08-01 ${21677 - 42000}`, 'premium 2026-11-01 42000']);
    expect((await billedOf(again, second)).length).toBe(4);
    expect((await dana.api.plans.get({ id: planId })).ruleCorrections).toMatchObject([
      { from: '2026-08-01', approvedByName: expect.any(String), approval: null, rules },
    ]);
    await billing().runs.cancel({ id: again });
    const { version: latest } = await dana.api.plans.get({ id: planId });
    const { yearId } = await dana.api.plans.years.add({
      id: planId,
      version: latest,
      from: '2027-01-01',
      to: '2027-12-31',
      copyFrom: null,
    });
    expect((await dana.api.plans.get({ id: planId })).years.find(({ id }) => id === yearId)?.rules).toEqual(rules);
  });
});

it('a new salary changes premiums from the day it applies, and never those of earlier months', async () => {
  const { rows } = await server.owner.query<{ member: string; plan: string }>(
    `with offered as (insert into group_plan_assignments select n.* from (
         select a, p.id as plan_id from group_plan_assignments a join health_plans p on p.plan_code = 'LIFE-SAL' where a.group_id = $1 and a.status = 'active') o,
         jsonb_populate_record(null::group_plan_assignments, to_jsonb(o.a) || jsonb_build_object('id', gen_random_uuid(), 'plan_id', o.plan_id, 'rating_methodology', null)) n
         on conflict do nothing returning plan_id)
     select m.id as member, (select o.plan_id from offered o limit 1) as plan from members m
     where m.group_id = $1 and m.status = 'active' and m.salary_annual_cents > 4000000 and m.date_of_birth_encrypted is not null
       and exists (select from bill_lines l where l.subscriber_id = m.id and l.covered_month = '2026-10-01') order by m.id limit 1`,
    [kestrel],
  );
  const groupId = kestrel;
  const { member: memberId = '', plan: planId = '' } = rows[0] ?? {};
  await dana.api.members.changePlan({
    groupId,
    memberId,
    line: 'life',
    planId,
    from: '2026-10-01',
    overrideReason: 'Agreed with the employer',
  });
  const edit = async (salary: string, appliesFrom?: string) => {
    const { version, values } = await dana.api.members.forEdit({ groupId, memberId });
    return dana.api.members.edit({
      groupId,
      memberId,
      version,
      values: { ...values, salary },
      ...(appliesFrom !== undefined && { appliesFrom }),
    });
  };
  const billed = async () => {
    const run = await start('2027-01-01', [groupId]);
    const { rows: lines } = await server.owner.query<{ cents: number }>(
      `select sum(l.cents)::integer as cents from bill_lines l join bills b on b.id = l.bill_id where b.run_id = $1 and l.subscriber_id = $2 and l.line = 'life'
         and l.covered_month < '2026-12-01' group by l.covered_month order by l.covered_month`,
      [run, memberId],
    );
    await billing().runs.cancel({ id: run });
    return lines.map(({ cents }) => cents);
  };
  // New life coverage less what was billed for the former plan.
  const first = await billed();
  expect(first).toEqual([first[0], first[0]]);
  expect(first[0]).toBeGreaterThan(0);
  server.clock.set('2026-11-24T18:00:00.000Z');
  await edit('31,000');
  expect(await billed()).toEqual(first);
  server.clock.set('2026-11-25T18:00:00.000Z');
  await expect(edit('33,000', '2027-01-01')).rejects.toMatchObject({ data: { problems: [{ path: 'appliesFrom' }] } });
  const { changeId } = await edit('19,000', '2026-11-01');
  const [october, november = 0] = await billed();
  expect(october).toBe(first[0]);
  expect(november).toBeLessThan(first[1] ?? 0);
  server.clock.set('2026-11-26T18:00:00.000Z');
  await dana.api.changes.undo({ id: changeId });
  expect(await billed()).toEqual(first);
});
