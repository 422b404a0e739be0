import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup } from '../corpus-run.ts';

let server: TestServer;
let dana: Person;
let groups = 0;
beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const member = (ssn: string, first: string, more: string[], family = ssn, ins = 'INS*Y*18*021*28*A***FT'): string[] => [
  ins,
  `REF*0F*${family}`,
  `NM1*IL*1*Thackeray*${first}****34*${ssn}`,
  ...more,
];
const PPO = ['HD*021**HLT*MED-PPO*EMP', 'DTP*348*D8*20261201'];
/** One who is read as sent, and four who are refused: for a birth date, a plan, a subscriber, and a first day. */
const MEMBERS = [
  member('219470001', 'Ada', ['DMG*D8*19800214*F', ...PPO]),
  member('219470002', 'Owen', ['N3*1 Main St', 'N4*Austin*TX*78701', 'DMG*D8*19880231*M', ...PPO]),
  member('219470003', 'Ruth', ['DMG*D8*19810214*F', 'HD*021**HLT*HMX-20*EMP', 'DTP*348*D8*20261201']),
  member('219470004', 'Finn', ['DMG*D8*20150214*M', ...PPO], '219479999', 'INS*N*19*021*28*A'),
  member('219470005', 'Ivo', [
    'DMG*D8*19820214*M',
    'HD*021**HLT*MED-PPO*EMP',
    'DTP*348*D8*20261301',
    'HD*021**DEN*DEN-GOLD*EMP',
    'DTP*348*D8*20261201',
  ]),
];
let sends = 0;
function fileOf(members: readonly string[][], [element, end] = ['*', '~\n']): Buffer {
  const control = String((sends += 1)).padStart(9, '0');
  const set = [
    'ST*834*0001*005010X220A1',
    `BGN*00*M${control}*20261120*0930****2`,
    'N1*P5*Kestrel*FI*741234567',
    'N1*IN*Lone Star*FI*751234567',
    ...members.flat(),
  ];
  const all = [
    `ISA*00*          *00*          *ZZ*TALLGRASS      *ZZ*OPENBENEFITS   *261120*0930*^*00501*${control}*0*P*:`,
    `GS*BE*TALLGRASS*OPENBENEFITS*20261120*0930*1*X*005010X220A1`,
    ...set,
    `SE*${set.length + 1}*0001`,
    'GE*1*1',
    `IEA*1*${control}`,
  ];
  return Buffer.from(all.map((segment) => segment.replaceAll('*', element ?? '*') + end).join(''));
}
/** Marked as a test, a file is held. */
const asTest = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString().replace(/.P.:(?=[~\n])/, (end) => end.replace('P', 'T')));
async function send(bytes: Buffer) {
  const group = await newGroup(dana, 900 + (groups += 1));
  const sent = await server.upload(dana, 'members.edi', bytes, group.cim);
  expect(sent.status, sent.message).toBe(204);
  return { job: await server.finished(dana, sent.id), group };
}
const write = async (
  id: string,
  person: string,
  heading: string,
  text: string,
  subscriber?: { memberId: string } | { recordNo: number },
) => {
  const { rows, columns } = await dana.api.files.refusedRows({ id });
  return dana.api.files.mendRow({
    id,
    recordNo: rows.find((one) => one.person.startsWith(person))?.recordNo ?? 0,
    column: columns.findIndex((one) => one.heading === heading),
    text,
    ...(subscriber && { subscriber }),
  });
};
const familiesIn = async (groupId: string) =>
  (
    await server.owner.query<{ who: string }>(
      `select m.first_name || coalesce(', ' || m.relationship || ' of ' || s.first_name, '') as who from members m left join members s on s.id = m.subscriber_id where m.group_id = $1 order by 1`,
      [groupId],
    )
  ).rows.map(({ who }) => who);
const wrongCells = async (id: string) => {
  const { columns, rows } = await dana.api.files.refusedRows({ id });
  return rows.map(({ person, cells, wrong }) => [
    person,
    ...wrong.map((column) => [columns[column]?.heading, cells[column]]),
  ]);
};

describe('refused members of an 834', () => {
  it('stand in the grid by the places of the guide, and each is told what is wrong', async () => {
    const { job } = await send(fileOf(MEMBERS));
    expect(job).toMatchObject({ added: 1, refused: 4 });
    const { columns, rows } = await dana.api.files.refusedRows({ id: job.id });
    expect(rows.map(({ family }) => family !== null && columns[family])).toEqual([
      false,
      false,
      { heading: 'REF 0F', field: 'Subscriber’s SSN or number' },
      false,
    ]);
    expect(columns.slice(0, 5).map(({ heading, field }) => [heading, field])).toEqual([
      ['NM103', 'Last name'],
      ['NM104', 'First name'],
      ['NM109', 'SSN'],
      ['DMG02', 'Date of birth'],
      ['DMG03', 'Gender'],
    ]);
    expect(columns.slice(-6).map(({ heading, field }) => [heading, field])).toEqual([
      ['HD01 (2)', 'Coverage action, coverage 2'],
      ['HD03 (2)', 'Line, coverage 2'],
      ['HD04 (2)', 'Plan, coverage 2'],
      ['HD05 (2)', 'Coverage level, coverage 2'],
      ['DTP 348 (2)', 'First day, coverage 2'],
      ['DTP 349 (2)', 'Last day, coverage 2'],
    ]);
    // Dates as people write them, where they are some; SSNs by their last four, unless they are what is wrong.
    expect(rows[2]?.cells.slice(0, 6)).toEqual(['Thackeray', 'Finn', '•••-••-0004', '02/14/2015', 'M', '219479999']);
    expect(await wrongCells(job.id)).toEqual([
      ['Owen Thackeray', ['DMG02', '19880231']],
      ['Ruth Thackeray', ['HD04 (1)', 'HMX-20']],
      ['Finn Thackeray', ['REF 0F', '219479999']],
      ['Ivo Thackeray', ['DTP 348 (1)', '20261301'], ['HD04 (2)', 'DEN-GOLD']],
    ]);
  });

  it('are mended in place, downloaded so, and sent again; a subscriber is named by the member number', async () => {
    const { job, group } = await send(fileOf(MEMBERS, ['|', '\n']));
    expect(await write(job.id, 'Owen', 'DMG02', '02/31/1988')).toMatchObject({
      problems: [expect.stringContaining('not a calendar date')],
    });
    expect(await write(job.id, 'Owen', 'DMG02', '2/21/1988')).toEqual({ mended: 1, alike: 0, problems: [] });
    expect(await write(job.id, 'Owen', 'NM104', 'Öwen')).toMatchObject({ problems: [] });
    expect(await write(job.id, 'Ruth', 'HD04 (1)', 'MED-HMO')).toMatchObject({ problems: [] });
    const {
      rows: [ada],
    } = await dana.api.members.ofGroup({ groupId: group.id, search: 'Ada' });
    expect(await write(job.id, 'Finn', 'REF 0F', '', { memberId: ada?.id ?? '' })).toMatchObject({ problems: [] });
    const stranger = await send(fileOf(MEMBERS.slice(0, 1)));
    const {
      rows: [other],
    } = await dana.api.members.ofGroup({ groupId: stranger.group.id });
    await expect(write(job.id, 'Finn', 'REF 0F', '', { memberId: other?.id ?? '' })).rejects.toMatchObject({
      message: expect.stringContaining('This is not a subscriber of the file’s group. Choose another subscriber.'),
    });
    expect(await write(job.id, 'Ivo', 'DTP 348 (1)', '12/01/2026')).toMatchObject({
      problems: [expect.stringContaining('DEN-GOLD')],
    });
    expect(await write(job.id, 'Ivo', 'HD04 (2)', 'DEN-BASIC')).toMatchObject({ problems: [] });
    expect(await write(job.id, 'Ivo', 'DTP 349 (1)', '12/31/2027')).toMatchObject({ problems: [] });
    await expect(write(job.id, 'Ivo', 'NM103', 'Thack|eray')).rejects.toMatchObject({
      data: { problems: [{ path: 'text', message: expect.stringContaining('“|”') }] },
    });
    const { rows, mended } = await dana.api.files.refusedRows({ id: job.id });
    expect([mended, rows.map(({ problems, wrong }) => [...problems, ...wrong])]).toEqual([4, [[], [], [], []]]);
    const text = await (
      await fetch(`${server.url}/downloads/files/${job.id}/refused`, { headers: { cookie: dana.cookie } })
    ).text();
    expect(text).toContain(
      'NM1|IL|1|Thackeray|Öwen||||34|219470002\nN3|1 Main St\nN4|Austin|TX|78701\nDMG|D8|19880221|M\nHD|',
    );
    expect(text).toContain(
      'HD|021||HLT|MED-PPO|EMP\nDTP|348|D8|20261201\nDTP|349|D8|20271231\nHD|021||DEN|DEN-BASIC|EMP\n',
    );
    const { id } = await dana.api.files.resend({ id: job.id });
    expect(await server.finished(dana, id)).toMatchObject({ added: 4, refused: 0 });
    expect(await familiesIn(group.id)).toEqual(['Ada', 'Finn, child of Ada', 'Ivo', 'Ruth', 'Öwen']);
    await expect(write(job.id, 'Owen', 'NM104', 'Owen')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('are mended while the file is held: left as it is they are sent again once it is applied', async () => {
    const { job, group } = await send(asTest(fileOf(MEMBERS)));
    expect(job).toMatchObject({ status: 'held', refused: 4 });
    await write(job.id, 'Owen', 'DMG02', '02/21/1988');
    await write(job.id, 'Finn', 'REF 0F', '219470001');
    await dana.api.files.approve({ id: job.id, reason: 'The sender says that it is a real one.' });
    expect(await server.finished(dana, job.id)).toMatchObject({ status: 'completed', added: 1, refused: 4 });
    expect(await wrongCells(job.id)).toMatchObject([
      ['Owen Thackeray'],
      ['Ruth Thackeray', ['HD04 (1)', 'HMX-20']],
      ['Finn Thackeray'],
      ['Ivo Thackeray', ['DTP 348 (1)', '20261301'], ['HD04 (2)', 'DEN-GOLD']],
    ]);
    const { id } = await dana.api.files.resend({ id: job.id });
    expect(await server.finished(dana, id)).toMatchObject({ status: 'held' });
    await dana.api.files.approve({ id, reason: 'The sender says that it is a real one.' });
    expect(await server.finished(dana, id)).toMatchObject({ added: 2, refused: 2 });
    expect(await familiesIn(group.id)).toEqual(['Ada', 'Finn, child of Ada', 'Owen']);
  });

  it('worked out anew, a held file has them in their places; its sender was answered for what was sent', async () => {
    const { job, group } = await send(asTest(fileOf(MEMBERS, ['|', '\n'])));
    const { id } = job;
    const answer = async () => await dana.api.files.acknowledgement({ id });
    const answered = await answer();
    await write(id, 'Owen', 'DMG02', '02/21/1988');
    await write(id, 'Owen', 'NM104', 'Öwen');
    await write(id, 'Finn', 'REF 0F', '219470001');
    await write(id, 'Ivo', 'DTP 348 (1)', '12/01/2026');
    await dana.api.files.rehearse({ id });
    expect(await server.finished(dana, id)).toMatchObject({
      status: 'held',
      added: 3,
      refused: 2,
      held: { mended: 0 },
    });
    expect(await answer()).toEqual(answered);
    expect(await wrongCells(id)).toEqual([
      ['Ruth Thackeray', ['HD04 (1)', 'HMX-20']],
      ['Ivo Thackeray', ['HD04 (2)', 'DEN-GOLD']],
    ]);
    await write(id, 'Ivo', 'HD04 (2)', 'DEN-BASIC');
    await dana.api.files.rehearse({ id });
    expect(await server.finished(dana, id)).toMatchObject({ status: 'held', added: 4, refused: 1 });
    await dana.api.files.approve({ id, reason: 'The sender says that it is a real one.' });
    expect(await server.finished(dana, id)).toMatchObject({
      status: 'completed',
      added: 4,
      refused: 1,
      people: { added: 4 },
    });
    expect(await familiesIn(group.id)).toEqual(['Ada', 'Finn, child of Ada', 'Ivo', 'Öwen']);
  });

  it('find a subscriber whom the held file itself would add, under the number that the sender gives the family', async () => {
    const { job, group } = await send(asTest(fileOf(MEMBERS)));
    const { id } = job;
    const { rows } = await dana.api.files.findSubscribers({ id, search: 'ada' });
    expect(rows).toMatchObject([{ name: 'Ada Thackeray', memberId: null }]);
    expect(await write(id, 'Finn', 'REF 0F', '', { recordNo: rows[0]?.recordNo ?? -1 })).toMatchObject({
      problems: [],
    });
    // The number is an SSN: it is written, and not shown.
    const { rows: refused, columns } = await dana.api.files.refusedRows({ id });
    expect(refused[2]?.cells[columns.findIndex(({ heading }) => heading === 'REF 0F')]).toBe('•••-••-0001');
    await dana.api.files.rehearse({ id });
    expect(await server.finished(dana, id)).toMatchObject({ status: 'held', added: 2, refused: 3 });
    await dana.api.files.approve({ id, reason: 'The sender says that it is a real one.' });
    expect(await server.finished(dana, id)).toMatchObject({ status: 'completed' });
    expect(await familiesIn(group.id)).toEqual(['Ada', 'Finn, child of Ada']);
  });

  it('begin with the one that was asked for', async () => {
    const { job } = await send(fileOf(MEMBERS));
    const { rows } = await dana.api.files.refusedRows({ id: job.id });
    const page = await dana.api.files.refusedRows({ id: job.id, from: rows[2]?.recordNo ?? 0, limit: 1 });
    expect(page).toMatchObject({ before: 2, total: 4, rows: [{ person: 'Finn Thackeray' }] });
    expect(await dana.api.files.refusedRows({ id: job.id, from: 0, limit: 1, cursor: page.next ?? '' })).toMatchObject({
      before: 3,
      next: null,
      rows: [{ person: 'Ivo Thackeray' }],
    });
  });
});
