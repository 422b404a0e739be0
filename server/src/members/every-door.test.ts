import type { Plan } from '@openbenefits/contract/plans';
import { calendarDateFrom as d } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setupOf } from '../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

/** The same rule for every way in: Add Member (form and API), plan change, and file. */
let server: TestServer;
let dana: Person;
let catalog: Plan[];
let group: { id: string; cim: string };

const planId = (code: string): string => catalog.find((plan) => plan.code === code)?.id ?? '';
const NONE = { selected: '', enrollmentDate: '' };

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  catalog = await dana.api.plans.offered({});
  group = await dana.api.groups.create({ setup: setupOf('Every Door', [planId('MED-HMO')]) });
});
afterAll(() => server.close());

type Problems = { path: string; message: string }[];
const problemsOf = async (attempt: Promise<unknown>): Promise<Problems> =>
  attempt.then(
    () => [],
    (error: { data: { problems: Problems } }) => error.data.problems,
  );

let people = 0;
const addByHand = (plan: string, from: string) => {
  people += 1;
  return dana.api.members.add({
    groupId: group.id,
    member: {
      firstName: 'Hand',
      lastName: `Quill${'abcdefghijklmnopqrstuvwxyz'[people]}`,
      email: 'hand@every-door.test',
      phone: '',
      ssn: `219-48-${String(1000 + people)}`,
      class: 'FT001',
      billingLocation: 'MAIN-PLANT',
      hireDate: '2025-03-03',
      plans: { medical: { selected: planId(plan), enrollmentDate: from }, dental: NONE, vision: NONE },
      dependentDetails: [],
      overrideReason: 'Agreed with the employer',
    },
  });
};
const HEAD = 'Employee ID,First Name,Last Name,SSN,Date of Birth,Relationship,Medical Plan,Coverage Start';
const send = async (...rows: string[]) => {
  people += 1;
  const { id } = await server.upload(dana, `rows-${people}.csv`, [HEAD, ...rows].join('\n'), group.cim);
  return server.finished(dana, id);
};
const addByFile = (plan: string, from: string) => {
  people += 1;
  const [year, month, day] = from.split('-');
  return send(
    `F-${people},File,Quill${'abcdefghijklmnopqrstuvwxyz'[people]},219-48-${1000 + people},03/03/1990,Self,${plan},${month}/${day}/${year}`,
  );
};
const reasonOf = async (id: string): Promise<string> =>
  (await dana.api.files.refusals({ id, limit: 10 })).rows.map(({ reason }) => reason).join(' | ');
const statusOf = async (lastName: string) =>
  (await dana.api.members.ofGroup({ groupId: group.id, search: lastName })).rows[0]?.status;

const NOT_OFFERED = 'This plan is not offered to this class at this location. Choose another.';

describe('a plan that the group does not offer', () => {
  const REASON = NOT_OFFERED;

  it('is refused in the form, at the plan change and in a file, in the same words', async () => {
    expect(await problemsOf(addByHand('MED-PPO', '2026-11-01'))).toEqual([
      { path: 'plans.medical.selected', message: REASON },
    ]);
    const { id } = await addByHand('MED-HMO', '2026-11-01');
    const change = { groupId: group.id, memberId: id, line: 'medical' as const, overrideReason: '' };
    expect(
      await problemsOf(dana.api.members.changePlan({ ...change, planId: planId('MED-PPO'), from: '2026-12-01' })),
    ).toEqual([{ path: 'planId', message: REASON }]);
    const job = await addByFile('MED-PPO', '2026-11-01');
    expect(job).toMatchObject({ added: 0, refused: 1 });
    expect(await reasonOf(job.id)).toContain(REASON);
    expect(await addByFile('MED-HMO', '2026-11-01')).toMatchObject({ added: 1, refused: 0 });
  });
});

describe('a class that is not offered the member’s plan', () => {
  it('needs a reason by hand, and is rejected in a file', async () => {
    const { id, version } = await dana.api.groups.get({ id: group.id });
    const { locations } = await dana.api.groups.get({ id });
    await dana.api.groups.classes.save({ id, version, name: 'Night Shift', locationId: locations[0]?.id ?? '' });
    const { classes } = await dana.api.groups.get({ id });
    const night = classes.find(({ name }) => name === 'Night Shift')?.code ?? '';
    const { id: memberId } = await addByHand('MED-HMO', '2026-11-01');
    const form = await dana.api.members.forEdit({ groupId: group.id, memberId });
    const edit = {
      groupId: group.id,
      memberId,
      version: form.version,
      values: { ...form.values, class: night },
    };
    const refused = await problemsOf(dana.api.members.edit(edit));
    expect(refused).toMatchObject([{ path: 'offeringReason', message: expect.stringContaining(NOT_OFFERED) }]);
    await dana.api.members.edit({ ...edit, offeringReason: 'The plan follows on 12/01' });

    await send('N-1,Nia,Nightly,219-48-4001,03/03/1990,Self,MED-HMO,11/01/2026');
    people += 1;
    const { id: fileId } = await server.upload(
      dana,
      `rows-${people}.csv`,
      `${HEAD},Class\nN-1,Nia,Nightly,219-48-4001,03/03/1990,Self,MED-HMO,11/01/2026,${night}\n`,
      group.cim,
    );
    expect(await server.finished(dana, fileId)).toMatchObject({ changed: 0, refused: 1 });
    expect(await reasonOf(fileId)).toContain(NOT_OFFERED);
  });
});

describe('a plan that is withdrawn from a day on', () => {
  const REASON = 'This plan takes no new members from 12/01/2026 on. Choose another.';
  const withdraw = async () => {
    const { id, version } = await dana.api.plans.get({ id: planId('MED-HMO') });
    return dana.api.plans.withdraw({ id, version, from: '2026-12-01', reason: 'Closed by the carrier' });
  };
  const reopen = async () => {
    const { id, version } = await dana.api.plans.get({ id: planId('MED-HMO') });
    return dana.api.plans.reopen({ id, version });
  };

  it('takes members before that day and refuses them after it, by every way in', async () => {
    await withdraw();
    expect(await problemsOf(addByHand('MED-HMO', '2026-12-01'))).toEqual([
      { path: 'plans.medical.selected', message: REASON },
    ]);
    const { id } = await addByHand('MED-HMO', '2026-11-01');
    expect(
      await problemsOf(
        dana.api.members.changePlan({
          groupId: group.id,
          memberId: id,
          line: 'medical',
          planId: planId('MED-HMO'),
          from: '2026-12-01',
          overrideReason: '',
        }),
      ),
    ).toEqual([{ path: 'planId', message: REASON }]);
    const late = await addByFile('MED-HMO', '2026-12-01');
    expect(late).toMatchObject({ added: 0, refused: 1 });
    expect(await reasonOf(late.id)).toContain(REASON);
    expect(await addByFile('MED-HMO', '2026-11-01')).toMatchObject({ added: 1, refused: 0 });
    await reopen();
    await addByHand('MED-HMO', '2026-12-01');
  });

  it('waits for an enrollment that is being saved, and refuses the next one', async () => {
    const attempts = await Promise.allSettled([
      withdraw(),
      ...Array.from({ length: 4 }, () => addByHand('MED-HMO', '2026-12-01')),
    ]);
    const refusals = attempts.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []));
    expect(refusals.every((message) => message === REASON)).toBe(true);
    expect(await problemsOf(addByHand('MED-HMO', '2026-12-01'))).toMatchObject([{ message: REASON }]);
    await reopen();
  });
});

describe('coverage before the group takes effect', () => {
  const REASON = "Coverage cannot start before the group's effective date, 01/01/2026. Enter that date or a later one.";

  it('is refused in the form and in a file, in the same words', async () => {
    expect(await problemsOf(addByHand('MED-HMO', '2025-12-01'))).toEqual([
      { path: 'plans.medical.enrollmentDate', message: REASON },
    ]);
    const job = await addByFile('MED-HMO', '2025-12-01');
    expect(job).toMatchObject({ added: 0, refused: 1 });
    expect(await reasonOf(job.id)).toContain(REASON);
  });
});

describe('the status of a member whose coverage begins later', () => {
  it('is Pending, whether it was typed in or imported, and both count', async () => {
    const before = (await dana.api.directory.stats({})).pending;
    await addByHand('MED-HMO', '2026-12-01');
    const typed = `Quill${'abcdefghijklmnopqrstuvwxyz'[people]}`;
    expect(await addByFile('MED-HMO', '2026-12-01')).toMatchObject({ added: 1 });
    const imported = `Quill${'abcdefghijklmnopqrst'[people - 1]}`;
    expect([await statusOf(typed), await statusOf(imported)]).toEqual(['pending', 'pending']);
    expect((await dana.api.directory.stats({})).pending).toBe(before + 2);
  });
});

describe('a row with somebody’s SSN and birth date, and another name and employee ID', () => {
  it('holds the file; the member is unchanged until a person approves it', async () => {
    await send('K-1,Ada,Lark,219-48-2001,03/03/1990,Self,MED-HMO,11/01/2026');
    const held = await send('K-9,Bo,Wren,219-48-2001,03/03/1990,Self,MED-HMO,11/01/2026');
    expect(held.stops).toMatchObject([{ code: 'other_identity', title: '1 member would get another name' }]);
    expect(held.status).toBe('held');
    expect(await statusOf('Wren')).toBeUndefined();
    // A marriage is no other identity.
    expect(await send('K-1,Ada,Finch,219-48-2001,03/03/1990,Self,MED-HMO,11/01/2026')).toMatchObject({
      status: 'completed',
      changed: 1,
    });
  });
});

describe('the record of a member as of another day', () => {
  it('is of that day as a whole, or says that nothing is known', async () => {
    await send('L-1,Ann,Larch,219-48-3001,03/03/1990,Self,MED-HMO,03/01/2026');
    const memberId = (await dana.api.members.ofGroup({ groupId: group.id, search: 'Larch' })).rows[0]?.id ?? '';
    await server.owner.query(
      `update members set hire_date = '2026-02-10', salary_annual_cents = 5000000 where id = $1`,
      [memberId],
    );
    await dana.api.terminations.end({
      groupId: group.id,
      memberIds: [memberId],
      lastDay: d('2026-11-30'),
      reason: 'employment_ended',
    });
    const on = async (day: string) => {
      const one = await dana.api.members.get({ groupId: group.id, memberId, asOf: d(day) });
      return { status: one.statusOnDay, plan: one.plan?.code ?? null, total: one.rate.total };
    };
    expect(await on('2026-02-09')).toEqual({ status: null, plan: null, total: null });
    expect(await on('2026-02-15')).toMatchObject({ status: 'pending', plan: null });
    expect(await on('2026-06-01')).toMatchObject({ status: 'active', plan: 'MED-HMO' });
    expect(await on('2026-11-20')).toMatchObject({ status: 'pending_termination', plan: 'MED-HMO' });
    expect(await on('2026-12-01')).toEqual({ status: 'terminated', plan: null, total: null });
    expect((await on('2026-06-01')).total).toBeGreaterThan(0);
  });
});

describe('an edit by hand that changes who the member is', () => {
  const REASON =
    "This changes the member's identity. If it is the same person, enter a reason. Otherwise add a new member.";
  const edit = async (id: string, change: Record<string, string>, identityReason?: string) => {
    const { version, values } = await dana.api.members.forEdit({ groupId: group.id, memberId: id });
    const input = { groupId: group.id, memberId: id, version, values: { ...values, ...change } };
    return dana.api.members.edit({ ...input, ...(identityReason !== undefined && { identityReason }) });
  };

  it('needs a reason, which the history keeps', async () => {
    const { id } = await addByHand('MED-HMO', '2026-11-01');
    await edit(id, { employeeId: 'H-1' });
    const other = { firstName: 'Bo', lastName: 'Wexford' };
    const missing = [{ path: 'identityReason', message: REASON }];
    expect(await problemsOf(edit(id, other))).toEqual(missing);
    expect(await problemsOf(edit(id, other, ' x '))).toEqual(missing);
    expect(await problemsOf(edit(id, { lastName: 'Wexford', employeeId: 'H-2' }))).toEqual(missing);
    const { changeId } = await edit(id, other, 'Legal name change, court order');
    expect((await dana.api.changes.list({ groupId: group.id, limit: 5 })).rows).toContainEqual(
      expect.objectContaining({ id: changeId, reason: 'Legal name change, court order' }),
    );
  });

  it('needs none for one new name, and keeps none that was not needed', async () => {
    const { id } = await addByHand('MED-HMO', '2026-11-01');
    await edit(id, { lastName: 'Marigold' });
    await edit(id, { employeeId: 'H-77' });
    await edit(id, { firstName: 'Hannah' }, 'ignored');
    const [newest] = (await dana.api.changes.list({ groupId: group.id, limit: 1 })).rows;
    expect(newest?.reason ?? null).toBeNull();
  });
});
