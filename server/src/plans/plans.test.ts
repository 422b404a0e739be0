import type { PlanDetail } from '@openbenefits/contract/plan-catalog';
import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { NO_BENEFITS, type PlanBenefits } from '@openbenefits/domain/plans/plan-benefits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { settle } from '../jobs/settling.ts';
import { movePlanMembers } from '../members/move-plan-members.ts';
import { refused } from '../testing/refused.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { moveTerminatedMembers } from './plan-termination.operations.ts';

let server: TestServer;
let dana: Person;
let omar: Person;
let reader: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  omar = await server.as('system_administrator');
  reader = await server.as('read_only');
});
afterAll(() => server.close());

const dollars = (amount: number): Cents => fromCents(amount * 100);
const BENEFITS: PlanBenefits = {
  ...NO_BENEFITS,
  deductibleIndividual: dollars(1000),
  deductibleFamily: dollars(2000),
  outOfPocketMaxIndividual: dollars(4500),
  memberPays: { ...NO_BENEFITS.memberPays, medical: 20, prescription: 25 },
};
const NEW_PLAN = {
  code: 'med-ppo-new',
  name: 'Premium PPO New',
  line: 'medical' as const,
  networkType: 'PPO' as const,
  carrierName: 'Northfold Health',
  effectiveDate: '2027-01-01',
  year: { from: '2027-01-01', to: '2027-12-31' },
  benefits: BENEFITS,
};
const rowOf = async (code: string) =>
  (await dana.api.plans.list({ search: code })).rows.find((row) => row.code === code);
const idOf = async (code: string): Promise<string> => (await rowOf(code))?.id ?? '';
const planOf = async (code: string): Promise<PlanDetail> => dana.api.plans.get({ id: await idOf(code) });
const historyOf = async (planId: string) => (await dana.api.changes.list({ planId })).rows;

/** Writes a version of rates, as the rate tables do. */
async function giveRates(planId: string, status: 'draft' | 'active', from: string, cents = 59_800): Promise<void> {
  const { rows } = await server.owner.query<{ id: string }>(
    `insert into rate_tables (tenant_id, id, plan_id, version_no, method, valid, status, settings, created_by, created_by_name, created_at, updated_at)
     select $4, gen_random_uuid(), $1, 1 + count(*), 'composite', daterange($2, null), $3, '{"tiers": "four"}', 'test', 'Test', now(), now() from rate_tables where plan_id = $1 returning id`,
    [planId, from, status, DEFAULT_TENANT],
  );
  await server.owner.query(
    `insert into rate_cells (tenant_id, table_id, place, kind, amount, entered_by, entered_by_name, entered_at)
     select $3, $1, 0, k, $2, 'test', 'Test', now() from unnest(array['EMP', 'ESP', 'ECH', 'FAM']) k`,
    [rows[0]?.id, cents, DEFAULT_TENANT],
  );
  if (status === 'active') {
    await server.owner.query(
      `update rate_periods set valid = daterange(lower(valid), $2) where plan_id = $1 and upper_inf(recorded) and methodology = 'composite' and valid @> $2::date and lower(valid) < $2::date`,
      [planId, from],
    );
    await server.owner.query(
      `insert into rate_periods (tenant_id, id, plan_id, table_id, methodology, valid, recorded) values ($4, gen_random_uuid(), $1, $2, 'composite', daterange($3, null), tstzrange(now(), null))`,
      [planId, rows[0]?.id, from, DEFAULT_TENANT],
    );
  }
}

describe('the list', () => {
  it('shows every line with its totals, today’s rate, benefits and what is known of next rates', async () => {
    const list = await dana.api.plans.list({});
    expect(list).toMatchObject({ total: 14, unfiltered: 14, next: null });
    expect(list.lines.map(({ line, plans }) => [line, plans])).toEqual([
      ['medical', 6],
      ['dental', 3],
      ['vision', 2],
      ['life', 2],
      ['disability', 1],
    ]);
    expect(list.rows.find(({ code }) => code === 'MED-PPO')).toMatchObject({
      monthlyCost: 64_500,
      deductible: 75_000,
      outOfPocketMax: 400_000,
      networkSize: 'National+',
      status: 'active',
      nextRates: { kind: 'change', from: '2027-01-01', change: 50 },
    });
    expect(list.rows.find(({ code }) => code === 'MED-ICHRA')).toMatchObject({
      monthlyCost: null,
      nextRates: { kind: 'not_rated' },
    });
  });

  it('finds by name, code, carrier, line, type and status, and continues where a page ends', async () => {
    const codes = async (filter: Parameters<typeof dana.api.plans.list>[0]) =>
      (await dana.api.plans.list(filter)).rows.map(({ code }) => code);
    expect(await codes({ search: 'ridgeline' })).toEqual(['VIS-BASIC', 'VIS-PREM']);
    expect(await codes({ networkType: 'HDHP' })).toEqual(['MED-HDHP']);
    expect(await codes({ line: 'life', descending: true })).toEqual(['LIFE-SAL', 'LIFE-TERM']);
    expect(await codes({ status: 'draft' })).toEqual(['MED-PPO-SEL']);
    expect(await codes({ status: 'terminated', networkType: 'PPO' })).toEqual(['MED-PPO-500']);
    const whole = await codes({});
    const first = await dana.api.plans.list({ limit: 5 });
    const second = await dana.api.plans.list({ limit: 50, cursor: first.next ?? '' });
    expect([...first.rows, ...second.rows].map(({ code }) => code)).toEqual(whole);
    const last = await dana.api.plans.list({ limit: 4, descending: true });
    const rest = await dana.api.plans.list({ limit: 50, descending: true, cursor: last.next ?? '' });
    expect([...last.rows, ...rest.rows].map(({ code }) => code)).toEqual(await codes({ descending: true }));
    expect(await refused(dana.api.plans.list({ cursor: 'nonsense' }))).toMatchObject({ code: 'INVALID' });
  });

  it('has figures that agree with the members', async () => {
    const figures = await dana.api.plans.figures();
    const { rows } = await server.owner.query<{ people: number; enrollments: number }>(
      `select count(distinct member_id)::int as people, count(distinct (member_id, plan_id))::int as enrollments from coverage_spans
       where upper_inf(recorded) and covered @> $1::date and plan_id is not null`,
      [server.clock.today()],
    );
    expect(figures).toMatchObject({ ...rows[0], plans: 14, active: 12, draft: 1, terminated: 1 });
    expect(figures.averagePremium).toBeGreaterThan(0);
    expect(figures.enrolled.reduce((sum, { members }) => sum + members, 0)).toBe(figures.enrollments);
  });

  it('compares next year’s active rates with today’s', async () => {
    const next = async (code: string) => (await rowOf(code))?.nextRates;
    expect(await next('VIS-BASIC')).toMatchObject({ kind: 'none', change: 0 });
    expect(await next('DEN-ORTHO')).toMatchObject({ kind: 'missing', from: '2027-01-01' });
    expect(await next('MED-PPO-500')).toBeNull();
    const { rateIncrease, nextYear, withoutRates } = await dana.api.plans.figures();
    expect(rateIncrease).toBeGreaterThan(0);
    expect(rateIncrease).toBeLessThan(50);
    expect({ nextYear, withoutRates }).toEqual({ nextYear: '2027-01-01', withoutRates: 2 });
  });
});

describe('the export', () => {
  it('has the rows of the list, for a person who may export', async () => {
    const { url } = await dana.api.exports.request({ list: 'plans', format: 'csv', filter: { line: 'vision' } });
    const text = await (await fetch(`${server.url}${url}`, { headers: { cookie: dana.cookie } })).text();
    expect(text.trim().split(/\r?\n/)).toHaveLength(3);
    expect(text).toContain('Basic Vision');
    expect(await refused(reader.api.exports.request({ list: 'plans', format: 'csv' }))).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('a new plan', () => {
  it('is a draft with a plan year, and its code in capitals', async () => {
    const { id } = await dana.api.plans.create(NEW_PLAN);
    expect(await dana.api.plans.get({ id })).toMatchObject({
      code: 'MED-PPO-NEW',
      status: 'draft',
      years: [{ from: '2027-01-01', until: '2028-01-01', state: 'draft', benefits: BENEFITS }],
      missing: [{ path: 'rates', message: expect.stringContaining('No rate version covers') }],
    });
    expect(await historyOf(id)).toMatchObject([{ kind: 'plan_created', summary: 'Created the plan Premium PPO New' }]);
    expect((await dana.api.plans.offered({ on: '2027-01-01' })).some((plan) => plan.id === id)).toBe(false);
  });

  it('needs a code of its own; of two at once the second is told', async () => {
    const again = await refused(dana.api.plans.create({ ...NEW_PLAN, code: 'Med-Ppo' }));
    expect(again.data.problems).toEqual([
      { path: 'code', message: 'The plan Premium PPO Plus already has the code MED-PPO. Enter another code.' },
    ]);
    const both = await Promise.allSettled([
      dana.api.plans.create({ ...NEW_PLAN, code: 'TWICE' }),
      omar.api.plans.create({ ...NEW_PLAN, code: 'twice' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is refused at every field that is wrong', async () => {
    const wrong = await refused(
      dana.api.plans.create({
        ...NEW_PLAN,
        code: 'x',
        name: ' ',
        networkType: null,
        carrierName: '',
        effectiveDate: '2027-02-30',
        year: { from: '2027-01-01', to: '2026-12-31' },
        benefits: { ...BENEFITS, deductibleFamily: dollars(10) },
      }),
    );
    expect(wrong.data.problems.map(({ path }) => path)).toEqual([
      'name',
      'code',
      'networkType',
      'carrierName',
      'effectiveDate',
      'year.to',
      'benefits.deductibleFamily',
    ]);
    expect(wrong.data.problems).toContainEqual({
      path: 'year.to',
      message: 'The plan year ends before it starts on 01/01/2027.',
    });
    expect(
      (await refused(dana.api.plans.create({ ...NEW_PLAN, code: 'LATE', year: { from: '2027-06-01', to: '' } }))).data
        .problems,
    ).toMatchObject([{ path: 'year.from' }]);
  });

  it('is not for a person who may only look', async () => {
    expect((await reader.api.plans.list({})).total).toBeGreaterThan(10);
    expect(await refused(reader.api.plans.create({ ...NEW_PLAN, code: 'READER' }))).toMatchObject({
      code: 'FORBIDDEN',
    });
    const { id, version } = await planOf('MED-PPO-NEW');
    expect(await refused(reader.api.plans.activate({ id, version }))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refused((await server.as('nobody')).api.plans.list({}))).toMatchObject({ code: 'SIGNED_OUT' });
  });

  it('is activated only with complete active rates for its first day', async () => {
    const { id, version } = await planOf('MED-PPO-NEW');
    expect((await refused(dana.api.plans.activate({ id, version }))).data.problems).toMatchObject([
      { path: 'rates', message: expect.stringContaining('Add rates first') },
    ]);
    await giveRates(id, 'draft', '2027-01-01');
    expect((await refused(dana.api.plans.activate({ id, version }))).message).toContain('still a draft');
    expect(await rowOf('MED-PPO-NEW')).toMatchObject({
      monthlyCost: 59_800,
      nextRates: { kind: 'draft' },
    });
    await giveRates(id, 'active', '2027-01-01');
    await dana.api.plans.activate({ id, version });
    expect(await dana.api.plans.get({ id })).toMatchObject({ status: 'active', missing: [] });
  });

  it('can be a copy of another, with its benefits and without its rates', async () => {
    const source = await planOf('MED-PPO');
    const { id } = await dana.api.plans.copy({
      id: source.id,
      code: 'MED-PPO-2',
      name: 'Premium PPO Two',
      effectiveDate: '2027-01-01',
    });
    expect(await dana.api.plans.get({ id })).toMatchObject({
      status: 'draft',
      line: 'medical',
      networkType: 'PPO',
      rateVersions: [],
      years: [{ from: '2027-01-01', until: null, benefits: source.years[0]?.benefits }],
    });
  });
});

const fieldsOf = ({ code, name, line, networkType, carrierName, effectiveDate }: PlanDetail) => ({
  code,
  name,
  line,
  networkType,
  carrierName,
  effectiveDate,
});

describe('an edit', () => {
  it('tells the second of two who saved first', async () => {
    const seen = await planOf('DEN-BASIC');
    const form = fieldsOf(seen);
    await omar.api.plans.edit({ ...form, id: seen.id, version: seen.version, name: 'Basic Dental Plus' });
    const late = await refused(
      dana.api.plans.edit({ ...form, id: seen.id, version: seen.version, name: 'Dental One' }),
    );
    expect(late).toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/ changed this plan on .*Review/) });
    expect((await planOf('DEN-BASIC')).name).toBe('Basic Dental Plus');
  });

  it('keeps the line of an active plan, and a date that its members have coverage before', async () => {
    const { id, version, ...plan } = await planOf('MED-PPO');
    const form = fieldsOf({ id, version, ...plan });
    expect((await refused(dana.api.plans.edit({ ...form, id, version, line: 'dental' }))).data.problems).toMatchObject([
      { path: 'line' },
    ]);
    expect(
      (await refused(dana.api.plans.edit({ ...form, id, version, effectiveDate: '2026-12-01' }))).data.problems,
    ).toMatchObject([{ path: 'effectiveDate', message: expect.stringContaining('before 12/01/2026') }]);
  });

  it('is shown field by field and undone, unless it was changed again', async () => {
    const seen = await planOf('DEN-BASIC');
    await dana.api.plans.edit({ ...fieldsOf(seen), id: seen.id, version: seen.version, carrierName: 'Prairie Dental' });
    const [change] = await historyOf(seen.id);
    expect(change).toMatchObject({ kind: 'plan_edited', undoable: true });
    const { rows } = await dana.api.changes.items({ id: change?.id ?? '' });
    expect(rows).toMatchObject([
      { differences: [{ label: 'Carrier', before: 'Brackenridge Dental', after: 'Prairie Dental' }] },
    ]);
    expect(await refused(reader.api.changes.undo({ id: change?.id ?? '' }))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await dana.api.changes.undoPreview({ id: change?.id ?? '' })).toMatchObject({ people: 1, blocked: 0 });
    await dana.api.changes.undo({ id: change?.id ?? '' });
    expect(await planOf('DEN-BASIC')).toMatchObject({ carrierName: 'Brackenridge Dental', name: 'Basic Dental Plus' });
    expect(await refused(dana.api.changes.undo({ id: change?.id ?? '' }))).toMatchObject({
      message: 'These values were changed again since. Undo the later change first.',
    });
  });
});

describe('plan years', () => {
  it('a new one copies the benefits and ends the one without an end', async () => {
    const { id, version, years } = await planOf('MED-PPO-2');
    const [open] = years;
    const added = { id, version, from: '2028-01-01', to: '2028-12-31', copyFrom: null };
    const { yearId } = await dana.api.plans.years.add(added);
    const after = await dana.api.plans.get({ id });
    expect(after.years).toMatchObject([
      { id: yearId, state: 'draft', benefits: open?.benefits },
      { id: open?.id, until: '2028-01-01' },
    ]);
    expect(await refused(dana.api.plans.years.add(added))).toMatchObject({ code: 'CONFLICT' });
  });

  it('is refused where it ends before it starts, or overlaps', async () => {
    const { id, version } = await planOf('MED-HDHP');
    const add = (from: string, to: string) =>
      refused(dana.api.plans.years.add({ id, version, from, to, copyFrom: null }));
    expect((await add('2028-01-01', '2027-12-31')).data.problems).toEqual([
      { path: 'to', message: 'The plan year ends before it starts on 01/01/2028.' },
    ]);
    expect((await add('2027-07-01', '2028-06-30')).data.problems).toEqual([
      { path: 'from', message: 'This overlaps plan year 2027, 01/01/2027 to 12/31/2027.' },
    ]);
  });

  it('keeps benefits in force locked, edits those to come, and undoes that', async () => {
    const { id, years } = await planOf('MED-HDHP');
    const [next, current] = years;
    if (!next || !current) throw new Error('No plan years');
    const benefits = { ...next.benefits, memberPays: { ...next.benefits.memberPays, prescription: 35 } };
    expect(
      await refused(dana.api.plans.benefits.save({ id, yearId: current.id, version: current.version, benefits })),
    ).toMatchObject({ message: expect.stringContaining('is in force since') });
    const saved = await dana.api.plans.benefits.save({ id, yearId: next.id, version: next.version, benefits });
    expect(saved.changed).toEqual(['memberPays.prescription']);
    expect(
      await refused(omar.api.plans.benefits.save({ id, yearId: next.id, version: next.version, benefits })),
    ).toMatchObject({ code: 'CONFLICT' });
    const [change] = await historyOf(id);
    expect((await dana.api.changes.items({ id: change?.id ?? '' })).rows).toMatchObject([
      { name: expect.stringContaining('plan year 2027'), differences: [{ after: 'Member pays 35%, plan pays 65%' }] },
    ]);
    await dana.api.changes.undo({ id: change?.id ?? '' });
    expect((await dana.api.plans.get({ id })).years[0]?.benefits).toEqual(next.benefits);
    expect(
      (
        await refused(
          dana.api.plans.benefits.save({
            id,
            yearId: next.id,
            version: saved.version + 1,
            benefits: { ...benefits, outOfPocketMaxIndividual: dollars(1) },
          }),
        )
      ).data.problems,
    ).toMatchObject([{ path: 'outOfPocketMaxIndividual' }]);
  });

  it('is changed and removed before it begins', async () => {
    const plan = await planOf('MED-HDHP');
    const [next] = plan.years;
    if (!next) throw new Error('No plan year');
    const rules = { ...next.rules, newbornFreeDays: 31 };
    const edit = { id: plan.id, yearId: next.id, from: '2027-01-01', to: '2027-12-31' };
    await dana.api.plans.years.edit({ ...edit, version: next.version, rules });
    const [edited] = (await dana.api.plans.get({ id: plan.id })).years;
    expect(edited?.rules.newbornFreeDays).toBe(31);
    await dana.api.plans.years.remove({ id: plan.id, yearId: next.id, version: edited?.version ?? 0 });
    expect((await dana.api.plans.get({ id: plan.id })).years).toHaveLength(1);
  });
});

const PDF = Buffer.from('%PDF-1.7\nA summary of benefits');

describe('documents', () => {
  const send = (planId: string, bytes: Buffer, name: string, person = dana) =>
    fetch(`${server.url}/uploads/plan-documents/${planId}`, {
      method: 'POST',
      headers: {
        cookie: person.cookie,
        origin: server.url,
        'content-type': 'application/octet-stream',
        'x-file-name': encodeURIComponent(name),
      },
      body: new Uint8Array(bytes),
    });
  const download = (id: string, person = dana) =>
    fetch(`${server.url}/downloads/plan-documents/${id}`, { headers: { cookie: person.cookie } });

  it('have no SSN in their names, which are stored in clear', async () => {
    const { id } = await planOf('MED-PPO');
    const refused = await send(id, PDF, 'Abbott 219-45-0001.pdf');
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('This looks like a Social Security number.'),
    ]);
    expect((await dana.api.plans.get({ id })).documents).toEqual([]);
  });

  it('are stored encrypted, downloaded as they were, and removed', async () => {
    const { id } = await planOf('MED-PPO');
    expect((await send(id, PDF, 'Übersicht/SBC 2027.exe')).status).toBe(201);
    const [document] = (await dana.api.plans.get({ id })).documents;
    expect(document).toMatchObject({
      name: 'SBC 2027.pdf',
      type: 'pdf',
      size: PDF.length,
      uploadedBy: 'Dana Whitfield',
    });
    const answer = await download(document?.id ?? '', reader);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await answer.arrayBuffer()).equals(PDF)).toBe(true);
    const audited = await server.owner.query(
      `select count(*)::int as count from audit_log where action = 'plans.documents.download'`,
    );
    expect(audited.rows).toEqual([{ count: 1 }]);
    await settle(server.services, DEFAULT_TENANT);
    expect((await download(document?.id ?? '')).status).toBe(200);
    await dana.api.plans.documents.remove({ id, documentId: document?.id ?? '' });
    expect((await download(document?.id ?? '')).status).toBe(404);
    expect((await historyOf(id))[0]).toMatchObject({
      summary: 'Removed the document SBC 2027.pdf from Premium PPO Plus',
    });
  });

  it('are judged by their content, their size and the person', async () => {
    const { id } = await planOf('MED-PPO');
    const message = async (answer: Response) => ((await answer.json()) as { message: string }).message;
    expect(await message(await send(id, Buffer.from('MZ program'), 'Plan.pdf'))).toContain('not a PDF');
    expect(await message(await send(id, Buffer.alloc(20 * 1024 * 1024 + 1, '%PDF-'), 'Big.pdf'))).toContain('20 MB');
    expect(await message(await send(id, Buffer.alloc(0), 'Empty.pdf'))).toContain('empty');
    expect((await send(id, PDF, 'SBC.pdf', reader)).status).toBe(403);
    expect((await send('not-an-id', PDF, 'SBC.pdf')).status).toBe(404);
  });
});

describe('a termination', () => {
  it('is undone as a whole: the members have the plan again, unless one was changed since', async () => {
    const coverage = async () =>
      (
        await server.owner.query(
          `select member_id, line, plan_id, covered::text from coverage_spans where upper_inf(recorded) and line = 'vision' order by 1, 2, 4`,
        )
      ).rows;
    const offerings = async () =>
      (
        await server.owner.query(
          `select group_id, class_id, location_id, plan_id from group_plan_assignments where status = 'active' order by 1, 2, 3, 4, effective_date`,
        )
      ).rows;
    const old = await planOf('VIS-PREM');
    const [before, offeredBefore] = [await coverage(), await offerings()];
    const { members } = await dana.api.plans.terminate({
      id: old.id,
      version: old.version,
      lastDay: '2026-12-31',
      toPlanId: await idOf('VIS-BASIC'),
      reason: 'Replaced by the carrier',
    });
    expect(await coverage()).not.toEqual(before);
    const [ended] = await historyOf(old.id);
    expect(ended).toMatchObject({ kind: 'plan_terminated', undoable: true });
    const id = ended?.id ?? '';
    expect(await dana.api.changes.undoPreview({ id })).toMatchObject({ people: members, blocked: 0 });

    // One of the members is terminated since: the plan stays closed until that is undone.
    const { rows } = await server.owner.query<{ memberId: string; groupId: string }>(
      `select m.id as "memberId", m.group_id as "groupId" from coverage_spans s join members m on m.id = s.member_id where upper_inf(s.recorded)
        and s.plan_id = $1 and lower(s.covered) = '2027-01-01' and m.subscriber_id is null and m.status = 'active' limit 1`,
      [await idOf('VIS-BASIC')],
    );
    const { memberId = '', groupId = '' } = rows[0] ?? {};
    await server.owner.query(`update groups set retro_term_days = 60 where id = $1`, [groupId]);
    const later = await dana.api.terminations.end({
      groupId,
      memberIds: [memberId],
      lastDay: calendarDateFrom('2027-01-31'),
      reason: 'employment_ended',
    });
    const blocked = await dana.api.changes.undoPreview({ id });
    expect(blocked).toMatchObject({
      people: 0,
      blockers: expect.arrayContaining([expect.objectContaining({ memberId })]),
    });
    expect((await refused(dana.api.changes.undo({ id }))).message).toContain('since the plan was terminated');
    await dana.api.changes.undo({ id: later.changeId });

    const limited = await server.as('group_administrator');
    // A person limited to assigned groups does not see changes of all groups.
    expect(await refused(limited.api.changes.undo({ id }))).toMatchObject({ code: 'NOT_FOUND' });
    await dana.api.changes.undo({ id });
    expect(await coverage()).toEqual(before);
    expect(await offerings()).toEqual(offeredBefore);
    expect(await dana.api.plans.get({ id: old.id })).toMatchObject({ status: 'active', terminatedFrom: null });
    expect((await historyOf(old.id))[0]?.summary).toBe('Undid the termination of Premium Vision after 12/31/2026');
    expect((await refused(dana.api.changes.undo({ id }))).message).toBe('This was already undone.');
    // The job, which moves what is left of terminated plans, leaves it alone.
    expect(await moveTerminatedMembers(server.services, DEFAULT_TENANT, movePlanMembers)).toBe(0);
  });

  it('shows the members first, moves them to another plan, and closes the plan', async () => {
    const old = await planOf('VIS-PREM');
    const target = await planOf('VIS-BASIC');
    const preview = await dana.api.plans.terminationPreview({ id: old.id, lastDay: '2026-12-31' });
    expect(preview.members).toBeGreaterThan(0);
    expect(preview.rows.reduce((sum, { members }) => sum + members, 0)).toBe(preview.members);
    expect(preview.targets.map(({ code }) => code)).toEqual(['VIS-BASIC']);
    const input = { id: old.id, version: old.version, lastDay: '2026-12-31', reason: 'Replaced by the carrier' };
    expect(
      (await refused(dana.api.plans.terminate({ ...input, toPlanId: await idOf('MED-PPO') }))).data.problems,
    ).toMatchObject([{ path: 'toPlanId' }]);
    expect(
      (await refused(dana.api.plans.terminate({ ...input, reason: '', toPlanId: null }))).data.problems,
    ).toMatchObject([{ path: 'reason' }]);
    const limited = await server.as('group_administrator');
    expect(await refused(limited.api.plans.terminate({ ...input, toPlanId: null }))).toMatchObject({
      code: 'FORBIDDEN',
    });

    expect(await dana.api.plans.terminate({ ...input, toPlanId: target.id })).toMatchObject({
      members: preview.members,
      queued: false,
    });
    const { rows } = await server.owner.query<{ left: number; moved: number }>(
      `select count(distinct member_id) filter (where plan_id = $1 and (upper_inf(covered) or upper(covered) > '2027-01-01'))::int as left,
        count(distinct member_id) filter (where plan_id = $2 and lower(covered) = '2027-01-01')::int as moved from coverage_spans where upper_inf(recorded)`,
      [old.id, target.id],
    );
    expect(rows).toEqual([{ left: 0, moved: preview.members }]);
    expect(await dana.api.plans.get({ id: old.id })).toMatchObject({
      status: 'active',
      terminatedFrom: '2027-01-01',
      terminating: false,
      nextRates: null,
    });
    const offered = await dana.api.plans.offerings({ id: target.id, limit: 200 });
    expect(preview.rows.every(({ groupId }) => offered.rows.some((row) => row.groupId === groupId))).toBe(true);
    // A group whose move was undone is moved again by the job, which also takes those who were enrolled meanwhile.
    const groupId = preview.rows[0]?.groupId ?? '';
    const { rows: changes } = await dana.api.changes.list({ groupId, limit: 5 });
    const moved = changes.find(({ summary }) => summary.startsWith('Moved'));
    await dana.api.changes.undo({ id: moved?.id ?? '' });
    expect(await moveTerminatedMembers(server.services, DEFAULT_TENANT, movePlanMembers)).toBe(
      preview.rows[0]?.members,
    );
    expect(await moveTerminatedMembers(server.services, DEFAULT_TENANT, movePlanMembers)).toBe(0);
    server.clock.set('2027-01-02T18:00:00.000Z');
    await settle(server.services, DEFAULT_TENANT);
    expect(await dana.api.plans.get({ id: old.id })).toMatchObject({ status: 'terminated' });
    expect((await dana.api.plans.list({ status: 'terminated' })).rows.map(({ code }) => code)).toEqual([
      'MED-PPO-500',
      'VIS-PREM',
    ]);
  });
});
