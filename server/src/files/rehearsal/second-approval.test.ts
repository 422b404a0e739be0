import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveFor } from '../../testing/approving.ts';
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

async function withdrawn(person: Person, id: string): Promise<void> {
  const { rows } = await person.api.approvals.list({});
  await person.api.approvals.withdraw({ id: rows.find(({ subjectId }) => subjectId === id)?.id ?? '' });
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
      ({ title }) => title === 'Waiting for Approval',
    );
    expect(wanted?.body).toMatch(/^Dana Whitfield asks for approval: EDI 834 file of /);
    expect((await dana.api.notifications.list({})).items.some(({ title }) => title === 'Waiting for Approval')).toBe(
      false,
    );
    await expect(approveFor(dana, job.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(anselm.api.files.approve({ id: job.id })).rejects.toMatchObject({
      message: 'Dana Whitfield already approved this file. Approve what Dana Whitfield asks for.',
    });

    expect(await anselm.api.files.job({ id: job.id })).toMatchObject({
      secondApproval: { first: { by: 'Dana Whitfield', isMine: false } },
    });
    await approveFor(anselm, job.id);
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
    const answers = await Promise.allSettled([
      dana.api.files.approve({ id: job.id }),
      anselm.api.files.approve({ id: job.id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    // Dana uploaded it: where Anselm was first, Dana is not the second.
    if (answers[1]?.status === 'fulfilled') {
      await expect(approveFor(dana, job.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await withdrawn(anselm, job.id);
      await dana.api.files.approve({ id: job.id });
    }
    // Whoever changes what is chosen behind the first approval has it void.
    await server.owner.query(`update file_changes set effective_date = effective_date - 90 where job_id = $1`, [
      job.id,
    ]);
    await expect(approveFor(anselm, job.id)).rejects.toMatchObject({
      message: 'It has changed since approval was asked for. The approval is void. Ask for it again.',
    });
    await server.owner.query(`update file_changes set effective_date = effective_date + 90 where job_id = $1`, [
      job.id,
    ]);
    expect(await dana.api.files.approve({ id: job.id })).toMatchObject({ waitsForSecond: true });
    await approveFor(anselm, job.id);
    expect(await server.finished(dana, job.id)).toMatchObject({ status: 'completed', ended: 3 });
  });

  it('that is changed in the database after both approvals is not applied, but held again', async () => {
    expect(await send(PEOPLE.slice(5))).toMatchObject({ status: 'completed' });
    const job = await send(leaving(8).slice(5));
    await dana.api.files.queue.pause({});
    await dana.api.files.approve({ id: job.id });
    await approveFor(anselm, job.id);
    await server.owner.query(`update file_changes set effective_date = effective_date - 90 where job_id = $1`, [
      job.id,
    ]);
    await dana.api.files.queue.resume({});
    expect(await server.finished(dana, job.id)).toMatchObject({
      status: 'held',
      secondApproval: { losing: 3, first: null },
    });
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
    const ends = `${job.id}:ends`;
    await expect(approveFor(dana, ends)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const seen = (await dana.api.files.job({ id: job.id })).endsWaiting?.approval;

    // Somebody else decides more, and then another: the last word on all of them asks, and the other may approve it.
    expect(await end(anselm, left[2] ?? '', left[3] ?? '')).toMatchObject({ ended: 0, waitsForSecond: true });
    await dana.api.files.decideMissing({ id: job.id, memberIds: [left[3] ?? ''], decision: 'keep' });
    await expect(approveFor(dana, ends)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(
      anselm.api.approvals.approve({ id: seen?.id ?? '', digest: seen?.digest ?? '' }),
    ).rejects.toMatchObject({ message: expect.stringContaining('not what waits for approval now') as string });
    const { id: approvalId = '', digest = '' } = (await now()).endsWaiting?.approval ?? {};
    const answers = await Promise.allSettled([
      anselm.api.approvals.approve({ id: approvalId, digest }),
      anselm.api.approvals.approve({ id: approvalId, digest }),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await now()).toMatchObject({ missingEnded: 3, endsWaiting: null });
    expect(await changes()).toBe(2);
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
