import { existsSync, readdirSync, readFileSync } from 'node:fs';
import {
  isAcknowledgement,
  readAcknowledgement,
} from '@openbenefits/domain/files/acknowledgements/read-acknowledgement';
import { x12Segments } from '@openbenefits/domain/x12/x12-segments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const OLA: SampleMember = {
  first: 'Ola',
  last: 'Oak',
  ssn: '123450761',
  birth: '19900101',
  family: '123450761',
  plans: [['HLT', 'MED-PPO', '20260101']],
};
const IVO: SampleMember = { ...OLA, first: 'Ivo', last: 'Elm', ssn: '123450762', family: '123450762' };
let next = 700;
const control = (): string => String(next++).padStart(9, '0');

const send = async (text: string, name = 'file.edi') => {
  const sent = await server.upload(dana, name, text);
  expect(sent.status, sent.message).toBe(204);
  return server.finished(dana, sent.id);
};
const download = async (id: string, kind: 'ta1' | '999', person = dana) => {
  const answer = await fetch(`${server.url}/downloads/files/${id}/${kind}`, { headers: { cookie: person.cookie } });
  return {
    status: answer.status,
    name: answer.headers.get('content-disposition'),
    segments: (await answer.text()).split('~\n').filter(Boolean),
  };
};
const body = ({ segments }: { segments: string[] }): string[] => segments.filter((one) => /^(TA1|AK|IK|CTX)/.test(one));

describe('the sender of a clean file', () => {
  it('is answered with a TA1 and a 999 that accept it', async () => {
    const number = control();
    const job = await send(edi834([OLA, IVO], { control: number }));
    expect(job).toMatchObject({ status: 'completed', added: 2 });
    const [ta1, ack] = [await download(job.id, 'ta1'), await download(job.id, '999')];
    expect(ta1.name).toBe('attachment; filename="ta1.edi"');
    expect(body(ta1)).toEqual([`TA1*${number}*261120*0930*A*000`]);
    expect(ta1.segments[0]).toMatch(
      /^ISA\*00\* {10}\*00\* {10}\*ZZ\*OPENBENEFITS {3}\*ZZ\*SAMPLESENDER {3}\*\d{6}\*\d{4}\*\^\*00501\*\d{9}\*0\*P\*:$/,
    );
    expect(body(ack)).toEqual(['AK1*BE*1*005010X220A1', 'AK2*834*0001*005010X220A1', 'IK5*A', 'AK9*A*1*1*1']);
    expect(await dana.api.files.acknowledgement({ id: job.id })).toMatchObject({
      answer: 'A',
      has999: true,
      findingsTotal: 0,
      parts: [
        { kind: 'interchange', control: number, answer: 'A' },
        { kind: 'group', sets: { received: 1, accepted: 1 } },
        { kind: 'set', control: '0001', answer: 'A' },
      ],
    });
    // Each interchange of ours has a number of its own.
    expect(ta1.segments[0]?.slice(90, 99)).not.toBe(ack.segments[0]?.slice(90, 99));
  });

  it('may answer our 999 with a TA1, which is matched to it; a stranger with the same number is not', async () => {
    const job = await send(edi834([OLA], { control: control() }));
    const ours = (await download(job.id, '999')).segments[0]?.slice(90, 99) ?? '';
    const ta1 = (sender: string): string =>
      [
        `ISA*00*          *00*          *ZZ*${sender.padEnd(15)}*ZZ*OPENBENEFITS   *261120*1000*^*00501*${control()}*0*P*:`,
        `TA1*${ours}*261120*0930*A*000`,
        'IEA*0*000000001',
        '',
      ].join('~\n');
    const answered = await send(ta1('SAMPLESENDER'), 'ta1.edi');
    expect(await dana.api.files.answers({ id: answered.id })).toMatchObject({
      answers: [{ kind: 'TA1', answer: 'A', sent: null, reply: { jobId: job.id } }],
    });
    const other = await send(ta1('SOMEBODYELSE'), 'ta1.edi');
    expect(await dana.api.files.answers({ id: other.id })).toMatchObject({
      answers: [{ kind: 'TA1', sent: null, reply: null }],
    });
    // With a 999, though the guide has none for it: that is never answered, and matched all the same; a 999 for
    // something else under that number is not.
    const ack = (kind: string): string =>
      [
        `ISA*00*          *00*          *ZZ*SAMPLESENDER   *ZZ*OPENBENEFITS   *261120*1000*^*00501*${control()}*0*P*:`,
        'GS*FA*SAMPLESENDER*OPENBENEFITS*20261120*1000*1*X*005010X231A1',
        'ST*999*0001*005010X231A1',
        `AK1*${kind}*${Number(ours)}*005010X231A1`,
        'AK9*A*1*1*1',
        'SE*4*0001',
        'GE*1*1',
        'IEA*1*000000001',
        '',
      ].join('~\n');
    const twice = await send(ack('FA'), '999.edi');
    expect(await dana.api.files.answers({ id: twice.id })).toMatchObject({
      answers: [{ kind: '999', answer: 'A', sent: null, reply: { jobId: job.id } }],
    });
    expect(await dana.api.files.acknowledgement({ id: twice.id })).toBeNull();
    const claims = await send(ack('HC'), '999.edi');
    expect(await dana.api.files.answers({ id: claims.id })).toMatchObject({
      answers: [{ kind: '999', sent: null, reply: null }],
    });
  });

  it('learns of business refusals in the refused rows, not in the 999', async () => {
    const job = await send(
      edi834(
        [{ ...OLA, first: 'Odd', ssn: '123450763', family: '123450763', plans: [['HLT', 'NO-SUCH', '20260101']] }],
        { control: control() },
      ),
    );
    expect(job.refused).toBe(1);
    expect((await dana.api.files.acknowledgement({ id: job.id }))?.answer).toBe('A');
  });
});

describe('a file that breaks the guide', () => {
  it('one bad member does not cost the set: accepted with errors, in words with the name and the mend', async () => {
    const job = await send(
      edi834(
        [
          { ...OLA, action: '999' },
          { ...IVO, first: 'Ines', ssn: '123450764', family: '123450764' },
        ],
        { control: control() },
      ),
    );
    expect(job).toMatchObject({ status: 'completed', added: 1, refused: 1 });
    expect(body(await download(job.id, '999'))).toEqual([
      'AK1*BE*1*005010X220A1',
      'AK2*834*0001*005010X220A1',
      'IK3*INS*6*2000*8',
      'IK4*3*875*7*999',
      'IK3*HD*11*2300*8',
      'IK4*1*875*7*999',
      'IK5*E*5',
      'AK9*E*1*1*1',
    ]);
    const words = await dana.api.files.acknowledgement({ id: job.id });
    expect(words).toMatchObject({ answer: 'E', findingsTotal: 2 });
    expect(words?.findings[0]).toEqual({
      kind: 'set',
      control: '0001',
      person: 'Ola Oak',
      segment: 'INS',
      position: 6,
      text: 'Maintenance type (INS03) "999" is not in the guide',
      mend: expect.stringContaining('021 addition'),
    });
    expect(JSON.stringify(words)).not.toMatch(/12345076/);
    const { rows } = await server.owner.query(
      `select fields from audit_log where action = 'files.acknowledgement' and target_id = $1`,
      [job.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('a wrong segment count is noted (4), a number used twice costs the second set (23)', async () => {
    const counted = await send(
      edi834([{ ...OLA, first: 'Uma', ssn: '123450765', family: '123450765' }], { control: control() }).replace(
        /SE\*\d+/,
        'SE*99',
      ),
    );
    expect(body(await download(counted.id, '999')).slice(2)).toEqual(['IK5*E*4', 'AK9*E*1*1*1']);
    const one = edi834([{ ...OLA, first: 'Una', ssn: '123450766', family: '123450766' }], { control: control() });
    const set = one.slice(one.indexOf('ST*'), one.indexOf('GE*'));
    const twice = await send(one.replace('GE*1', `${set}GE*2`));
    expect(twice).toMatchObject({ status: 'completed', added: 1, refused: 1 });
    expect(body(await download(twice.id, '999')).slice(2)).toEqual([
      'IK5*A',
      'AK2*834*0001*005010X220A1',
      'IK5*R*23',
      'AK9*P*2*2*1',
    ]);
  });

  it('a file cut in the middle is rejected: TA1 R 023', async () => {
    const whole = edi834([OLA], { control: control() });
    const job = await send(whole.slice(0, whole.indexOf('SE*')));
    expect(job.status).toBe('error');
    expect(body(await download(job.id, 'ta1'))[0]).toMatch(/\*R\*023$/);
    expect(body(await download(job.id, '999')).slice(1)).toEqual([
      'AK2*834*0001*005010X220A1',
      'IK5*R*2',
      'AK9*R*1*1*0*3',
    ]);
    expect((await dana.api.files.acknowledgement({ id: job.id }))?.findings[0]).toMatchObject({
      kind: 'interchange',
      text: 'The file is cut off: its trailer is missing',
      mend: 'Send the full file again, up to its IEA.',
    });
  });

  it('another guide, and a header without its sixteenth element', async () => {
    const text = edi834([OLA], { control: control() });
    const other = await send(text.replaceAll('005010X220A1', '004010X095A1'));
    expect(body(await download(other.id, 'ta1'))[0]).toMatch(/\*A\*000$/);
    expect(body(await download(other.id, '999'))).toEqual(['AK1*BE*1*004010X095A1', 'AK9*R*1*1*0*2']);
    const headless = await send(text.replace('*0*P*:~', '*0*P*~'));
    expect(body(await download(headless.id, 'ta1'))[0]).toMatch(/\*R\*027$/);
    expect((await download(headless.id, '999')).status).toBe(404);
    expect(await dana.api.files.acknowledgement({ id: headless.id })).toMatchObject({ answer: 'R', has999: false });
  });

  it('a control number that came before is noted (025)', async () => {
    const text = edi834([{ ...OLA, first: 'Pia', ssn: '123450767', family: '123450767' }], { control: control() });
    await send(text);
    const again = await send(text.replace('Pia', 'Mia'));
    expect(body(await download(again.id, 'ta1'))[0]).toMatch(/\*E\*025$/);
  });

  it('answers with the separators of the sender', async () => {
    const job = await send(
      edi834([{ ...OLA, first: 'Bar', ssn: '123450768', family: '123450768' }], { control: control() })
        .replaceAll('*', '|')
        .replace('|^|', '|U|'),
    );
    const { segments } = await download(job.id, '999');
    expect(segments[0]).toMatch(/^ISA\|00\|.*\|\^\|00501\|/);
    expect(body({ segments }).at(-1)).toBe('AK9|A|1|1|1');
  });
});

describe('who gets nothing', () => {
  it('a census, and whoever may not see files', async () => {
    const sent = await server.upload(
      dana,
      'census.csv',
      'First Name,Last Name,SSN,DOB\nCarl,Census,123-45-0799,01/01/1980\n',
      'CIM-2026-000001',
    );
    const job = await server.finished(dana, sent.id);
    expect(await dana.api.files.acknowledgement({ id: job.id })).toBeNull();
    expect((await download(job.id, '999')).status).toBe(404);
    expect((await download('..%2Fkeys', '999')).status).toBe(404);
    const nobody = await server.as('nobody');
    expect((await download(job.id, '999', nobody)).status).toBe(401);
    await expect(nobody.api.files.acknowledgement({ id: job.id })).rejects.toMatchObject({ code: 'SIGNED_OUT' });
    // The asterisk is in no envelope; three letters alone may well be.
    const { rows } = await server.owner.query(
      `select 1 from file_acknowledgements where report::text ~ '12345076|19900101' or ta1_encrypted like '%TA1*%'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('an acknowledgement that comes in', () => {
  const ack = (answered: string) =>
    [
      'ISA*00*          *00*          *ZZ*SOMECARRIER    *ZZ*OPENBENEFITS   *261120*0930*^*00501*000000238*0*P*:',
      'GS*FA*SOMECARRIER*OPENBENEFITS*20261120*0930*146*X*005010X231A1',
      'ST*999*0001*005010X231A1',
      `AK1*BE*${answered}*005010X220A1`,
      'AK2*834*0001*005010X220A1',
      'IK3*INS*6*2000*8',
      'IK4*2*1069*7*77',
      'IK5*E*5',
      'AK9*E*1*1*1',
      'SE*8*0001',
      'GE*1*146',
      'IEA*1*000000238',
      '',
    ].join('~\n');

  it('is known by its first segments, shown in words, and says so when it answers nothing of ours; it is never answered itself', async () => {
    const job = await send(ack('987654'), 'reply.edi');
    expect(job).toMatchObject({ status: 'completed', mode: 'acknowledgement', recordsRead: 0, refused: 0 });
    expect(await dana.api.files.answers({ id: job.id })).toMatchObject({
      answers: [
        {
          kind: '999',
          control: '987654',
          answer: 'E',
          sent: null,
          findings: [
            { segment: 'INS', position: 6, person: null, text: 'Relationship (INS02) "77" is not in the guide' },
          ],
        },
      ],
    });
    expect(await dana.api.files.acknowledgement({ id: job.id })).toBeNull();
    expect((await download(job.id, '999')).status).toBe(404);
  });

  it('that is empty is refused in words', async () => {
    const job = await send(ack('1').replace(/AK1[\s\S]*?(?=SE\*)/, ''), 'reply.edi');
    expect(job).toMatchObject({ status: 'error', errorMessage: expect.stringContaining('answers nothing') });
  });
});

const folder = new URL('../../../../../shared/samples/999/', import.meta.url).pathname;
const isThere = existsSync(folder);
describe.skipIf(!isThere)(
  `999s of other programs${isThere ? '' : ' (skipped: the folder ../shared/samples is not there)'}`,
  () => {
    const ANSWERS: Readonly<Record<string, string[]>> = {
      'pyx12-834_ls_le_ls-999.edi': ['146 A 0'],
      'pyx12-834_lui_id-999.edi': ['13360001 A 0', '13360001 A 0', '13360001 A 0', '13360001 A 0'],
      'stupidedi-999-3x837.edi': ['17456 P 2'],
      'x12parser-999-wisconsin.edi': ['17456 P 2'],
    };
    it.each(readdirSync(isThere ? folder : '.').filter((name) => name.endsWith('.edi')))('%s', (name) => {
      const text = readFileSync(folder + name, 'utf8');
      expect(isAcknowledgement(text)).toBe(true);
      expect(x12Segments(text).at(-1)?.[0]).toBe('IEA');
      expect(
        readAcknowledgement(text).map(
          ({ control: answered, answer, findings }) => `${answered} ${answer} ${findings.length}`,
        ),
      ).toEqual(ANSWERS[name]);
    });
  },
);
