import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup } from '../corpus-run.ts';

const SETTINGS = { autoProcess: true, maxConcurrent: 5, retries: 3, retentionDays: 2190 };
const PEOPLE = Array.from({ length: 12 }, (_, index): SampleMember => ({
  first: `Person${String.fromCharCode(65 + index)}`,
  last: 'Twoeyes',
  ssn: `12345${3000 + index}`,
  birth: '19800101',
  family: `12345${3000 + index}`,
  plans: [['HLT', 'MED-PPO', '20260101']],
}));
const leaving = (count: number): SampleMember[] =>
  PEOPLE.slice(0, count).map((one) => ({ ...one, action: '024', plans: [['HLT', 'MED-PPO', '20260101', '20261130']] }));

let server: TestServer;
let dana: Person;
let anselm: Person;
let group: string;
let sent = 700;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  anselm = await server.as('system_administrator');
  group = (await newGroup(dana, 1)).cim;
});
afterAll(() => server.close());

async function send(members: readonly SampleMember[]) {
  sent += 1;
  const { id } = await server.upload(
    dana,
    `changes-${sent}.edi`,
    edi834(members, { control: `000000${sent}`, bgn08: '2', group }),
    group,
  );
  return server.finished(dana, id);
}

describe('a file by which people lose coverage', () => {
  it('waits for two persons from the number on that the queue’s settings name, and is applied when the second approves it', async () => {
    expect(await send(PEOPLE)).toMatchObject({ status: 'completed', added: 12, secondApproval: null });
    await dana.api.files.queue.saveSettings({ ...SETTINGS, secondApprovalFrom: 2 });
    const job = await send(leaving(3));
    expect(job).toMatchObject({
      status: 'held',
      stops: [{ code: 'second_approval', title: '3 people lose coverage. This file needs two approvals', people: 3 }],
      secondApproval: { losing: 3, first: null },
    });

    expect(await dana.api.files.approve({ id: job.id, selected: 3 })).toEqual({ id: job.id, waitsForSecond: true });
    expect(await dana.api.files.job({ id: job.id })).toMatchObject({
      status: 'held',
      secondApproval: { first: { by: 'Dana Whitfield', isMine: true } },
    });
    await expect(dana.api.files.approve({ id: job.id })).rejects.toMatchObject({
      message: 'You already approved this file. Another user must approve it too.',
    });
    const wanted = (await anselm.api.notifications.list({})).items.find(
      ({ title }) => title === 'Second Approval Needed',
    );
    expect(wanted).toMatchObject({
      body: 'EDI 834 file: 3 people lose coverage. Dana Whitfield approved it and asks for a second approval.',
      link: `/files/jobs/${job.id}`,
    });
    expect((await dana.api.notifications.list({})).items.some(({ title }) => title === 'Second Approval Needed')).toBe(
      false,
    );

    expect(await anselm.api.files.job({ id: job.id })).toMatchObject({
      secondApproval: { first: { by: 'Dana Whitfield', isMine: false } },
    });
    expect(await anselm.api.files.approve({ id: job.id })).toEqual({ id: job.id, waitsForSecond: false });
    expect(await server.finished(dana, job.id)).toMatchObject({
      status: 'completed',
      ended: 3,
      approvedBy: 'Anselm Okoro',
      firstApprovedBy: 'Dana Whitfield',
      secondApproval: null,
    });
    expect((await dana.api.files.queue.events({ id: job.id })).map(({ by, text }) => [by, text])).toContainEqual([
      'Dana Whitfield',
      'First approval: 3 people lose coverage, so a second user must approve before anything is applied.',
    ]);
    await dana.api.changes.undo({ id: job.changeId ?? (await dana.api.files.job({ id: job.id })).changeId ?? '' });
  });

  it('whoever chooses anew takes the first approval back; of fewer people one is enough', async () => {
    const job = await send(leaving(2));
    await dana.api.files.approve({ id: job.id });
    const { rows } = await dana.api.files.changes({ id: job.id, actions: ['ended'] });
    await anselm.api.files.choose({ id: job.id, recordNos: [rows[0]?.recordNo ?? 0], excluded: true });
    expect(await dana.api.files.job({ id: job.id })).toMatchObject({ status: 'held', secondApproval: null });
    expect((await dana.api.notifications.list({})).items[0]).toMatchObject({
      title: 'Approval Withdrawn',
      body: 'EDI 834 file: Anselm Okoro changed what you approved. It needs two approvals again.',
      link: `/files/jobs/${job.id}`,
    });
    expect((await dana.api.files.queue.events({ id: job.id }))[0]).toMatchObject({
      by: 'Anselm Okoro',
      text: 'The first approval was withdrawn because what it covered has changed.',
    });
    expect(await dana.api.files.approve({ id: job.id })).toMatchObject({ waitsForSecond: false });
    expect(await server.finished(dana, job.id)).toMatchObject({ status: 'completed', ended: 1, firstApprovedBy: null });
  });

  it('worked out again it is approved anew by both; two at once are one first and one second', async () => {
    const job = await send(leaving(5).slice(2));
    await dana.api.files.approve({ id: job.id });
    await dana.api.files.rehearse({ id: job.id });
    expect(await server.finished(dana, job.id)).toMatchObject({
      status: 'held',
      secondApproval: { losing: 3, first: null },
    });
    const answers = await Promise.all([
      dana.api.files.approve({ id: job.id }),
      anselm.api.files.approve({ id: job.id }),
    ]);
    expect(answers.filter(({ waitsForSecond }) => waitsForSecond)).toHaveLength(1);
    expect(await server.finished(dana, job.id)).toMatchObject({ status: 'completed', ended: 3 });
  });

  it('ends of missing people that are decided after it was applied wait for a second person, too, also one by one', async () => {
    const { cim, id: groupId } = await newGroup(dana, 2);
    // So many that four are neither a mass termination nor a short file.
    const staff = Array.from({ length: 48 }, (_, index): SampleMember => ({
      ...(PEOPLE[0] as SampleMember),
      first: `Other${String.fromCharCode(65 + (index % 24))}${index < 24 ? 'a' : 'b'}`,
      ssn: `12346${3000 + index}`,
      family: `12346${3000 + index}`,
    }));
    const full = async (members: readonly SampleMember[]) => {
      sent += 1;
      const { id } = await server.upload(
        dana,
        `full-${sent}.edi`,
        edi834(members, { control: `000000${sent}`, bgn08: '4', group: cim }),
        cim,
      );
      return server.finished(dana, id);
    };
    expect(await full(staff)).toMatchObject({ status: 'completed', added: 48 });
    const job = await full(staff.slice(4));
    expect(job).toMatchObject({ status: 'completed', missing: 4, missingEnded: 0, endsWaiting: null });
    const left = (await dana.api.files.missing({ id: job.id })).rows.map(({ memberId }) => memberId);
    const end = (person: Person, ...memberIds: string[]) =>
      person.api.files.decideMissing({ id: job.id, memberIds, decision: 'end' });
    const now = () => dana.api.files.job({ id: job.id });
    const changes = async () =>
      (await dana.api.changes.list({ groupId })).rows.filter(({ kind }) => kind === 'termination').length;

    expect(await end(dana, left[0] ?? '')).toMatchObject({ ended: 1, waitsForSecond: false });
    expect(await end(dana, left[1] ?? '')).toMatchObject({ ended: 0, waitsForSecond: true });
    expect(await now()).toMatchObject({
      missingEnded: 1,
      endsWaiting: { people: 1, by: 'Dana Whitfield', isMine: true },
    });
    expect(await changes()).toBe(1);
    await expect(dana.api.files.approveEnds({ id: job.id })).rejects.toMatchObject({
      message: 'You decided these terminations. Another user must approve them too.',
    });
    const wanted = (await anselm.api.notifications.list({})).items.find(
      ({ link }) => link === `/files/jobs/${job.id}?show=missing`,
    );
    expect(wanted).toMatchObject({
      title: 'Second Approval Needed',
      body: 'EDI 834 file: 1 missing member will lose coverage. Dana Whitfield decided this and asks for a second approval.',
    });

    // Somebody else decides more: that is the last word on all of them, and the first may approve it.
    expect(await end(anselm, left[2] ?? '', left[3] ?? '')).toMatchObject({ ended: 0, waitsForSecond: true });
    await dana.api.files.decideMissing({ id: job.id, memberIds: [left[3] ?? ''], decision: 'keep' });
    await expect(anselm.api.files.approveEnds({ id: job.id })).rejects.toMatchObject({
      message: expect.stringContaining('You decided these terminations. Another user must approve them too.'),
    });
    await expect(dana.api.files.approveEnds({ id: job.id, people: 3 })).rejects.toMatchObject({
      message: expect.stringContaining('The terminations changed'),
    });
    const answers = await Promise.allSettled([
      dana.api.files.approveEnds({ id: job.id, people: 2 }),
      dana.api.files.approveEnds({ id: job.id, people: 2 }),
    ]);
    expect(answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))).toEqual([
      { id: job.id, ended: 2 },
    ]);
    expect(await now()).toMatchObject({ missingEnded: 3, endsWaiting: null });
    expect(await changes()).toBe(2);
    await expect(dana.api.files.approveEnds({ id: job.id })).rejects.toMatchObject({
      message: 'No terminations of missing members of this file are awaiting approval.',
    });
  });

  it('other settings leave the number as it is; it is refused where nobody else could approve', async () => {
    expect(await dana.api.files.queue.saveSettings({ ...SETTINGS, retries: 2 })).toMatchObject({
      retries: 2,
      secondApprovalFrom: 2,
    });
    await expect(dana.api.files.queue.saveSettings({ ...SETTINGS, secondApprovalFrom: 0 })).rejects.toMatchObject({
      code: 'INVALID',
    });
    await dana.api.files.queue.saveSettings({ ...SETTINGS, secondApprovalFrom: null });
    await server.owner.query(`delete from auth.account where "userId" <> $1`, [
      (await dana.api.session.current({})).user?.id,
    ]);
    await expect(dana.api.files.queue.saveSettings({ ...SETTINGS, secondApprovalFrom: 2 })).rejects.toMatchObject({
      data: {
        problems: [
          {
            path: 'secondApprovalFrom',
            message: 'No other account can process files, so no one could give the second approval.',
          },
        ],
      },
    });
  });
});
