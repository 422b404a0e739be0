import { INSIGHT_KINDS, type InsightKind } from '@openbenefits/domain/dashboard/insights';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setupOf } from '../testing/samples.ts';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { warmFigures } from '../kept-figures.ts';
import { OVERVIEW } from './overview.queries.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const counts = async (person = dana) =>
  new Map((await person.api.dashboard.insights()).rows.map(({ kind, count }) => [kind, count]));

/** The rows of the list that each recommendation leads to. */
const ROWS: Readonly<Record<InsightKind, (person: Person) => Promise<number>>> = {
  outside_subscriber: async ({ api }) =>
    (await api.directory.list({ outsideSubscriber: true, limit: 200 })).rows.length,
  renewals_without_rates: async ({ api }) =>
    (await api.groups.list({ renewsWithin: 60, without: 'rates', limit: 200 })).rows.length,
  files_held: async ({ api }) => (await api.files.jobs({ waiting: 'held', limit: 200 })).rows.length,
  files_with_refusals: async ({ api }) => (await api.files.jobs({ waiting: 'refused', limit: 200 })).rows.length,
  age_out: async ({ api }) => (await api.directory.list({ ageOutWithinDays: 90, limit: 200 })).rows.length,
  pending_long: async ({ api }) => (await api.directory.list({ pendingOverDays: 30, limit: 200 })).rows.length,
  missing_ssn: async ({ api }) =>
    (await api.directory.list({ kind: 'subscriber', missing: 'ssn', limit: 200 })).rows.length,
  duplicates: async ({ api }) => (await api.duplicates.list()).rows.length,
  renewals_near: async ({ api }) => (await api.groups.list({ renewsWithin: 60, limit: 200 })).rows.length,
  groups_pending: async ({ api }) => (await api.groups.list({ status: 'pending', limit: 200 })).rows.length,
  groups_under_review: async ({ api }) => (await api.groups.list({ status: 'under_review', limit: 200 })).rows.length,
  groups_without_plans: async ({ api }) => (await api.groups.list({ without: 'plans', limit: 200 })).rows.length,
  files_overdue: async ({ api }) => (await api.groups.list({ noFileWithin: 35, limit: 200 })).rows.length,
  open_enrollment: async ({ api }) => (await api.groups.list({ opensWithin: 30, limit: 200 })).rows.length,
};

async function expectProved(person: Person): Promise<void> {
  const found = await counts(person);
  for (const kind of INSIGHT_KINDS) expect(await ROWS[kind](person), kind).toBe(found.get(kind) ?? 0);
}

describe('recommendations', () => {
  it('count exactly the rows of the lists they lead to', () => expectProved(dana));

  it('report what is wrong, and no longer once it is corrected', async () => {
    const before = await counts();
    const plan = (await dana.api.plans.offered({}))[0]?.id ?? '';
    const { id } = await dana.api.groups.create({
      setup: setupOf('Without Plans Foundry', [plan], {
        openEnrollmentStart: '2026-12-05',
        openEnrollmentEnd: '2026-12-20',
        renewalDate: '2026-12-31',
      }),
    });
    const { cimNumber: cim } = await dana.api.groups.get({ id });
    await server.owner.query(`delete from group_plan_assignments where group_id = $1`, [id]);
    const people = 'First Name,Last Name,Relationship,Date of Birth,Medical Plan,Coverage Start Date';
    const bad = await server.finished(
      dana,
      (
        await server.upload(
          dana,
          'people.csv',
          `${people}\nAda,Quill,Employee,1980-02-03,MED-PPO,2026-01-01\nBen,Nib,Employee,1980-02-31,MED-PPO,2026-01-01\n`,
          cim,
        )
      ).id,
    );
    expect(bad).toMatchObject({ added: 1, refused: 1 });
    const { rows } = await server.owner.query(
      `update members set created_at = '2026-10-01', status = 'pending' where group_id = $1 returning id`,
      [id],
    );
    const after = await counts();
    const more = (kind: InsightKind) => (after.get(kind) ?? 0) - (before.get(kind) ?? 0);
    expect({
      plans: more('groups_without_plans'),
      files: more('files_with_refusals'),
      ssn: more('missing_ssn'),
      pending: more('pending_long'),
      renewals: more('renewals_near'),
      opens: more('open_enrollment'),
    }).toEqual({ plans: 1, files: 1, ssn: 1, pending: rows.length, renewals: 1, opens: 1 });
    await expectProved(dana);

    server.clock.set('2026-11-20T19:00:00.000Z');
    await server.finished(
      dana,
      (await server.upload(dana, 'mended.csv', `${people}\nBen,Nib,Employee,1980-02-03,MED-PPO,2026-01-01\n`, cim)).id,
    );
    expect((await counts()).get('files_with_refusals') ?? 0).toBe(before.get('files_with_refusals') ?? 0);
    await server.owner.query(`update file_jobs set created_at = '2026-09-01' where group_id = $1`, [id]);
    expect((await counts()).get('files_overdue')).toBe((before.get('files_overdue') ?? 0) + 1);
    await expectProved(dana);
  });

  it('leave out children who age out while that is switched off, and show Priya her groups', async () => {
    await server.owner.query(`update feature_flags set enabled = false where flag_name = 'age_out_monitoring'`);
    expect((await counts()).has('age_out')).toBe(false);
    await server.owner.query(`update feature_flags set enabled = true`);
    const priya = await server.as('group_administrator');
    await expectProved(priya);
    await expect((await server.as('nobody')).api.dashboard.insights()).rejects.toMatchObject({ code: 'SIGNED_OUT' });
  });
});

describe('a word means the same number on every screen', () => {
  it.each([['everybody', 'administrator'] as const, ['assigned groups only', 'group_administrator'] as const])(
    'for %s',
    async (_, who) => {
      const { api } = await server.as(who);
      const rows = (await api.groups.administered({ limit: 200 })).rows;
      const details = await Promise.all(rows.map(({ id }) => api.groups.get({ id })));
      const sum = (of: (detail: (typeof details)[number]) => number) => details.reduce((all, one) => all + of(one), 0);
      const [overview, summary, management, stats, directory, list] = await Promise.all([
        api.dashboard.overview(),
        api.groups.administrationSummary(),
        api.groups.management.stats(),
        api.groups.stats(),
        api.directory.stats(),
        api.groups.list({ limit: 200 }),
      ]);
      const total = async (filter: Parameters<Person['api']['directory']['total']>[0]) =>
        (await api.directory.total(filter)).total;
      const same = (...numbers: number[]) => expect(new Set(numbers)).toEqual(new Set([numbers[0]]));
      // Total Members, Subscribers, Dependents: records.
      same(
        await total({}),
        directory.total,
        summary.totalMembers,
        management.totalMembers,
        sum(({ subscribers, dependents }) => subscribers + dependents),
      );
      same(
        await total({ kind: 'subscriber' }),
        directory.subscribers,
        sum(({ subscribers }) => subscribers),
      );
      same(
        await total({ kind: 'dependent' }),
        directory.dependents,
        sum(({ dependents }) => dependents),
      );
      // Enrolled: subscribers with coverage in effect today. Covered: members with coverage in effect today.
      same(
        await total({ kind: 'subscriber', coveredToday: true }),
        overview.figures.subscribers,
        summary.enrolled,
        stats.enrolled,
        sum(({ enrolled }) => enrolled),
        list.rows.reduce((all, { enrolled }) => all + enrolled, 0),
        rows.reduce((all, { enrolled }) => all + enrolled, 0),
      );
      same(await total({ coveredToday: true }), overview.figures.covered);
      // Pending, New.
      same(await total({ status: 'pending' }), directory.pending, overview.figures.pending);
      same(await total({ newWithinDays: 30 }), directory.new, overview.figures.recent);
      // Active groups, all groups, Employees, premium.
      same(
        (await api.groups.list({ status: 'active', limit: 1 })).total,
        overview.figures.groups,
        summary.active,
        management.active,
      );
      same(list.unfiltered, overview.figures.totalGroups, summary.total, management.total, stats.totalGroups);
      same(
        summary.employees,
        management.employees,
        stats.totalEmployees,
        sum(({ employeeCount }) => employeeCount),
      );
      same(
        summary.revenue,
        sum(({ monthlyPremium }) => monthlyPremium ?? 0),
      );
    },
  );
});

describe('the dashboard', () => {
  it('agrees with the rows behind every figure, today and at the ends of months', async () => {
    const { figures, months, plans, lines, renewals } = await dana.api.dashboard.overview();
    const total = async (filter: Parameters<Person['api']['directory']['total']>[0]) =>
      (await dana.api.directory.total(filter)).total;
    expect(figures.covered).toBe(await total({ coveredToday: true }));
    expect(figures.dependents).toBe(await total({ coveredToday: true, kind: 'dependent' }));
    expect(figures.groups).toBe((await dana.api.groups.list({ status: 'active', limit: 1 })).total);
    expect(figures.recent).toBe(await total({ newWithinDays: 30 }));
    expect(figures.ending).toBe(await total({ endsWithinDays: 60 }));
    for (const { id, subscribers, dependents } of plans)
      expect(subscribers + dependents).toBe(await total({ planId: id }));
    for (const { line, members } of lines) expect(members, line).toBe(await total({ line }));
    for (const { month, groups } of renewals)
      expect(groups, month).toBe((await dana.api.groups.list({ renewsIn: month, limit: 1 })).total);
    expect(months).toHaveLength(13);
    for (const { on, subscribers, dependents, groups } of months) {
      const { rows } = await server.owner.query(
        `select count(distinct member_id) filter (where member_id = subscriber_id)::int as subscribers, count(distinct member_id) filter (where member_id <> subscriber_id)::int as dependents, count(distinct group_id)::int as groups
         from coverage_spans where upper_inf(recorded) and covered @> $1::date`,
        [on],
      );
      expect({ subscribers, dependents, groups }, on).toEqual(rows[0]);
      expect([subscribers, dependents], on).toEqual([
        await total({ kind: 'subscriber', coveredOn: on }),
        await total({ kind: 'dependent', coveredOn: on }),
      ]);
      expect(groups, on).toBe((await dana.api.groups.list({ coveredOn: on, limit: 1 })).total);
    }
    expect(months.at(-1)?.on).toBe('2026-11-20');
  });

  it('shows Priya the figures of her groups', async () => {
    const [all, hers] = [
      await dana.api.dashboard.overview(),
      await (await server.as('group_administrator')).api.dashboard.overview(),
    ];
    expect(hers.figures.covered).toBeGreaterThan(0);
    expect(hers.figures.covered).toBeLessThan(all.figures.covered);
  });

  it('keeps the figures of a large book, says when they were counted, and counts again in the background', async () => {
    const { services, clock, owner } = server;
    const live = await dana.api.dashboard.overview();
    expect(live).toMatchObject({ asOf: clock.now(), recounting: false });
    services.keepFiguresAfterMs = -1;
    await dana.api.dashboard.overview();
    const kept = async () =>
      (await owner.query<{ at: string }>(`select counted_at as at from kept_figures where kind = 'overview'`)).rows;
    expect(await kept()).toHaveLength(1);
    await owner.query(`update kept_figures set figures = jsonb_set(figures, '{figures,covered}', '7')`);
    expect(await dana.api.dashboard.overview()).toMatchObject({ figures: { covered: 7 }, recounting: false });

    const before = clock.now();
    clock.set(new Date(Date.parse(before) + 60 * 60_000).toISOString());
    expect(await dana.api.dashboard.overview()).toMatchObject({
      figures: { covered: 7 },
      asOf: before,
      recounting: true,
    });
    await vi.waitUntil(async () => !(await dana.api.dashboard.overview()).recounting, { timeout: 20_000 });
    expect(await dana.api.dashboard.overview()).toMatchObject({ figures: live.figures, asOf: clock.now() });

    // A book that has become small is counted on the spot again, and Priya's figures were never mixed with the others'.
    services.keepFiguresAfterMs = Number.POSITIVE_INFINITY;
    // A count that is still under way in the background keeps its figures once more.
    await vi.waitUntil(async () => {
      await warmFigures(DEFAULT_TENANT, services, [OVERVIEW]);
      return (await kept()).length === 0;
    });
  });
});
