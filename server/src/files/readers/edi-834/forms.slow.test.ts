import * as fc from 'fast-check';
import { NO_MAPPING } from '@openbenefits/domain/files/census/mapping';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import { describe, expect, it } from 'vitest';
import { RecordSink } from '../record-sink.ts';
import { SAMPLE_DAY } from '../samples/read-here.ts';
import { FormScan } from './form-scan.ts';
import { readEdi834Bytes } from './edi-834.ts';

const HEAD = [
  'ISA*00*          *00*          *ZZ*WIDGETCO       *ZZ*BENADMIN       *260301*0930*^*00501*000000101*0*P*:',
  'GS*BE*WIDGETCO*BENADMIN*20260301*0930*101*X*005010X220A1',
  'ST*834*0001*005010X220A1',
  'BGN*00*BENCH*20260301*0930****2',
  'N1*P5*WIDGET CO*FI*123456789',
  'N1*IN*EXAMPLE HEALTH*FI*987654321',
];
const fileOf = (members: readonly string[]): string => {
  const segments = [...HEAD, ...members.flatMap((member) => member.split('~'))];
  return `${[...segments, `SE*${segments.length - 1}*0001`, 'GE*1*101', 'IEA*1*000000101'].join('~\n')}~\n`;
};

async function readWhole(members: readonly string[]): Promise<{ records: EnrollmentRecord[]; facts: FileFacts }> {
  const records: EnrollmentRecord[] = [];
  const sink = new RecordSink('edi834', SAMPLE_DAY, async (batch) => void records.push(...batch), 7);
  await readEdi834Bytes(Buffer.from(fileOf(members), 'latin1'), NO_MAPPING, sink);
  await sink.flush(true);
  return { records, facts: sink.facts };
}
const read = async (members: readonly string[]): Promise<EnrollmentRecord[]> => (await readWhole(members)).records;

/** What a record says, wherever it stands in its file. */
const said = ({ recordNo, line, setPosition, ...rest }: EnrollmentRecord): unknown => ({
  ...rest,
  stands: [recordNo, line, setPosition].every((place) => (place ?? 0) > 0),
});

/**
 * What stands in a field as a rule, and what people and programs put there instead; of a member at most one field is
 * so.
 */
const FIELDS = {
  first: ['THEODORA', 'BO', 'FNU', '', 'JOS\xc9', ' LUZ ', 'MARY\x01ANN'],
  last: ['ABBOTT', 'NG', 'LNU', 'DORAN JR', 'Cole, Ann', 'OSTRANDER-WHITFIELD-MONTGOMERY', 'A:B'],
  ssn: ['521441201', '000000000', '999999999', '521-44-1201', 'XXXXX1201', '52144120', '900441201', '078051120'],
  birth: ['20150304', '20260115', '19000101', '20260231', '03041985', '0', '19230101', '20270101'],
  hired: ['20150601', '19800101', '00000000'],
  from: ['20260101', '20990101', '20260115', '26010', '20260131', '20240230'],
  plan: ['MED-PPO', 'WAIVED', 'FAM', 'PPO', '', 'DECLINED COVERAGE', 'NONE', 'X'.repeat(60)],
  zip: ['52001', '520010000', '520011234', '5200', 'IOWA'],
  state: ['IA', 'OH', 'Iowa', 'XX', ''],
  phone: ['2175550191', '5550191', '+442071234567', '0000000000'],
  email: ['ada@mill.test', 'ada', 'a@b@c.test'],
  number: ['HM-1001', '7', '521441201', ''],
} as const;
type Fields = Record<keyof typeof FIELDS, string>;
const RULE = Object.fromEntries(Object.entries(FIELDS).map(([name, [rule]]) => [name, rule])) as Fields;
const fields: fc.Arbitrary<Fields> = fc.oneof(
  fc.constant(RULE),
  fc.constantFrom(
    ...Object.entries(FIELDS).flatMap(([name, texts]) => texts.map((text) => ({ ...RULE, [name]: text }))),
  ),
);

const subscriberOf = (one: Fields): string =>
  `INS*Y*18*021*XN*A***FT~REF*0F*${one.number}~REF*1L*CIM-2026-000777~DTP*336*D8*${one.hired}~DTP*356*D8*${one.hired}~NM1*IL*1*${one.last}*${one.first}****34*${one.ssn}~PER*IP**HP*${one.phone}*EM*${one.email}~N3*4 MILL ST~N4*DUBUQUE*${one.state}*${one.zip}~DMG*D8*${one.birth}*F~HD*021**HLT*${one.plan}*FAM~DTP*348*D8*${one.from}~HD*021**DEN*DEN-BASIC*FAM~DTP*348*D8*${one.from}`;
const childOf = (one: Fields): string =>
  `INS*N*19*030*XN*A~REF*0F*${one.number}~REF*23*${one.number}-01~NM1*IL*1*${one.last}*${one.first}*Q**JR*34*${one.ssn}~DMG*D8*${one.birth}*M~HD*030**HLT*${one.plan}~DTP*348*D8*${one.from}`;
const member = fc.oneof(fields.map(subscriberOf), fields.map(childOf));
/** Whose forms are learned before anybody else comes. */
const PLAIN = [subscriberOf(RULE), childOf(RULE)];

describe('members of one form', () => {
  it('say what each of them says alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(member, { minLength: 10, maxLength: 40 }), async (others) => {
        const members = [...PLAIN, ...others];
        const together = await read(members);
        const alone = await Promise.all(members.map(async (member) => (await read([member]))[0] as EnrollmentRecord));
        expect(together.map(said)).toEqual(alone.map(said));
      }),
      { numRuns: 25 },
    );
  });

  it('are looked at closely where a separator stands in a text', async () => {
    const { facts } = await readWhole([...PLAIN, childOf({ ...RULE, last: 'A:B' }), ...PLAIN]);
    expect(facts.interchanges[0]?.groups[0]?.sets[0]?.findings).toMatchObject([
      { segment: 'NM1', elements: [{ element: 3, code: '13' }] },
    ]);
  });

  it('stand where they stand', async () => {
    const records = await read(Array.from({ length: 20 }, () => childOf(RULE)));
    expect(records.map(({ recordNo, line, setPosition }) => [recordNo, line, setPosition])).toEqual(
      Array.from({ length: 20 }, (_, index) => [index + 1, HEAD.length + 1 + index * 7, HEAD.length - 1 + index * 7]),
    );
  });
});

describe('the form of a member', () => {
  const scanned = (member: string): { parts: number[]; fields: string[] } | undefined => {
    const bytes = Buffer.from(`${member.replaceAll('~', '~\n')}~\nSE*99*0001~\nGE*1*101~\n~`, 'latin1');
    const scan = new FormScan(bytes);
    scan.separate('*'.charCodeAt(0), '~'.charCodeAt(0));
    if (scan.scan(0, bytes.length - 1) === 0) return undefined;
    const fields = Array.from({ length: scan.fieldCount }, (_, field) =>
      bytes.toString('latin1', scan.fields[field * 2], scan.fields[field * 2 + 1]),
    );
    return { parts: Array.from(scan.parts.slice(0, scan.partCount)), fields };
  };
  const member =
    'INS*N*19*030*XN*A~REF*0F*7~NM1*IL*1*NG*BO****34*521441202~N4*DUBUQUE*IA*52001~HD*030**HLT*MED-PPO~DTP*348*D8*20260101';

  it('is everything but the texts of its fields', () => {
    expect(scanned(member)?.fields).toEqual([
      '7',
      'NG',
      'BO',
      '521441202',
      'DUBUQUE',
      'IA',
      '52001',
      'MED-PPO',
      '20260101',
    ]);
    const other = member
      .replace('NG*BO', 'ABBOTT*THEODORA')
      .replace('IA*52001', 'OH*44107')
      .replace('20260101', '20260201')
      .replace('0F*7', '0F*HM-1');
    expect(scanned(other)?.parts).toEqual(scanned(member)?.parts);
  });

  it.each([
    ['another code', '19*030', '01*030'],
    ['another qualifier of a date', '348', '349'],
    ['an element that is left out', '*34*521441202', '***521441202'],
    ['a short plan, which may be a level', 'MED-PPO', 'PPO'],
    ['another segment', 'REF*0F', 'REF*1L'],
    ['a segment more', '~N4', '~N3*4 MILL ST~N4'],
  ])('is another with %s', (_, from, to) => {
    expect(scanned(member.replace(from, to))?.parts).not.toEqual(scanned(member)?.parts);
  });

  it.each([
    ['letters beyond ASCII', 'NG*BO', 'NG*B\xd6'],
    ['a control character', 'NG*BO', 'NG*B\x01O'],
    ['an empty element at the end of a segment', '52001~', '52001*~'],
    ['a text longer than the guide allows', 'NG*BO', `${'N'.repeat(61)}*BO`],
    ['a blank before a text', 'NG*BO', 'NG* BO'],
    ['names of segments in small letters', 'REF', 'ref'],
  ])('there is none with %s', (_, from, to) => {
    expect(scanned(member.replace(from, to))).toBeUndefined();
  });
});
