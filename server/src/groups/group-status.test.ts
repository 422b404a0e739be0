import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { settle } from '../jobs/settling.ts';
import { refused } from '../testing/refused.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { applyDueStatusChanges } from './group-status.operations.ts';
import { endGroupCoverage } from '../members/end-group-coverage.ts';

let server: TestServer;
let dana: Person;
let kestrel: string;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = await groupId('Kestrel Avionics');
});
afterAll(() => server.close());

const groupId = async (search: string): Promise<string> => (await dana.api.groups.list({ search })).rows[0]?.id ?? '';
const get = (id = kestrel) => dana.api.groups.get({ id });
const count = async (sql: string, values: unknown[]): Promise<number> =>
  Number((await server.owner.query<{ n: string }>(`select count(*) as n from ${sql}`, values)).rows[0]?.n);

describe('a group’s status', () => {
  const change = async (
    id: string,
    to: 'active' | 'suspended' | 'terminated',
    effectiveDate: string,
    more: object = {},
  ) =>
    dana.api.groups.changeStatus({
      id,
      version: (await get(id)).version,
      to,
      effectiveDate,
      reason: 'The employer asked for it',
      ...more,
    });
  const covered = (id: string, day: string) =>
    count('coverage_spans where group_id = $1 and upper_inf(recorded) and covered @> $2::date', [id, day]);

  it('follows the state table and is suspended without touching coverage', async () => {
    const before = await covered(kestrel, '2026-11-20');
    expect((await refused(change(kestrel, 'active', '2026-11-20'))).message).toBe('The group is already Active.');
    expect(
      (
        await refused(
          dana.api.groups.changeStatus({
            id: kestrel,
            version: (await get()).version,
            to: 'suspended',
            effectiveDate: '2026-11-20',
            reason: '',
          }),
        )
      ).data.problems,
    ).toEqual([{ path: 'reason', message: 'Enter a reason.' }]);
    await change(kestrel, 'suspended', '2026-11-20');
    const { status, cimNumber: cim, companyName: name } = await get();
    expect(status).toBe('suspended');
    expect(await server.upload(dana, 'census.csv', 'First Name\nAda\n', cim)).toMatchObject({
      status: 409,
      message: expect.stringContaining(`${name} is Suspended, so its files are held.`),
    });
    expect(await covered(kestrel, '2026-11-20')).toBe(before);
    await change(kestrel, 'active', '2026-11-20');
  });

  it('ends everybody’s coverage when it is terminated, as announced, and gives it back by undo', async () => {
    const preview = await dana.api.groups.statusPreview({ id: kestrel, to: 'terminated', effectiveDate: '2026-11-15' });
    expect(preview).toMatchObject({ refusal: null, beyondRetro: false, cobra: expect.any(Number) });
    expect(preview.subscribers).toBeGreaterThan(0);
    expect(preview.monthlyPremium).toBeGreaterThan(0);
    const before = await covered(kestrel, '2026-11-16');
    const done = await change(kestrel, 'terminated', '2026-11-15');
    expect(done).toMatchObject({ planned: false });
    expect(done.people).toBeGreaterThanOrEqual(preview.subscribers + preview.dependents);
    expect(await covered(kestrel, '2026-11-16')).toBe(0);
    expect(await covered(kestrel, '2026-11-15')).toBeGreaterThan(0);
    expect((await get()).status).toBe('terminated');
    const back = await dana.api.groups.statusPreview({ id: kestrel, to: 'active', effectiveDate: '2026-11-20' });
    expect(back.endedWith).toMatchObject({ changeId: done.changeId, people: done.people });
    await change(kestrel, 'active', '2026-11-20');
    expect(await covered(kestrel, '2026-11-16')).toBe(0);
    await dana.api.changes.undo({ id: done.changeId });
    expect(await covered(kestrel, '2026-11-16')).toBe(before);
  });

  it('goes further back than the retro term only with a reason, and not at all while the flag is off', async () => {
    const early = '2026-06-30';
    expect((await refused(change(kestrel, 'terminated', early))).data.problems.map(({ path }) => path)).toEqual([
      'overrideReason',
    ]);
    const flag = (await dana.api.admin.flags.list()).find(({ name }) => name === 'retro_termination_override');
    await dana.api.admin.flags.toggle({ id: flag?.id ?? '', enabled: false });
    expect(
      (await refused(change(kestrel, 'terminated', early, { overrideReason: 'Notice given in June' }))).message,
    ).toMatch(/^RETRO TERMINATION OVERRIDE is turned off/);
    await dana.api.admin.flags.toggle({ id: flag?.id ?? '', enabled: true });
    expect((await get()).status).toBe('active');
  });

  it('is planned for a later day: coverage ends then, the status follows on the day, and cancelling takes both back', async () => {
    const id = await groupId('Dunmore');
    const until = (
      await server.owner.query(
        `select count(*) as n from coverage_spans where group_id = $1 and upper_inf(recorded) and upper_inf(covered)`,
        [id],
      )
    ).rows[0];
    const done = await change(id, 'terminated', '2026-12-31');
    expect(done.planned).toBe(true);
    expect(await get(id)).toMatchObject({
      status: 'active',
      plannedStatus: { to: 'terminated', effectiveDate: '2026-12-31', by: 'Dana Whitfield' },
    });
    expect(await count(`members where group_id = $1 and status = 'pending_termination'`, [id])).toBeGreaterThan(0);
    expect((await refused(change(id, 'suspended', '2026-11-20'))).message).toMatch(
      /^Dana Whitfield scheduled Terminated for 12\/31\/2026 on .+\. Cancel that first\.$/,
    );
    expect(
      await server.read((tx) =>
        applyDueStatusChanges(tx, calendarDateFrom('2026-12-30'), server.clock.now(), endGroupCoverage),
      ),
    ).toBe(0);
    await dana.api.groups.cancelStatus({ id, version: (await get(id)).version });
    expect(await get(id)).toMatchObject({ status: 'active', plannedStatus: null });
    expect(
      (
        await server.owner.query(
          `select count(*) as n from coverage_spans where group_id = $1 and upper_inf(recorded) and upper_inf(covered)`,
          [id],
        )
      ).rows[0],
    ).toEqual(until);
    expect(await count(`members where group_id = $1 and status = 'pending_termination'`, [id])).toBe(0);
    const again = await change(id, 'terminated', '2026-12-31');
    const { rows } = await dana.api.members.ofGroup({ groupId: id, status: 'pending_termination', limit: 1 });
    await dana.api.changes.undo({ id: again.changeId, memberIds: [rows[0]?.id ?? ''] });
    expect((await get(id)).plannedStatus).not.toBeNull();
    expect(await covered(id, '2027-01-01')).toBeGreaterThan(0);
    const before = server.clock.now();
    server.clock.set('2026-12-31T18:00:00.000Z');
    await settle(server.services, DEFAULT_TENANT);
    server.clock.set(before);
    expect(await count(`audit_log where action = 'groups.settle' and item_count = 1`, [])).toBe(1);
    expect(await get(id)).toMatchObject({ status: 'terminated', plannedStatus: null });
    expect(await covered(id, '2027-01-01')).toBe(0);
  });
});
