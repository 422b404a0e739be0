import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workOnRuns } from '../billing/bill-run-job.ts';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { newGroup } from '../files/corpus-run.ts';
import { edi834, type SampleMember } from '../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

/** Coverage that an employee paid for does not end in the past without a documented reason (45 CFR 147.128). */
let server: TestServer;
let dana: Person;
let group: { id: string; cim: string };

const PPO = ['HLT', 'MED-PPO', '20260101'] as const;
const people = ['ADA', 'BEN', 'CLEO', 'DORA'];
const memberOf = (index: number, change: Partial<SampleMember> = {}): SampleMember => ({
  first: people[index] ?? '',
  last: 'Quist',
  ssn: `12345610${index}`,
  birth: '19850314',
  family: `12345610${index}`,
  plans: [PPO],
  ...change,
});
const child: SampleMember = {
  ...memberOf(0),
  first: 'ELI',
  ssn: '123456109',
  birth: '20150720',
  family: '123456100',
  relationship: '19',
};
const gus: SampleMember = { ...memberOf(0), first: 'GUS', ssn: '123456110', birth: '19800101', family: '123456110' };
const twin: SampleMember = { ...gus, first: 'GUSS', ssn: '123456111', family: '123456111' };
const send = async (members: readonly SampleMember[]) => {
  const sent = await server.upload(dana, 'members.edi', edi834(members, { group: group.cim }), group.cim);
  expect(sent.status, sent.message).toBe(204);
  return server.finished(dana, sent.id);
};
const idOf = async (first: string) =>
  (await dana.api.members.ofGroup({ groupId: group.id, search: first })).rows[0]?.id ?? '';
const eli = async () =>
  (await dana.api.members.get({ groupId: group.id, memberId: await idOf('ADA') })).dependents[0]?.id ?? '';
const ending = async (first: string, more: Partial<Parameters<typeof dana.api.terminations.end>[0]> = {}) => ({
  groupId: group.id,
  memberIds: [await idOf(first)],
  lastDay: '2026-09-30' as CalendarDate,
  reason: 'employment_ended' as const,
  ...more,
});
const refusalAt = (path: string, message?: RegExp) => ({
  data: { problems: [{ path, message: expect.stringMatching(message ?? /./) }] },
});

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  group = await newGroup(dana, 1);
  expect(
    await send([
      ...people.map((_, index) => memberOf(index)),
      child,
      gus,
      { ...child, first: 'IDA', ssn: '123456112', family: '123456110' },
    ]),
  ).toMatchObject({ status: 'completed' });
  for (const period of ['2026-10-01', '2026-11-01'] as CalendarDate[]) {
    const { id } = await dana.api.billing.runs.start({ period, groupIds: [group.id] });
    await workOnRuns(server.services, DEFAULT_TENANT, async () => {});
    if ((await dana.api.billing.runs.get({ id })).figures.unbilled.length > 0) {
      await dana.api.billing.runs.unbilled({ id, groupIds: null, choice: 'never', reason: 'Billed elsewhere' });
      await workOnRuns(server.services, DEFAULT_TENANT, async () => {});
    }
    const { figures } = await dana.api.billing.runs.get({ id });
    expect(figures.premium).toBeGreaterThan(0);
    await dana.api.billing.runs.post({ id, total: figures.total });
    await workOnRuns(server.services, DEFAULT_TENANT, async () => {});
  }
});
afterAll(() => server.close());

describe('a member’s coverage', () => {
  it('does not end in the past while posted bills have a share of the employee for it', async () => {
    const input = await ending('ADA');
    const preview = await dana.api.terminations.preview(input);
    expect(preview).toMatchObject({ paidMonths: ['2026-10-01', '2026-11-01'], affected: [] });
    await expect(dana.api.terminations.end(input)).rejects.toMatchObject(
      refusalAt('rescission.basis', /paid a share of the premium for 10\/2026 and 11\/2026.*End it on 11\/30\/2026/),
    );
    await expect(dana.api.terminations.end({ ...input, rescission: { basis: 'nothing_paid' } })).rejects.toMatchObject(
      refusalAt('rescission.confirmed'),
    );
    await expect(
      dana.api.terminations.end({ ...input, rescission: { basis: 'fraud', noticeOn: '2026-11-01' } }),
    ).rejects.toMatchObject(refusalAt('rescission.noticeOn', /from 12\/01\/2026 on/));
    // Today and later are no question.
    expect(await dana.api.terminations.preview({ ...input, lastDay: '2026-11-20' })).toMatchObject({
      paidMonths: [],
      problems: [],
    });
  });

  it('of a dependent who is removed is the same question, and ends with a reason that the history keeps', async () => {
    const input = await ending('ADA', { memberIds: [await eli()], lastDay: '2026-10-31' });
    await expect(dana.api.terminations.end(input)).rejects.toMatchObject(refusalAt('rescission.basis', /for 11\/2026/));
    const { changeId } = await dana.api.terminations.end({
      ...input,
      rescission: { basis: 'requested', confirmed: true },
    });
    const { rows } = await dana.api.changes.list({ groupId: group.id, limit: 5 });
    const words = 'Coverage paid for 11/2026 ended: The member asked for it, without influence of the employer';
    expect(rows.find(({ id }) => id === changeId)?.reason).toContain(words);
    const { rows: audit } = await server.owner.query(
      `select reason from audit_log where action = 'terminations.end' order by seq desc limit 1`,
    );
    expect(audit[0]?.reason).toContain(words);
  });

  it('is not taken away by an undo of its enrollment, which asks for no reason', async () => {
    const { rows } = await dana.api.changes.list({ groupId: group.id, limit: 20 });
    const added = rows.find(({ kind }) => kind === 'import')?.id ?? '';
    await expect(
      dana.api.changes.undo({ id: added, memberIds: [await idOf('DORA')], reason: 'A test' }),
    ).rejects.toThrow('Terminate the coverage instead');
  });

  it('of several at once is refused one by one, but for non-payment, which is no rescission', async () => {
    const memberIds = [await idOf('BEN'), await idOf('CLEO')];
    const input = await ending('BEN', { memberIds });
    await expect(dana.api.terminations.end(input)).rejects.toMatchObject({ code: 'INVALID' });
    expect((await dana.api.terminations.preview(input)).refused.map(({ problem }) => problem)).toEqual([
      expect.stringContaining('10/2026 and 11/2026'),
      expect.stringContaining('10/2026 and 11/2026'),
    ]);
    const { people: ended } = await dana.api.terminations.end({ ...input, reason: 'non_payment' });
    expect(ended).toBe(2);
  });
});

describe('two records of one subscriber', () => {
  it('are merged without taking away what a dependent’s coverage was paid for, unless a reason allows it', async () => {
    await send([{ ...twin, plans: [['HLT', 'MED-PPO', '20261101']] }]);
    const [kept, goes] = [await idOf('GUSS'), await idOf('GUS')];
    // As a carrier's file left it: the subscriber's coverage ended, the child's did not.
    await server.owner.query(
      `update coverage_spans set covered = daterange(lower(covered), '2026-10-01') where member_id = $1 and upper_inf(recorded)`,
      [goes],
    );
    const pair = await dana.api.duplicates.compare({ a: kept, b: goes });
    expect([pair.kind, pair.a.paidMonthsLost]).toEqual(['mergeable', ['2026-10-01', '2026-11-01']]);
    const input = { keep: kept, merge: goes, fromOther: [] };
    await expect(dana.api.duplicates.merge(input)).rejects.toMatchObject(
      refusalAt('rescission.basis', /for 10\/2026 and 11\/2026/),
    );
    await expect(dana.api.duplicates.merge({ ...input, rescission: { basis: 'requested' } })).rejects.toMatchObject(
      refusalAt('rescission.confirmed'),
    );
    expect((await dana.api.members.get({ groupId: group.id, memberId: goes })).id).toBe(goes);
    const { changeId } = await dana.api.duplicates.merge({
      ...input,
      rescission: { basis: 'requested', confirmed: true },
    });
    const { rows } = await dana.api.changes.list({ groupId: group.id, limit: 5 });
    expect(rows.find(({ id }) => id === changeId)?.reason).toMatch(/^Coverage paid for 10\/2026 and 11\/2026 ended/);
  });
});

describe('a file that ends coverage in the past', () => {
  it('is held with the question on each row, and is approved with a reason only', async () => {
    const held = await send([
      memberOf(0, { action: '024', plans: [[...PPO, '20260930']] }),
      memberOf(3, { action: '024', plans: [[...PPO, '20261130']] }),
    ]);
    expect(held).toMatchObject({
      status: 'held',
      stops: [
        { code: 'paid_coverage', people: 1, title: '1 person would lose coverage in the past that was paid for' },
      ],
    });
    const { rows } = await dana.api.files.changes({ id: held.id });
    expect(rows.map(({ what }) => what.includes('The employee paid for 10/2026 and 11/2026.'))).toEqual([true, false]);
    await expect(dana.api.files.approve({ id: held.id })).rejects.toMatchObject(refusalAt('reason', /employees paid/));
    await dana.api.files.approve({ id: held.id, reason: 'Employer confirmed: no deductions were taken' });
    expect(await server.finished(dana, held.id)).toMatchObject({ status: 'completed', ended: 3 });
  });
});

describe('a group', () => {
  it('is terminated in the past with a reason that allows it', async () => {
    const { version } = await dana.api.groups.get({ id: group.id });
    const to = 'terminated' as const;
    const effectiveDate = '2026-10-31' as CalendarDate;
    expect(await dana.api.groups.statusPreview({ id: group.id, to, effectiveDate })).toMatchObject({
      paidMonths: ['2026-11-01'],
    });
    const input = { id: group.id, to, effectiveDate, version, reason: 'Premium not paid' };
    await expect(dana.api.groups.changeStatus(input)).rejects.toMatchObject(refusalAt('rescission.basis'));
    const done = await dana.api.groups.changeStatus({
      ...input,
      rescission: { basis: 'non_payment', confirmed: true },
    });
    expect(done.people).toBeGreaterThan(0);
  });
});
