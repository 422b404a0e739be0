import type { TradingPartner } from '@openbenefits/contract/trading-partners';
import { COVERAGE_LINES, lineBits } from '@openbenefits/domain/coverage-line';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember, setupOf } from '../../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let plans: Map<string, string>;
let made = 0;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  plans = new Map((await dana.api.plans.offered({})).map(({ code, id }) => [code, id]));
});
afterAll(() => server.close());

const MED = ['HLT', 'MED-PPO', '20260101'] as const;
const DEN = ['DEN', 'DEN-BASIC', '20260101'] as const;
const VIS = ['VIS', 'VIS-BASIC', '20260101'] as const;

type Employer = { id: string; cim: string; sender: string; staff: readonly SampleMember[] };

/**
 * An employer with six employees, the first with a spouse; everybody has medical, dental and, but for the spouse,
 * vision.
 */
async function employer(name: string): Promise<Employer> {
  made += 1;
  const { id, cim } = await dana.api.groups.create({
    setup: setupOf(
      name,
      [...plans].filter(([code]) => ['MED-PPO', 'DEN-BASIC', 'VIS-BASIC'].includes(code)).map(([, plan]) => plan),
    ),
  });
  const ssn = (index: number): string => `1234${String(60 + made)}${String(index).padStart(3, '0')}`;
  const staff = ['Alma', 'Bela', 'Cleo', 'Dora', 'Enzo', 'Fritz'].map((first, index): SampleMember => ({
    first,
    last: 'Brandvold',
    ssn: ssn(index),
    birth: `198${index}0101`,
    family: ssn(index),
    plans: [MED, DEN, VIS],
  }));
  staff.splice(1, 0, {
    first: 'Anton',
    last: 'Brandvold',
    ssn: ssn(20),
    birth: '19810505',
    family: ssn(0),
    relationship: '01',
    plans: [MED, DEN],
  });
  return { id, cim, sender: `LINESENDER${made}`, staff };
}

type Sent = { day?: string; full?: boolean; sender?: string };
async function send(
  { cim, sender }: Employer,
  members: readonly SampleMember[],
  { day = '261120', full = true, sender: other = sender }: Sent = {},
) {
  const text = edi834(
    members.map((one) => ({ ...one, action: '030' })),
    { group: cim, bgn08: full ? '4' : '2' },
  )
    .replaceAll('SAMPLESENDER   ', other.padEnd(15))
    .replaceAll('SAMPLESENDER', other)
    .replace('*261120*0930*^', `*${day}*0930*^`);
  const sent = await server.upload(dana, `${cim}.edi`, text);
  expect(sent.status, sent.message).toBe(204);
  return server.finished(dana, sent.id);
}

const without = (staff: readonly SampleMember[], line: string, who: readonly string[]): SampleMember[] =>
  staff.map((one) =>
    who.includes(one.first) ? { ...one, plans: (one.plans ?? []).filter(([code]) => code !== line) } : one,
  );
const missing = async (id: string): Promise<string[]> =>
  (await dana.api.files.missing({ id, limit: 100 })).rows.map(
    ({ name, line, isNamed, proposedLastDay, monthly }) =>
      `${name.split(' ')[0]}: ${line ?? 'everything'}${isNamed ? '' : ', absent'}, ${proposedLastDay}, ${monthly}`,
  );
const rowOf = async (id: string, first: string) => {
  const row = (await dana.api.files.missing({ id, limit: 100 })).rows.find(({ name }) => name.startsWith(first));
  if (!row) throw new Error(`${first} is not missing`);
  return row;
};
/** Who is covered by what, as it is believed now. */
const covered = async ({ id }: Employer): Promise<string[]> =>
  (
    await server.owner.query<{ text: string }>(
      `select m.first_name || ', ' || m.status || ': ' || string_agg(s.line || coalesce(' to ' || (upper(s.covered) - 1), ''), ', ' order by s.line) as text
     from members m join coverage_spans s on s.member_id = m.id and upper_inf(s.recorded) where m.group_id = $1 group by m.id, m.first_name, m.status order by m.first_name`,
      [id],
    )
  ).rows.map(({ text }) => text);
const partnerOf = async (find: (one: TradingPartner) => boolean): Promise<TradingPartner> => {
  const found = (await dana.api.tradingPartners.list({ limit: 200 })).rows.find(find);
  if (!found) throw new Error('No such profile');
  return found;
};

it('lines are the same bits in the database as in the domain', async () => {
  const { rows } = await server.owner.query<{ line: string; bit: number }>(
    'select line, line_bit(line) as bit from unnest($1::text[]) as line',
    [[...COVERAGE_LINES]],
  );
  expect(rows).toEqual(COVERAGE_LINES.map((line) => ({ line, bit: lineBits([line]) })));
});

describe('a full file that lists people without a line they have', () => {
  it('proposes the end of that line, with what it costs; decided, it ends for the family, and is undone with the import', async () => {
    const firm = await employer('Brandvold Boats');
    expect(await send(firm, firm.staff)).toMatchObject({ status: 'completed', added: 7, missing: 0 });
    const before = await covered(firm);
    const job = await send(firm, [
      ...without(firm.staff, 'DEN', ['Alma', 'Anton', 'Dora']),
      { first: 'Newly', last: 'Hired', ssn: '123459911', birth: '19990101', family: '123459911', plans: [MED] },
    ]);
    expect(job).toMatchObject({
      status: 'completed',
      added: 1,
      unchanged: 7,
      ended: 0,
      missing: 3,
      missingEnded: 0,
      stops: [],
      remarks: [],
    });
    const rate = (await rowOf(job.id, 'Dora')).monthly ?? 0;
    expect(rate).toBeGreaterThan(0);
    expect(await missing(job.id)).toEqual([
      expect.stringMatching(/^Alma: dental, 2026-11-30, \d+$/),
      'Anton: dental, 2026-11-30, null',
      `Dora: dental, 2026-11-30, ${rate}`,
    ]);
    expect(await rowOf(job.id, 'Anton')).toMatchObject({
      isNamed: true,
      subscriberPresent: true,
      isSubscriber: false,
      dependentsPresent: 0,
      lastSeen: expect.any(String),
      decision: null,
      isEnded: false,
    });
    expect(await covered(firm)).toEqual([...before, 'Newly, active: medical'].toSorted());

    // Alma's dental goes, and Anton's with it; Dora keeps hers, because the sender left it out.
    const alma = await rowOf(job.id, 'Alma');
    expect(
      await dana.api.files.decideMissing({ id: job.id, memberIds: [alma.memberId], line: 'dental', decision: 'end' }),
    ).toEqual({
      decided: 2,
      ended: 2,
      waitsForSecond: false,
    });
    await dana.api.files.decideMissing({
      id: job.id,
      memberIds: [(await rowOf(job.id, 'Dora')).memberId],
      line: 'dental',
      decision: 'keep',
    });
    expect(await covered(firm)).toEqual(
      expect.arrayContaining([
        'Alma, active: dental to 2026-11-30, medical, vision',
        'Anton, active: dental to 2026-11-30, medical',
        'Dora, active: dental, medical, vision',
      ]),
    );
    expect(await rowOf(job.id, 'Anton')).toMatchObject({ decision: 'end', isEnded: true });
    // What was ended is not decided again, and no second change is made of it.
    expect(
      await dana.api.files.decideMissing({ id: job.id, memberIds: [alma.memberId], line: 'dental', decision: 'keep' }),
    ).toEqual({
      decided: 0,
      ended: 0,
      waitsForSecond: false,
    });
    expect(await dana.api.files.job({ id: job.id })).toMatchObject({ missingEnded: 2 });

    expect(await dana.api.changes.undoPreview({ id: job.changeId ?? '' })).toMatchObject({
      people: 3,
      removes: 1,
      blocked: 0,
    });
    await dana.api.changes.undo({ id: job.changeId ?? '' });
    expect(await covered(firm)).toEqual(before);
    expect(await rowOf(job.id, 'Alma')).toMatchObject({ decision: null, isEnded: false });
    await expect(dana.api.files.decideMissing({ id: job.id, decision: 'end' })).rejects.toMatchObject({
      message: expect.stringContaining('This import was undone'),
    });
  });

  it('is held where that is many, counted in people; all of a line are decided at once, and it posts with them', async () => {
    const firm = await employer('Brandvold Bricks');
    await send(firm, firm.staff);
    const job = await send(
      firm,
      without(
        without(
          firm.staff,
          'DEN',
          firm.staff.map(({ first }) => first),
        ),
        'VIS',
        ['Dora', 'Enzo'],
      ).slice(0, 6),
    );
    expect(job).toMatchObject({ status: 'held', missing: 7 });
    expect(job.stops).toMatchObject([
      {
        code: 'missing_people',
        people: 7,
        title: '7 of 7 people are missing from this file, or their coverage line is',
        text: expect.stringMatching(
          /1 person is not listed\. 6 people are listed without Dental\. 2 people are listed without Vision\. That is 100\.0%\. Files from this sender are held when more than 5 people and more than 5% are missing\. No one is terminated for being missing\./,
        ),
      },
      { code: 'fewer_records' },
    ]);
    expect((await missing(job.id)).map((text) => text.replace(/, 2026.*/, ''))).toEqual([
      'Alma: dental',
      'Anton: dental',
      'Bela: dental',
      'Cleo: dental',
      'Dora: dental',
      'Dora: vision',
      'Enzo: dental',
      'Enzo: vision',
      'Fritz: everything, absent',
    ]);
    await dana.api.files.decideMissing({ id: job.id, line: 'dental', decision: 'end' });
    await dana.api.files.decideMissing({
      id: job.id,
      memberIds: [(await rowOf(job.id, 'Dora')).memberId],
      line: 'vision',
      decision: 'end',
    });
    await expect(dana.api.files.approve({ id: job.id })).rejects.toMatchObject({
      message: expect.stringContaining(
        '2 missing members are undecided. For each member, choose Left or Sender error.',
      ),
    });
    await dana.api.files.decideMissing({ id: job.id, decision: 'keep' });
    await dana.api.files.approve({ id: job.id });
    expect(await server.finished(dana, job.id)).toMatchObject({ status: 'completed', missingEnded: 6 });
    expect(await covered(firm)).toEqual([
      'Alma, active: dental to 2026-11-30, medical, vision',
      'Anton, active: dental to 2026-11-30, medical',
      'Bela, active: dental to 2026-11-30, medical, vision',
      'Cleo, active: dental to 2026-11-30, medical, vision',
      'Dora, active: dental to 2026-11-30, medical, vision to 2026-11-30',
      'Enzo, active: dental to 2026-11-30, medical, vision',
      'Fritz, active: dental, medical, vision',
    ]);
  });

  it('says nothing of a line that it never sends, of one that is over anyway, and of one added by hand since; a line it has sent before is missed', async () => {
    const firm = await employer('Brandvold Brushes');
    const other = `${firm.sender}X`;
    const lines = (codes: readonly string[]) =>
      firm.staff.map((one) => ({ ...one, plans: (one.plans ?? []).filter(([code]) => codes.includes(code)) }));
    // Somebody else sends vision, to be told apart from the sender who never does.
    await send(firm, lines(['HLT', 'DEN']), { full: false });
    await send(
      firm,
      lines(['VIS']).filter(({ plans: own }) => own?.length),
      { full: false, sender: other },
    );
    const first = await send(
      firm,
      lines(['HLT', 'DEN']).filter(({ first: name }) => name !== 'Fritz'),
    );
    expect(await missing(first.id)).toEqual([
      expect.stringMatching(/^Fritz: dental, absent/),
      expect.stringMatching(/^Fritz: medical, absent/),
    ]);
    await dana.api.files.decideMissing({ id: first.id, decision: 'end' });
    expect(await covered(firm)).toContain('Fritz, active: dental to 2026-11-30, medical to 2026-11-30, vision');

    // Bela's dental is over with the month anyway; Cleo's was added by hand a day after the file was made.
    const bela = firm.staff.find((one) => one.first === 'Bela') as SampleMember;
    await send(firm, [{ ...bela, plans: [[...DEN, '20261130']] }], { full: false });
    const hana: SampleMember = {
      first: 'Hana',
      last: 'Brandvold',
      ssn: '123459922',
      birth: '19920101',
      family: '123459922',
      plans: [MED],
    };
    await send(firm, [hana], { full: false });
    const hers = (await dana.api.members.ofGroup({ groupId: firm.id, search: 'Hana' })).rows[0]?.id ?? '';
    await dana.api.members.changePlan({
      groupId: firm.id,
      memberId: hers,
      line: 'dental',
      planId: plans.get('DEN-BASIC') ?? '',
      from: '2026-11-01',
      overrideReason: 'Enrolled late',
    });
    const staff = [...lines(['HLT']).filter(({ first: name }) => name !== 'Fritz'), hana];
    const who = async (day: string) =>
      (await missing((await send(firm, staff, { day })).id)).map((text) => text.replace(/, 2026.*/, ''));
    // Nobody's dental stands in this file, which has sent it before.
    expect(await who('261119')).toEqual([
      'Alma: dental',
      'Anton: dental',
      'Cleo: dental',
      'Dora: dental',
      'Enzo: dental',
    ]);
    expect(await who('261120')).toEqual([
      'Alma: dental',
      'Anton: dental',
      'Cleo: dental',
      'Dora: dental',
      'Enzo: dental',
      'Hana: dental',
    ]);
  });

  it('is only remarked on where absence ends nobody of this sender', async () => {
    const firm = await employer('Brandvold Bells');
    await send(firm, firm.staff);
    await dana.api.tradingPartners.save({
      ...(await partnerOf(({ senderId }) => senderId === firm.sender)),
      absenceProposesEnd: false,
    });
    const job = await send(firm, without(firm.staff, 'DEN', ['Dora']));
    expect(job).toMatchObject({
      status: 'completed',
      missing: 0,
      remarks: [
        {
          text: 'Dental coverage is not listed for members of this full file who have it, although it is listed for others. It continues.',
          count: 1,
        },
      ],
    });
  });

  it('does not miss with the dependents what ends for the subscriber in the same file', async () => {
    const firm = await employer('Brandvold Barrels');
    await send(firm, firm.staff);
    const [alma, ...others] = firm.staff as [SampleMember, ...SampleMember[]];
    const job = await send(firm, [
      { ...alma, plans: [MED, VIS, [...DEN, '20261031']] },
      ...without(others, 'DEN', ['Anton']),
    ]);
    expect(job).toMatchObject({ ended: 2, missing: 0 });
  });
});

it('is asked no more of whom a later file names again', async () => {
  const company = await employer('Named Again Co');
  await send(company, company.staff);
  const before = await covered(company);
  // Held for fewer records; nobody is decided by the approval.
  const short = await send(
    company,
    company.staff.filter(({ first }) => !['Dora', 'Enzo', 'Fritz'].includes(first)),
    { day: '261121' },
  );
  expect(short).toMatchObject({ status: 'held', missing: 3 });
  await dana.api.files.approve({ id: short.id });
  await server.finished(dana, short.id);
  expect(
    await send(
      company,
      without(
        company.staff.filter(({ first }) => first !== 'Fritz'),
        'VIS',
        ['Enzo'],
      ),
      { day: '261122' },
    ),
  ).toMatchObject({ status: 'completed' });
  const { rows, undecided } = await dana.api.files.missing({ id: short.id, limit: 10 });
  expect(rows.map(({ name, namedSince }) => `${name.split(' ')[0]} ${namedSince}`)).toEqual([
    'Dora true',
    'Enzo true',
    'Fritz false',
  ]);
  expect(undecided).toBe(1);
  const [dora] = rows;
  await expect(
    dana.api.files.decideMissing({ id: short.id, memberIds: [dora?.memberId ?? ''], decision: 'end' }),
  ).rejects.toMatchObject({
    message: expect.stringContaining(
      'A later file of the sender lists this member or coverage line again, so nothing is missing.',
    ),
  });
  expect(await dana.api.files.decideMissing({ id: short.id, decision: 'end' })).toMatchObject({ decided: 1, ended: 1 });
  expect((await covered(company)).filter((one) => !before.includes(one)).map((one) => one.split(',')[0])).toEqual([
    'Fritz',
  ]);
});

describe('a list of everybody', () => {
  const list = (rows: readonly string[]): string =>
    [
      'Employee ID,First Name,Last Name,SSN,Date of Birth,Relationship,Medical Plan,Dental Plan,Coverage Start',
      ...rows,
    ].join('\n');
  const row = (index: number, first: string, dental: string): string =>
    `B-${index},${first},Ledger,123-46-90${index}0,01/02/1990,Self,MED-PPO,${dental},01/01/2026`;
  const upload = async (cim: string, rows: readonly string[], name: string) =>
    server.finished(dana, (await server.upload(dana, name, list(rows), cim)).id);

  it('is one when the profile of the lists says so: who is not in it, and whose column of a line is empty, is missing', async () => {
    const { id, cim } = await employer('Brandvold Books');
    const everybody = ['Ada', 'Bo', 'Cy'].map((first, index) => row(index, first, 'DEN-BASIC'));
    expect(await upload(cim, everybody, 'first.csv')).toMatchObject({ mode: 'census', added: 3 });
    const fewer = [row(0, 'Ada', ''), row(1, 'Bo', '')];
    expect(await upload(cim, fewer, 'second.csv')).toMatchObject({ mode: 'census', missing: 0 });
    await dana.api.tradingPartners.save({ ...(await partnerOf(({ group }) => group?.id === id)), mode: 'full' });
    const job = await upload(cim, fewer, 'third.csv');
    expect(job).toMatchObject({ mode: 'full', missing: 3 });
    expect((await missing(job.id)).map((text) => text.replace(/, 2026.*/, ''))).toEqual([
      'Ada: dental',
      'Bo: dental',
      'Cy: everything, absent',
    ]);
    // Without the column the list says nothing of dental, though lists of this group have had it.
    const narrow = await server.finished(
      dana,
      (
        await server.upload(
          dana,
          'narrow.csv',
          'Employee ID,First Name,Last Name,SSN,Date of Birth,Relationship,Medical Plan,Coverage Start\nB-0,Ada,Ledger,123-46-9000,01/02/1990,Self,MED-PPO,01/01/2026\nB-1,Bo,Ledger,123-46-9010,01/02/1990,Self,MED-PPO,01/01/2026\n',
          cim,
        )
      ).id,
    );
    expect((await missing(narrow.id)).map((text) => text.replace(/, 2026.*/, ''))).toEqual(['Cy: medical, absent']);
  });
});

it('tells how many it leaves out whose coverage begins later: nobody is missing before that', async () => {
  const company = await employer('Pumpernickel Press');
  const later = company.staff.map((one) => ({
    ...one,
    plans: (one.plans ?? []).map(([line, plan]): [string, string, string] => [line, plan, '20270101']),
  }));
  await send(company, later);
  const job = await send(company, later.slice(0, 4), { day: '261121' });
  expect(await missing(job.id)).toEqual([]);
  expect(job.remarks.filter(({ text }) => text.includes('starts later')).map(({ count }) => count)).toEqual([3]);
  expect((await covered(company)).length).toBe(7);
});
