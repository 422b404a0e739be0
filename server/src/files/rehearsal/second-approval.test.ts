import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup } from '../corpus-run.ts';

const SETTINGS = { autoProcess: true, maxConcurrent: 5, retries: 3, retentionDays: 2190 };
const PEOPLE = Array.from({ length: 12 }, (_, index): SampleMember => ({ first: `Person${String.fromCharCode(65 + index)}`, last: 'Twoeyes', ssn: `12345${3000 + index}`, birth: '19800101', family: `12345${3000 + index}`, plans: [['HLT', 'MED-PPO', '20260101']] }));
const leaving = (count: number): SampleMember[] => PEOPLE.slice(0, count).map((one) => ({ ...one, action: '024', plans: [['HLT', 'MED-PPO', '20260101', '20261130']] }));

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
  const { id } = await server.upload(dana, `changes-${sent}.edi`, edi834(members, { control: `000000${sent}`, bgn08: '2', group }), group);
  return server.finished(dana, id);
}

describe('a file by which people lose coverage', () => {
  it('waits for two persons from the number on that the queue’s settings name, and is applied when the second approves it', async () => {
    expect(await send(PEOPLE)).toMatchObject({ status: 'completed', added: 12, secondApproval: null });
    await dana.api.files.queue.saveSettings({ ...SETTINGS, secondApprovalFrom: 2 });
    const job = await send(leaving(3));
    expect(job).toMatchObject({ status: 'held', stops: [{ code: 'second_approval', title: '3 people lose coverage: two persons approve this file', people: 3 }], secondApproval: { losing: 3, first: null } });

    expect(await dana.api.files.approve({ id: job.id, selected: 3 })).toEqual({ id: job.id, waitsForSecond: true });
    expect(await dana.api.files.job({ id: job.id })).toMatchObject({ status: 'held', secondApproval: { first: { by: 'Dana Whitfield', isMine: true } } });
    await expect(dana.api.files.approve({ id: job.id })).rejects.toMatchObject({ message: 'You have approved this file already. Somebody else has to approve it, too.' });
    const wanted = (await anselm.api.notifications.list({})).items.find(({ title }) => title === 'Second Approval Wanted');
    expect(wanted).toMatchObject({ body: 'EDI 834 file: 3 people lose coverage. Dana Whitfield has approved it and asks for a second person.', link: `/files/jobs/${job.id}` });
    expect((await dana.api.notifications.list({})).items.some(({ title }) => title === 'Second Approval Wanted')).toBe(false);

    expect(await anselm.api.files.job({ id: job.id })).toMatchObject({ secondApproval: { first: { by: 'Dana Whitfield', isMine: false } } });
    expect(await anselm.api.files.approve({ id: job.id })).toEqual({ id: job.id, waitsForSecond: false });
    expect(await server.finished(dana, job.id)).toMatchObject({ status: 'completed', ended: 3, approvedBy: 'Anselm Okoro', firstApprovedBy: 'Dana Whitfield', secondApproval: null });
    expect((await dana.api.files.queue.events({ id: job.id })).map(({ by, text }) => [by, text])).toContainEqual(['Dana Whitfield', 'First approval: 3 people lose coverage, so a second person approves before anything is applied.']);
    await dana.api.changes.undo({ id: job.changeId ?? (await dana.api.files.job({ id: job.id })).changeId ?? '' });
  });

  it('whoever chooses anew takes the first approval back; of fewer people one is enough', async () => {
    const job = await send(leaving(2));
    await dana.api.files.approve({ id: job.id });
    const { rows } = await dana.api.files.changes({ id: job.id, actions: ['ended'] });
    await anselm.api.files.choose({ id: job.id, recordNos: [rows[0]?.recordNo ?? 0], excluded: true });
    expect(await dana.api.files.job({ id: job.id })).toMatchObject({ status: 'held', secondApproval: null });
    expect(await dana.api.files.approve({ id: job.id })).toMatchObject({ waitsForSecond: false });
    expect(await server.finished(dana, job.id)).toMatchObject({ status: 'completed', ended: 1, firstApprovedBy: null });
  });

  it('worked out again it is approved anew by both; two at once are one first and one second', async () => {
    const job = await send(leaving(5).slice(2));
    await dana.api.files.approve({ id: job.id });
    await dana.api.files.rehearse({ id: job.id });
    expect(await server.finished(dana, job.id)).toMatchObject({ status: 'held', secondApproval: { losing: 3, first: null } });
    const answers = await Promise.all([dana.api.files.approve({ id: job.id }), anselm.api.files.approve({ id: job.id })]);
    expect(answers.filter(({ waitsForSecond }) => waitsForSecond)).toHaveLength(1);
    expect(await server.finished(dana, job.id)).toMatchObject({ status: 'completed', ended: 3 });
  });

  it('other settings leave the number as it is; it is refused where nobody else could approve', async () => {
    expect(await dana.api.files.queue.saveSettings({ ...SETTINGS, retries: 2 })).toMatchObject({ retries: 2, secondApprovalFrom: 2 });
    await expect(dana.api.files.queue.saveSettings({ ...SETTINGS, secondApprovalFrom: 0 })).rejects.toMatchObject({ code: 'INVALID' });
    await dana.api.files.queue.saveSettings({ ...SETTINGS, secondApprovalFrom: null });
    await server.owner.query(`delete from auth.account where "userId" <> $1`, [(await dana.api.session.current({})).user?.id]);
    await expect(dana.api.files.queue.saveSettings({ ...SETTINGS, secondApprovalFrom: 2 })).rejects.toMatchObject({ data: { problems: [{ path: 'secondApprovalFrom', message: 'Nobody else could give the second approval: no other account here may process files.' }] } });
  });
});
