import type { Api } from '@openbenefits/contract';
import { type ContributionForm, NEW_CONTRIBUTION } from '@openbenefits/domain/plans/contribution-form';
import { type Cents, formatMoney } from '@openbenefits/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused } from '../testing/refused.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let kestrel: string;
let group: Awaited<ReturnType<Api['groups']['get']>>;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  await look();
});
afterAll(() => server.close());

const look = async () => (group = await dana.api.groups.get({ id: kestrel }));
const list = () => dana.api.groups.contributions.list({ id: kestrel });
async function set(change: Partial<ContributionForm>, who = dana) {
  const { bands, ...form } = { ...NEW_CONTRIBUTION, from: '2026-01-01', ...change };
  const saved = await who.api.groups.contributions.set({
    id: kestrel,
    version: group.version,
    ...form,
    bands: bands.map((band) => ({ ...band })),
  });
  await look();
  return saved;
}
const PERCENT = { kind: 'percent', employeePercent: 75, dependentsPercent: 50 } as const;
const at = async (call: Promise<unknown>) => (await refused(call)).data.problems;

describe('Dana sets what the employer pays', () => {
  it('for everybody from a day on; the rule before holds until then, and was never overwritten', async () => {
    expect((await list()).rules).toEqual([]);
    await set(PERCENT);
    await set({ kind: 'flat', employeeAmount: 50_000 as Cents, dependentsAmount: 0 as Cents, from: '2027-01-01' });
    expect((await list()).rules.map(({ from, until, rule }) => [from, until, rule.kind])).toEqual([
      ['2026-01-01', '2027-01-01', 'percent'],
      ['2027-01-01', null, 'flat'],
    ]);
    const { rows } = await server.owner.query<{ count: string }>(
      `select count(*) from contribution_rules where group_id = $1 and not upper_inf(recorded)`,
      [kestrel],
    );
    expect(Number(rows[0]?.count)).toBe(1);
  });

  it('an earlier day ends where the next rule begins', async () => {
    await set({ ...PERCENT, employeePercent: 80, from: '2026-06-01' });
    const periods = async () =>
      (await list()).rules.map(({ from, until, rule }) => [
        from,
        until,
        rule.kind === 'percent' ? rule.employee : null,
      ]);
    // The list leaves out what has ended.
    expect(await periods()).toEqual([
      ['2026-06-01', '2027-01-01', 80],
      ['2027-01-01', null, null],
    ]);
    expect(await at(set({ ...PERCENT, from: '1995-01-01' }))).toMatchObject([
      { path: 'from', message: expect.stringMatching(/^The group's coverage begins on/) },
    ]);
    const future = (await list()).rules.find(({ from }) => from === '2027-01-01');
    const end = { id: kestrel, version: group.version, ruleId: future?.id ?? '' };
    for (const [from, message] of [
      ['2026-12-01', 'The rule begins on 01/01/2027.'],
      ['0001-01-01', 'Enter a date from 01/01/1990'],
    ] as const)
      expect(await at(dana.api.groups.contributions.end({ ...end, from }))).toMatchObject([
        { path: 'from', message: expect.stringContaining(message) },
      ]);
    await set({ ...PERCENT, from: '2026-06-01' });
  });

  it('more exactly for a class; prices follow at once', async () => {
    const classId = group.classes[0]?.id ?? '';
    const prices = async () => {
      const all = await dana.api.groups.contributions.samplePrices({ id: kestrel });
      const medical = all.filter(({ price }) => price.line === 'medical' && price.monthly !== null);
      const of = (own: boolean) => medical.find((one) => (one.classId === classId) === own)?.price;
      return [of(true), of(false)];
    };
    const [before] = await prices();
    expect(before?.employer).toBe(Math.floor(((before?.monthly ?? 0) * 75 + 50) / 100));
    await set({
      kind: 'flat',
      classId,
      line: 'medical',
      employeeAmount: 40_000 as Cents,
      dependentsAmount: 0 as Cents,
    });
    const [own, other] = await prices();
    expect(formatMoney(own?.employer as Cents)).toBe('$400.00');
    if (other) expect(other.employer).toBe(Math.floor(((other.monthly ?? 0) * 75 + 50) / 100));
    expect(own?.people).toMatchObject([{ name: 'Employee', age: 40 }]);
  });

  it('and ends a rule, with both in the history', async () => {
    const rule = (await list()).rules.find(({ classId }) => classId !== null);
    const end = { id: kestrel, version: group.version, ruleId: rule?.id ?? '', from: '2027-03-01' };
    await dana.api.groups.contributions.end(end);
    await look();
    expect((await list()).rules.find(({ classId }) => classId !== null)?.until).toBe('2027-03-01');
    const { rows } = await dana.api.changes.list({ groupId: kestrel, limit: 1 });
    expect(rows[0]?.summary).toBe('Ended an employer contribution from 03/01/2027');
    const { rows: items } = await dana.api.changes.items({ id: rows[0]?.id ?? '' });
    expect(items[0]?.differences[0]).toMatchObject({
      label: expect.stringMatching(/^Contribution, .+, Medical$/),
      before: '$400.00 for the employee, $0.00 for dependents, from 01/01/2026',
    });
    const again = dana.api.groups.contributions.end({ ...end, version: group.version });
    expect((await refused(again)).message).toBe('This rule was changed or ended in the meantime.');
  });

  it('and undoes a change, unless the contribution was changed again since', async () => {
    const changes = async () => (await dana.api.changes.list({ groupId: kestrel, limit: 2 })).rows;
    const shown = async () => (await list()).rules.map(({ id: _, ...rule }) => rule);
    const classId = (await list()).rules.find((rule) => rule.classId !== null)?.classId ?? '';
    const [ended, added] = await changes();
    expect(added).toMatchObject({ kind: 'contribution', undoable: true });
    const early = { id: added?.id ?? '' };
    expect(await dana.api.changes.undoPreview(early)).toMatchObject({ people: 0, blocked: 1, blockers: [{}] });
    expect((await refused(dana.api.changes.undo(early))).message).toBe(
      'This contribution was changed again since. Undo the later change first.',
    );
    const reader = await server.as('read_only');
    expect(await refused(reader.api.changes.undo({ id: ended?.id ?? '' }))).toMatchObject({ code: 'FORBIDDEN' });
    const before = await shown();
    await dana.api.changes.undo({ id: ended?.id ?? '' });
    expect((await list()).rules.find((rule) => rule.classId === classId)?.until).toBeNull();
    expect((await refused(dana.api.changes.undo({ id: ended?.id ?? '' }))).message).toBe('This was already undone.');
    // With the later change undone, the earlier one can be: the class has no contribution of its own, as before it.
    await dana.api.changes.undo(early);
    expect(await shown()).toEqual(before.filter((rule) => rule.classId === null));
    expect((await changes())[0]?.summary).toMatch(/^Undid: Changed the employer contribution from/);
    // Nothing was overwritten: every rule that was ever on record still is.
    const { rows: kept } = await server.owner.query(
      'select 1 from contribution_rules where group_id = $1 and class_id = $2',
      [kestrel, classId],
    );
    expect(kept.length).toBeGreaterThanOrEqual(3);
    await look();
  });
});

describe('what is refused', () => {
  it('says what is wrong at the field, and changes nothing', async () => {
    const before = await list();
    expect(await at(set({ kind: 'percent', employeePercent: 120, dependentsPercent: 0 }))).toEqual([
      { path: 'employeePercent', message: 'Enter a percentage from 0 to 100, with at most three decimals.' },
    ]);
    expect(await at(set({ ...PERCENT, from: '2026-13-01' }))).toMatchObject([{ path: 'from' }]);
    expect(await at(set({ ...PERCENT, classId: kestrel }))).toEqual([
      { path: 'classId', message: 'This class is no longer in use.' },
    ]);
    const { rows } = await server.owner.query<{ id: string; code: string }>(
      'select id, plan_code as code from health_plans',
    );
    const plan = (code: string) => rows.find((one) => one.code === code)?.id ?? '';
    for (const [planId, message] of [
      ['x', 'This plan is not active.'],
      [kestrel, 'This plan is not active.'],
      [plan('MED-ICHRA'), 'An ICHRA has no price of its own.'],
      [rows.find(({ code }) => code.startsWith('DEN'))?.id ?? '', 'This plan belongs to another coverage line.'],
    ] as const)
      expect(
        await at(set({ kind: 'reference_plan', line: 'medical', planId, referencePercent: 80 })),
        planId,
      ).toMatchObject([{ path: 'planId', message: expect.stringContaining(message) }]);
    expect(await at(set({ kind: 'reference_plan', planId: plan('MED-PPO'), referencePercent: 80 }))).toMatchObject([
      { path: 'line' },
    ]);
    expect(await list()).toEqual(before);
  });

  it('a save over what another user changed names that user', async () => {
    const stale = group.version;
    await set(PERCENT);
    const { bands, ...form } = { ...NEW_CONTRIBUTION, ...PERCENT, from: '2026-02-01' };
    const error = await refused(
      dana.api.groups.contributions.set({
        id: kestrel,
        version: stale,
        ...form,
        bands: bands.map((one) => ({ ...one })),
      }),
    );
    expect(error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('Dana Whitfield') });
  });

  it('a person without the permission', async () => {
    const reader = await server.as('read_only');
    expect((await refused(set(PERCENT, reader))).code).toBe('FORBIDDEN');
    expect((await reader.api.groups.contributions.list({ id: kestrel })).rules.length).toBeGreaterThan(0);
  });
});
