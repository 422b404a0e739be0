import { parse } from 'csv-parse/sync';

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { demoStaff } from '@openbenefits/demo/people';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { edi834, type SampleMember } from '../testing/samples.ts';
import { proveFigures } from '../testing/prove-figures.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;
const WIDGET = 'CIM-2026-000001';

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());
afterEach(() => proveFigures(server));

const load = async (name: string, bytes: Buffer | string, group?: string) => {
  const sent = await server.upload(dana, name, bytes, group);
  expect(sent.status, sent.message).toBe(204);
  return server.finished(dana, sent.id);
};

const peopleOf = async (cim: string) => {
  const { id } = await dana.api.groups.byCim({ cim });
  return dana.api.members.ofGroup({ groupId: id, limit: 200 });
};

const MED = (from: string, until?: string) => ['HLT', 'MED-PPO', from, until] as const;
const FAMILY: SampleMember[] = [
  {
    first: 'Odile',
    last: 'Marchetti',
    ssn: '123450001',
    birth: '19850314',
    family: '123450001',
    plans: [MED('20260101'), ['DEN', 'DEN-BASIC', '20260101']],
  },
  {
    first: 'Bruno',
    last: 'Marchetti',
    ssn: '123450002',
    birth: '19830720',
    family: '123450001',
    relationship: '01',
    plans: [MED('20260101')],
  },
  {
    first: 'Pia',
    last: 'Marchetti',
    birth: '20150902',
    family: '123450001',
    relationship: '19',
    plans: [MED('20260101')],
  },
];

describe('Dana uploads an 834', () => {
  it('finds the people, their dependents and coverage in the group the file names', async () => {
    const job = await load('march.edi', edi834(FAMILY));
    expect(job).toMatchObject({
      status: 'completed',
      format: 'edi834',
      mode: 'change',
      added: 3,
      refused: 0,
      progressPercent: 100,
      group: { cim: WIDGET },
    });
    const { rows } = await peopleOf(WIDGET);
    expect(rows).toMatchObject([
      { name: 'Odile Marchetti', plan: 'Premium PPO Plus', dependents: 2, monthlyCost: 183_100 },
    ]);
    const detail = await dana.api.members.get({
      groupId: (await dana.api.groups.byCim({ cim: WIDGET })).id,
      memberId: rows[0]?.id ?? '',
    });
    expect(detail.dependents).toMatchObject([
      { name: 'Bruno Marchetti', relationship: 'spouse', birthYear: 1983, coveredFor: ['medical'] },
      { name: 'Pia Marchetti', relationship: 'child', birthYear: 2015 },
    ]);
    expect(detail.rate.tier).toBe('FAM');
    expect(detail.history[0]).toMatchObject({ source: 'EDI 834 file processed, Dana Whitfield' });
  });

  it('changes nothing when the same file comes twice', async () => {
    const job = await load('march.edi', edi834(FAMILY));
    expect(job).toMatchObject({ added: 0, changed: 0, ended: 0, unchanged: 3, refused: 0 });
    expect(job.remarks.map((remark) => remark.text).join()).toMatch(/uploaded before/);
  });

  it('takes a dependent before its subscriber, ends, reinstates and changes as the codes say', async () => {
    const spans = async (name: string) =>
      (
        await server.owner.query<{ covered: string; plan: string }>(
          `select s.covered::text, p.plan_code as plan from coverage_spans s join members m on m.id = s.member_id join health_plans p on p.id = s.plan_id
         where m.first_name = $1 and upper_inf(s.recorded) and s.line = 'medical' order by lower(s.covered)`,
          [name],
        )
      ).rows;
    const before: SampleMember[] = [
      {
        first: 'Nils',
        last: 'Okafor',
        birth: '20190101',
        family: '123450010',
        relationship: '19',
        plans: [MED('20260301')],
      },
      {
        first: 'Tova',
        last: 'Okafor',
        ssn: '123450010',
        birth: '19900505',
        family: '123450010',
        plans: [MED('20260301')],
      },
    ];
    expect(await load('order.edi', edi834(before, { control: '000000110' }))).toMatchObject({ added: 2, refused: 0 });
    const tova = before[1] as SampleMember;
    await load(
      'end.edi',
      edi834([{ ...tova, action: '024', plans: [MED('20260301', '20260630')] }], { control: '000000111' }),
    );
    expect(await spans('Tova')).toEqual([{ covered: '[2026-03-01,2026-07-01)', plan: 'MED-PPO' }]);
    // The dependent's coverage ends with the subscriber's.
    expect(await spans('Nils')).toEqual([{ covered: '[2026-03-01,2026-07-01)', plan: 'MED-PPO' }]);
    await load('back.edi', edi834([{ ...tova, action: '025', plans: [MED('20260701')] }], { control: '000000112' }));
    expect(await spans('Tova')).toEqual([{ covered: '[2026-03-01,)', plan: 'MED-PPO' }]);
    await load(
      'plan.edi',
      edi834([{ ...tova, action: '001', plans: [['HLT', 'MED-HMO', '20261001']] }], { control: '000000113' }),
    );
    expect(await spans('Tova')).toEqual([
      { covered: '[2026-03-01,2026-10-01)', plan: 'MED-PPO' },
      { covered: '[2026-10-01,)', plan: 'MED-HMO' },
    ]);
    // What was believed before is still there to be asked for.
    const { rows } = await server.owner.query(
      `select count(*)::int as n from coverage_spans s join members m on m.id = s.member_id where m.first_name = 'Tova' and not upper_inf(s.recorded)`,
    );
    expect(rows[0].n).toBeGreaterThan(1);
  });

  it('names a bad record with line, field and reason, takes the others, and gives the refused ones back to be mended', async () => {
    const mixed: SampleMember[] = [
      {
        first: 'Good',
        last: 'Apple',
        ssn: '123450020',
        birth: '19800101',
        family: '123450020',
        plans: [MED('20260101')],
      },
      {
        first: 'Bad',
        last: 'Number',
        ssn: '000450021',
        birth: '19800101',
        family: '000450021',
        plans: [MED('20260101')],
      },
      {
        first: 'Child',
        last: 'Number',
        birth: '20180101',
        family: '000450021',
        relationship: '19',
        plans: [MED('20260101')],
      },
      {
        first: 'No',
        last: 'Parent',
        birth: '20180101',
        family: '123459999',
        relationship: '19',
        plans: [MED('20260101')],
      },
      {
        first: 'Odd',
        last: 'Plan',
        ssn: '123450022',
        birth: '19800101',
        family: '123450022',
        plans: [['HLT', 'NO-SUCH', '20260101']],
      },
    ];
    const job = await load('mixed.edi', edi834(mixed, { control: '000000120' }));
    expect(job).toMatchObject({ status: 'completed', added: 1, refused: 4 });
    const { rows } = await dana.api.files.refusals({ id: job.id });
    expect(rows.map((row) => [row.person, row.field])).toEqual([
      ['Bad Number', 'ssn'],
      ['Child Number', 'familyKey'],
      ['No Parent', 'familyKey'],
      ['Odd Plan', 'coverages.0.planKey'],
    ]);
    expect(rows[1]?.reason).toMatch(
      /The subscriber of this dependent, segment 15, was rejected\. Fix both and send them again\./,
    );
    expect(JSON.stringify(rows)).not.toMatch(/\d{9}/);
    const download = await fetch(`${server.url}/downloads/files/${job.id}/refused`, {
      headers: { cookie: dana.cookie },
    });
    expect(download.headers.get('content-disposition')).toBe('attachment; filename="refused-rows.edi"');
    const refused = await download.text();
    const reasons = await fetch(`${server.url}/downloads/files/${job.id}/refused-reasons`, {
      headers: { cookie: dana.cookie },
    });
    expect(reasons.headers.get('content-disposition')).toBe('attachment; filename="refused-reasons.csv"');
    const lines = parse(await reasons.text(), { bom: true });
    expect(lines[0]).toEqual([
      'Segment in the file sent',
      'Segment in the refused members',
      'Person',
      'Field',
      'Reason',
    ]);
    expect(lines.slice(1).map(([, , person, field]) => [person, field])).toEqual([
      ['Bad Number', 'SSN'],
      ['Child Number', 'Subscriber'],
      ['No Parent', 'Subscriber'],
      ['Odd Plan', 'Plan'],
    ]);
    // Each place is that of the member's INS in the file beside it.
    const segments = refused.split('~').map((segment) => segment.trim());
    for (const [index, name] of ['Bad', 'Child', 'No', 'Odd'].entries()) {
      const at = Number(lines[index + 1]?.[1]) - 1;
      expect(segments[at]).toMatch(/^INS\*/);
      expect(segments.slice(at).find((segment) => segment.startsWith('NM1*IL'))).toContain(`*${name}`);
    }
    const mended = refused
      .replaceAll('000450021', '123450021')
      .replace('NO-SUCH', 'MED-HMO')
      .replace('123459999', '123450020');
    expect(await load('mended.edi', mended)).toMatchObject({ added: 4, refused: 0 });
  });
});

describe('the people of a file', () => {
  it('are counted as they are listed: who was taken out again is neither', { tags: ['slow'] }, async () => {
    const pair = ['30', '31'].map((end): SampleMember => ({
      first: 'Counted',
      last: `Number${end}`,
      ssn: `1234500${end}`,
      birth: '19800101',
      family: `1234500${end}`,
      plans: [MED('20260101')],
    }));
    const job = await load('counted.edi', edi834(pair, { control: '000000140' }));
    const { rows, total } = await dana.api.files.outcomes({ id: job.id });
    expect([rows.length, total]).toEqual([2, 2]);
    await dana.api.changes.undo({ id: job.changeId ?? '', memberIds: [rows[0]?.memberId ?? ''] });
    expect(await dana.api.files.outcomes({ id: job.id })).toMatchObject({
      rows: [{ name: 'Counted Number31' }],
      total: 1,
    });
    expect(await dana.api.files.outcomes({ id: job.id, actions: ['added'] })).toMatchObject({ total: 1 });
  });
});

describe('Dana uploads a census', () => {
  const HEADER =
    'Family ID,Relationship,First Name,Last Name,SSN,DOB,Gender,Hire Date,Class,Medical Plan,Tier,Salary,ZIP';

  it('as CSV, with accents, dependents by family id, and a refused row with its reason', async () => {
    const csv = [
      HEADER,
      '1,EE,Zoë,"O\'Brien-Núñez",123-45-0101,04/12/1986,F,01/01/2025,FT001,MED-PPO,FAM,"$68,000",02139',
      '1,Spouse,Kwame,Mensah,123-45-0102,1/5/84,M,,,,,,',
      '2,EE,Early,Bird,123-45-0103,04/12/2030,F,01/01/2025,FT001,MED-PPO,EE,50000,62701',
      '',
    ].join('\r\n');
    const job = await load('census.csv', csv, WIDGET);
    expect(job).toMatchObject({ mode: 'census', added: 2, refused: 1 });
    expect((await dana.api.files.refusals({ id: job.id })).rows).toMatchObject([
      {
        line: 4,
        person: 'Early Bird',
        field: 'dateOfBirth',
        reason: 'The date of birth is in the future. Correct it.',
      },
    ]);
    const zoe = (await peopleOf(WIDGET)).rows.find((row) => row.name.startsWith('Zoë'));
    expect(zoe).toMatchObject({ name: "Zoë O'Brien-Núñez", dependents: 1, plan: 'Premium PPO Plus' });
    const download = await (
      await fetch(`${server.url}/downloads/files/${job.id}/refused`, { headers: { cookie: dana.cookie } })
    ).text();
    expect(download.split('\r\n')[0]).toBe(`${HEADER},Refusal reason`);
    expect(await load('mended.csv', download.replace('2030', '1990'), WIDGET)).toMatchObject({ added: 1, refused: 0 });
  });

  it('says which group is missing and continues once it is chosen', { tags: ['slow'] }, async () => {
    const job = await load(
      'nogroup.csv',
      `${HEADER}\n1,EE,Lone,Wolf,123-45-0201,04/12/1986,F,01/01/2025,FT001,MED-PPO,EE,1,62701\n`,
    );
    expect(job).toMatchObject({
      status: 'error',
      group: null,
      errorCode: 'group_wanted',
      errorMessage: expect.stringMatching(/does not say which group/),
    });
    const { id } = await dana.api.groups.byCim({ cim: WIDGET });
    await dana.api.files.retry({ id: job.id, groupId: id });
    expect(await server.finished(dana, job.id)).toMatchObject({
      status: 'completed',
      added: 1,
      group: { cim: WIDGET },
      errorCode: null,
    });
    await expect(dana.api.files.retry({ id: job.id })).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('what is refused before or after it is sent', () => {
  it('an unknown type, an empty file, one byte too many, an unknown group: in the specified words', async () => {
    expect(await server.upload(dana, 'photo.png', 'x')).toMatchObject({
      status: 422,
      message: expect.stringContaining(
        'photo.png is not a supported file type. Please upload Excel, CSV, or EDI files.',
      ),
    });
    expect((await server.upload(dana, 'empty.csv', '')).status).toBe(422);
    const large = await fetch(`${server.url}/uploads`, {
      method: 'POST',
      headers: {
        cookie: dana.cookie,
        origin: server.url,
        'tus-resumable': '1.0.0',
        'upload-length': String(50 * 1024 * 1024 + 1),
        'upload-metadata': `filename ${Buffer.from('big.csv').toString('base64')}`,
      },
    });
    expect(large.status).toBeGreaterThanOrEqual(400);
    expect((await server.upload(dana, 'a.csv', 'First Name,Last Name\nA,B\n', 'CIM-NONE')).message).toMatch(
      /no group with the CIM number CIM-NONE/,
    );
  });

  it('a content that is not what the name says, and a file cut in the middle, have no effect', async () => {
    const before = await peopleOf(WIDGET);
    expect((await server.upload(dana, 'people.csv', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]))).status).toBe(422);
    const whole = edi834(
      [
        {
          first: 'Cut',
          last: 'Off',
          ssn: '123450301',
          birth: '19800101',
          family: '123450301',
          plans: [MED('20260101')],
        },
      ],
      {
        control: '000000130',
      },
    );
    const job = await load('cut.edi', whole.slice(0, whole.indexOf('SE*')));
    expect(job.status).toBe('error');
    expect((await peopleOf(WIDGET)).total).toBe(before.total);
  });

  it('uploads, retries and downloads without permission', async () => {
    const luis = await server.as('read_only');
    expect((await server.upload(luis, 'a.csv', 'x')).status).toBe(403);
    expect((await server.upload(await server.as('nobody'), 'a.csv', 'x')).status).toBe(401);
    const [job] = (await dana.api.files.jobs({})).rows;
    expect(
      (await fetch(`${server.url}/downloads/files/${job?.id}/refused`, { headers: { cookie: luis.cookie } })).status,
    ).toBe(403);
    await expect(luis.api.files.retry({ id: job?.id ?? '' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { rows } = await server.owner.query<{ action: string }>(
      `select action from audit_log where actor_id = $1 and outcome = 'refused' order by action`,
      [demoStaff.find(({ role }) => role === 'read_only')?.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['files.downloadRefused', 'files.retry', 'files.upload']);
  });

  it('an upload that somebody else began, and an address that is none', async () => {
    const other = await server.as('system_administrator');
    const tus = { origin: server.url, 'tus-resumable': '1.0.0' };
    const created = await fetch(`${server.url}/uploads`, {
      method: 'POST',
      headers: {
        ...tus,
        cookie: dana.cookie,
        'upload-length': '20',
        'upload-metadata': `filename ${Buffer.from('own.csv').toString('base64')}`,
      },
    });
    const address = new URL(created.headers.get('location') ?? '', server.url);
    const ask = async (method: string, cookie: string, url: URL | string = address) =>
      (
        await fetch(url, {
          method,
          headers: {
            ...tus,
            cookie,
            ...(method === 'PATCH' ? { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' } : {}),
          },
          ...(method === 'PATCH' ? { body: 'x' } : {}),
        })
      ).status;
    for (const method of ['HEAD', 'PATCH', 'DELETE']) expect(await ask(method, other.cookie), method).toBe(404);
    expect(await ask('DELETE', dana.cookie, `${server.url}/uploads/..%2F..%2Fkeys`)).toBe(404);
    expect(await ask('HEAD', dana.cookie)).toBe(200);
    expect(await ask('DELETE', dana.cookie)).toBe(204);
  });
});

describe('the original', () => {
  it('lies encrypted on disk, comes back byte for byte, and every download is in the audit', async () => {
    const bytes = edi834([
      {
        first: 'Plain',
        last: 'Sight',
        ssn: '123450555',
        birth: '19900101',
        family: '123450555',
        plans: [MED('20260101')],
      },
    ]);
    const job = await load('naïve "name".edi', bytes);
    const folder = path.join(server.services.config.DATA_DIR, 'uploads');
    const onDisk = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
    expect(onDisk.length).toBeGreaterThan(0);
    expect(onDisk.filter((text) => text.includes('123450555') || text.includes('Sight'))).toEqual([]);
    const answer = await fetch(`${server.url}/downloads/files/${job.id}/original`, {
      headers: { cookie: dana.cookie },
    });
    expect(await answer.text()).toBe(bytes);
    expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''na%C3%AFve%20%22name%22.edi`);
    const luis = await server.as('read_only');
    expect(
      (await fetch(`${server.url}/downloads/files/${job.id}/original`, { headers: { cookie: luis.cookie } })).status,
    ).toBe(403);
    const { rows } = await server.owner.query(
      `select actor_name, outcome from audit_log where action = 'files.downloadOriginal' order by seq`,
    );
    expect(rows).toEqual([
      { actor_name: 'Dana Whitfield', outcome: 'done' },
      { actor_name: 'Luis Arrington', outcome: 'refused' },
    ]);
    // Its address opens nothing by itself: it ends with the session.
    const elsewhere = await server.as('benefits_administrator');
    await elsewhere.api.session.signOut();
    expect(
      (await fetch(`${server.url}/downloads/files/${job.id}/original`, { headers: { cookie: elsewhere.cookie } }))
        .status,
    ).toBe(401);
  });
});

describe('protected values', () => {
  it('stand nowhere in plain text: not in any table, not in the audit', async () => {
    const { rows: tables } = await server.owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth', 'pgboss')`,
    );
    for (const { name } of tables) {
      const { rows } = await server.owner.query(
        `select 1 from ${name} t where t::text ~ '123-?45-?0001|123-?45-?0101|1985-?03-?14' limit 1`,
      );
      expect(rows, name).toEqual([]);
    }
  });

  it('open only where they were sealed', async () => {
    const { rows } = await server.owner.query<{ id: string; ssn: string }>(
      `select id, ssn_encrypted as ssn from members where first_name = 'Odile' or first_name = 'Bruno' order by first_name desc`,
    );
    const place = (row: string) => ({ table: 'members', column: 'ssn_encrypted', row, tenant: DEFAULT_TENANT });
    const [odile, bruno] = rows;
    expect(server.services.vault.open(odile?.ssn ?? '', place(odile?.id ?? ''))).toBe('123450001');
    expect(() => server.services.vault.open(bruno?.ssn ?? '', place(odile?.id ?? ''))).toThrow();
  });
});
