import { readFileSync } from 'node:fs';
import type { ReceivedInterchange, SegmentFinding } from '@openbenefits/domain/files/edi-834/received-interchange';
import { fileAnswer } from '@openbenefits/domain/files/edi-834/received-interchange';
import { memberFindings } from '@openbenefits/domain/files/edi-834/member-syntax';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../../testing/samples.ts';
import { readBytes, readRefused, refusalOf } from '../samples/read-here.ts';

const sample = readFileSync(new URL('../samples/month-of-changes.edi', import.meta.url).pathname, 'latin1');
const OLA: SampleMember = {
  first: 'Ola',
  last: 'Oak',
  ssn: '123450761',
  birth: '19900101',
  family: 'K-1001',
  plans: [['HLT', 'MED-PPO', '20260101']],
};
const IVO: SampleMember = { ...OLA, first: 'Ivo', ssn: '123450762', family: '123450762' };
const clean = edi834([OLA, IVO], { control: '000000500' });
const received = async (text: string): Promise<ReceivedInterchange> =>
  (await readBytes('x.edi', text)).facts.interchanges[0] as ReceivedInterchange;
const findings = async (from: string, to: string): Promise<SegmentFinding[]> => {
  expect(clean).toContain(from);
  return (await received(clean.replace(from, to))).groups[0]?.sets[0]?.findings ?? [];
};
const short = ({ segment, position, loop, code, elements }: SegmentFinding): string =>
  [
    `${segment} ${position} ${loop} ${code}`,
    ...elements.map((one) => `${one.element} ${one.dataElement} ${one.code} ${one.copy ?? ''}`.trim()),
  ].join(', ');

describe('what breaks the guide in a member', () => {
  it('is nothing in a clean file', async () => {
    expect(fileAnswer([await received(clean)])).toBe('A');
    expect(await received(clean)).toMatchObject({
      senderId: 'SAMPLESENDER',
      note: '000',
      refused: false,
      groups: [{ code: 'BE', control: '1', stated: 1, received: 1, sets: [{ control: '0001', findings: [] }] }],
    });
  });

  it.each<[string, string, string, string]>([
    ['a relationship', 'INS*Y*18*', 'INS*Y*77*', 'INS 6 2000 8, 2 1069 7 77'],
    ['a maintenance type', '*021*28*', '*999*28*', 'INS 6 2000 8, 3 875 7 999'],
    ['a benefit status', '*28*A*', '*28*Q*', 'INS 6 2000 8, 5 1216 7 Q'],
    ['no benefit status', '*28*A***FT', '*28', 'INS 6 2000 8, 5 1216 1'],
    ['no subscriber number', 'REF*0F*K-1001~\n', '', 'REF 7 2000 3'],
    ['no last name', 'NM1*IL*1*Oak*', 'NM1*IL*1**', 'NM1 9 2100A 8, 3 1035 1'],
    ['no name at all', 'NM1*IL*1*Oak*Ola****34*123450761~\nDMG*D8*19900101*F~\n', '', 'NM1 7 2100A 3'],
    ['a birth date that is none, which is not repeated', '19900101', '19900231', 'DMG 10 2100A 8, 2 1251 8'],
    ['a first day that is none', 'DTP*348*D8*20260101', 'DTP*348*D8*20260231', 'DTP 12 2300 8, 3 1251 8 20260231'],
    ['a coverage without a date', 'DTP*348*D8*20260101~\n', '', 'DTP 12 2300 3'],
    ['an old kind of date', 'DTP*348*', 'DTP*346*', 'DTP 12 2300 8, 1 374 7 346'],
    ['an insurance line', 'HD*021**HLT', 'HD*021**XYZ', 'HD 11 2300 8, 3 1205 7 XYZ'],
    ['a segment that nobody knows', 'HD*021', 'ZQ*1~\nHD*021', 'ZQ 11 2100A 1'],
  ])('%s', async (_name, from, to, expected) => {
    const found = await findings(from, to);
    expect(found.map(short)).toEqual([expected]);
    expect(JSON.stringify(found)).not.toMatch(/123450761|19900231/);
  });

  it.each<[string, string, string, string[]]>([
    ['an identification without its kind', '****34*123450761', '*****123450761', ['NM1 9 2100A 8, 8 66 2']],
    ['a kind of identification without it', '****34*123450761', '****34', ['NM1 9 2100A 8, 9 67 2']],
    [
      'a contact without its kind',
      'DMG*D8*19900101*F',
      'PER*IP**HP*5635550100**ada@x.test~\nDMG*D8*19900101*F',
      ['PER 10 2100A 8, 5 365 2'],
    ],
    [
      'a state in more than two letters',
      'DMG*D8*19900101*F',
      'N4*WACO*TEXAS*76701~\nDMG*D8*19900101*F',
      ['N4 10 2100A 8, 2 156 5'],
    ],
    [
      'a state abroad in more than two letters',
      'DMG*D8*19900101*F',
      'N4*SYDNEY*NSW*2000*AU~\nDMG*D8*19900101*F',
      ['N4 10 2100A 8, 2 156 5'],
    ],
    [
      'a state of the country beside a part of the world',
      'DMG*D8*19900101*F',
      'N4*WACO*TX*76701****B1~\nDMG*D8*19900101*F',
      ['N4 10 2100A 8, 4 26 2, 7 1715 10'],
    ],
    [
      'a date of death without its form',
      '*28*A***FT~\nREF*0F*K-1001',
      '*28*A***FT****20260101~\nREF*0F*K-1001',
      ['INS 6 2000 8, 11 1250 2'],
    ],
    ['a birth date without its form', 'DMG*D8*19900101*F', 'DMG**19900101*F', ['DMG 10 2100A 8, 1 1250 1']],
    [
      'a known segment in another loop',
      'HD*021**HLT*MED-PPO',
      'HD*021**HLT*MED-PPO~\nDMG*D8*19900101*F',
      ['DMG 12 2300 2'],
    ],
    ['a reference after the name', 'DMG*D8*19900101*F~', 'REF*17*X~\nDMG*D8*19900101*F~', ['REF 10 2100A 2']],
    ['a segment of the header', 'DMG*D8*19900101*F~', 'QTY*TO*2~\nDMG*D8*19900101*F~', ['QTY 10 2100A 2']],
    ['a segment of claims', 'DMG*D8*19900101*F~', 'CLM*1*100~\nDMG*D8*19900101*F~', ['CLM 10 2100A 6']],
    [
      'segments out of their order',
      'DMG*D8*19900101*F~',
      'DMG*D8*19900101*F~\nN3*1 ELM ST~\nN4*WACO*TX*76701~',
      ['N3 11 2100A 7', 'N4 12 2100A 7'],
    ],
    [
      'a date before the reference',
      'REF*0F*K-1001',
      'DTP*336*D8*20200101~\nREF*0F*K-1001',
      ['REF 8 2000 7', 'REF 9 2000 7'],
    ],
    ['a segment too often', 'DMG*D8*19900101*F~', 'DMG*D8*19900101*F~\nDMG*D8*19900101*F~', ['DMG 11 2100A 5']],
    ['the subscriber number twice', 'REF*0F*K-1001', 'REF*0F*K-1001~\nREF*0F*K-1001', ['REF 8 2000 5']],
    ['the name twice', 'DMG*D8*19900101*F~', 'DMG*D8*19900101*F~\nNM1*74*1*Oak*Ola~', ['NM1 11 2100A 4']],
    [
      'a name before the one it belongs after',
      'NM1*IL*1*Oak*Ola',
      'NM1*31*1~\nN3*PO BOX 1~\nN4*WACO*TX*76701~\nNM1*IL*1*Oak*Ola',
      ['NM1 12 2100A 7'],
    ],
    [
      'a kind of name that nobody knows',
      'DMG*D8*19900101*F~',
      'DMG*D8*19900101*F~\nNM1*ZZ*1*Who~',
      ['NM1 11 2100G 8, 1 98 7 ZZ'],
    ],
    [
      'a kind of reference that the guide lacks',
      'REF*0F*K-1001',
      'REF*0F*K-1001~\nREF*EI*7',
      ['REF 8 2000 8, 1 128 7 EI'],
    ],
    [
      'a date that nobody keeps and that is none',
      'REF*1L*CIM-2026-000001',
      'REF*1L*CIM-2026-000001~\nDTP*300*D8*20260230',
      ['DTP 9 2000 8, 3 1251 8 20260230'],
    ],
    [
      'more elements than the segment has',
      'DMG*D8*19900101*F',
      'N3*1 ELM ST*APT 2*THIRD~\nDMG*D8*19900101*F',
      ['N3 10 2100A 8, 3  3'],
    ],
    ['a name too long', 'NM1*IL*1*Oak*', `NM1*IL*1*${'Oak'.repeat(21)}*`, ['NM1 9 2100A 8, 3 1035 5']],
    ['a suffix too long', 'Ola****34', 'Ola***THE YOUNGER*34', ['NM1 9 2100A 8, 7 1039 5']],
    [
      'two mistakes of one person',
      '****34*123450761~\nDMG*D8*19900101*F~\nHD*021**HLT*MED-PPO~',
      '*****123450761~\nDMG*D8*19900101*F~\nHD*021**XYZ*MED-PPO~\nDMG*D8*19900101*F~',
      ['NM1 9 2100A 8, 8 66 2', 'HD 11 2300 8, 3 1205 7 XYZ', 'DMG 12 2300 2'],
    ],
  ])('%s', async (_name, from, to, expected) => expect((await findings(from, to)).map(short)).toEqual(expected));

  it('finds a state abroad that is too long behind others of the same shape', async () => {
    const abroad = (state: string): string => `N4*CITY*${state}*2000*AU~\nDMG*D8*19900101*F`;
    const [ola, ivo] = [clean.replace('DMG*D8*19900101*F', abroad('NT')), abroad('NSW')];
    const at = ola.lastIndexOf('DMG*D8*19900101*F');
    const [set] =
      (await received(ola.slice(0, at) + ivo + ola.slice(at + 'DMG*D8*19900101*F'.length))).groups[0]?.sets ?? [];
    expect(set?.findings.map(short)).toEqual(['N4 18 2100A 8, 2 156 5']);
  });

  it('finds in a whole file what it finds when it looks at every record closely', async () => {
    const SEGMENTS = [
      'REF*17*X',
      'REF*EI*7',
      'DTP*336*D8*20200101',
      'DTP*300*D8*20260230',
      'DTP*348*D8*20260101',
      'NM1*31*1',
      'NM1*70*1*OLD*ONE',
      'NM1*ZZ*1*WHO',
      'N3*1 ELM ST',
      'N4*WACO*TX*76701',
      'N4*WACO*TX*76701****B1',
      'N4*SYDNEY*NSW*2000*AU',
      'N4*TORONTO*ON*M5V2T6*CA',
      'PER*IP**HP*5635550100',
      'PER*IP**HP',
      'DMG*D8*19900101*F',
      'DMG**19900101',
      'HD*021**HLT*MED-PPO',
      'HD*021**DEN',
      'LX*1',
      'COB*P*1*5',
      'NM1*IN*2*OTHER',
      'LS*2700',
      'N1*75*DEPT',
      'LE*2700',
      'ICM*7*5',
      'LUI***X',
      'DSB*2',
      'CLM*1',
      'QQ*1',
      'AMT*P3*1',
      'IDC*A*H',
      'EC*A',
      'HLH*N',
      `REF*17*${'X'.repeat(51)}`,
      `NM1*31*1*${'X'.repeat(61)}`,
      `N4*${'X'.repeat(31)}*TX`,
      'NM1*IL*1*A*B***TENLETTERS1',
      'N3*A*B*C',
      'DTP*336*D8*20200101*X',
    ];
    const base = [
      'INS*Y*18*021*28*A***FT',
      'REF*0F*K-1',
      'NM1*IL*1*Oak*Ola',
      'DMG*D8*19900101*F',
      'HD*021**HLT*MED-PPO',
      'DTP*348*D8*20260101',
    ];
    const change = fc.record({
      how: fc.constantFrom('put', 'drop', 'swap', 'empty', 'none'),
      at: fc.nat(9),
      element: fc.nat(9),
      segment: fc.constantFrom(...SEGMENTS),
    });
    const loop = fc.array(change, { maxLength: 3 }).map((changes) => {
      const segments = [...base];
      for (const { how, at, element, segment } of changes) {
        const place = 1 + (at % (segments.length - 1));
        if (how === 'put') segments.splice(place, 0, segment);
        else if (how === 'drop' && segments.length > 3) segments.splice(place, 1);
        else if (how === 'swap' && place > 1)
          segments.splice(place - 1, 2, segments[place] as string, segments[place - 1] as string);
        else if (how === 'empty') {
          const elements = (segments[at % segments.length] as string).split('*');
          if (elements.length > 2) elements[1 + (element % (elements.length - 1))] = '';
          segments[at % segments.length] = elements.join('*');
        }
      }
      return segments;
    });
    await fc.assert(
      fc.asyncProperty(fc.array(loop, { minLength: 1, maxLength: 6 }), async (loops) => {
        const [head, tail] = [clean.slice(0, clean.indexOf('INS*')), clean.slice(clean.indexOf('SE*'))];
        const [set] =
          (
            await received(
              head + loops.map((segments) => segments.map((text) => `${text}~\n`).join('')).join('') + tail,
            )
          ).groups[0]?.sets ?? [];
        let position = 6;
        const expected = loops.flatMap((segments) => {
          const at = position;
          position += segments.length;
          return memberFindings(
            segments.map((text) => text.split('*')),
            at,
          );
        });
        expect(set?.findings.map(short)).toEqual(expected.map(short));
      }),
      { numRuns: 150 },
    );
  });

  it('names the person, and the subscriber number unless it may be an SSN', async () => {
    expect(
      (await findings('INS*Y*18*021*28*A***FT~\nREF*0F*K-1001', 'INS*Y*77*021*28*A***FT~\nREF*0F*K-1001'))[0],
    ).toMatchObject({
      person: 'Ola Oak',
      subscriber: 'K-1001',
    });
    const [ivo] = await findings(
      'INS*Y*18*021*28*A***FT~\nREF*0F*123450762',
      'INS*Y*77*021*28*A***FT~\nREF*0F*123450762',
    );
    expect(ivo).toMatchObject({ person: 'Ivo Oak' });
    expect(ivo).not.toHaveProperty('subscriber');
  });

  it('is bounded; what is beyond is counted', async () => {
    const many = edi834(
      Array.from({ length: 1200 }, (_, index): SampleMember => ({
        ...OLA,
        family: `K-${index}`,
        ssn: undefined as never,
      })),
    ).replaceAll('INS*Y*18', 'INS*Y*77');
    const [set] = (await received(many)).groups[0]?.sets ?? [];
    expect(set?.findings).toHaveLength(1000);
  });
});

describe('what breaks the guide in the header and the envelope', () => {
  it.each<[string, string, string, string]>([
    ['no reference', 'BGN*00*R000000500', 'BGN*00*', 'BGN 2  8, 2 127 1'],
    ['neither full nor changes', '***2~', '***9~', 'BGN 2  8, 8 306 7 9'],
    ['no sponsor', 'N1*P5*SAMPLE EMPLOYER*FI*123456789~\n', '', 'N1 5 1000A 3'],
    ['no payer', 'N1*IN*SAMPLE HEALTH PLAN*FI*987654321~\n', '', 'N1 5 1000B 3'],
    ['an unknown segment', 'N1*P5', 'QQQ*1~\nN1*P5', 'QQQ 4  1'],
  ])('%s', async (_name, from, to, expected) => {
    const [found] = await findings(from, to);
    expect(found && short(found)).toBe(expected);
  });

  it.each<[string, string, string, Partial<ReceivedInterchange> | object]>([
    ['the number of segments', 'SE*20', 'SE*18', { groups: [{ sets: [{ reasons: ['4'] }] }] }],
    ['the number of the set', '*0001~\nGE', '*0009~\nGE', { groups: [{ sets: [{ reasons: ['3'] }] }] }],
    ['the number of sets', 'GE*1*1', 'GE*3*1', { groups: [{ stated: 3, reasons: ['5'] }] }],
    ['the number of the group', 'GE*1*1', 'GE*1*2', { groups: [{ reasons: ['4'] }] }],
    ['the number of groups', 'IEA*1', 'IEA*2', { note: '021' }],
    ['the number of the interchange', 'IEA*1*', 'IEA*1*9', { note: '001' }],
    ['the test indicator', '*0*P*:', '*0*X*:', { note: '020' }],
  ])('%s', async (_name, from, to, expected) => {
    expect(clean).toContain(from);
    expect(await received(clean.replace(from, to))).toMatchObject(expected);
  });

  it('a set whose number came before: nobody of it is taken', async () => {
    const [head, set, tail] = [
      clean.slice(0, clean.indexOf('ST*')),
      clean.slice(clean.indexOf('ST*'), clean.indexOf('GE*')),
      clean.slice(clean.indexOf('GE*')).replace('GE*1', 'GE*2'),
    ];
    const { records, facts } = await readBytes('x.edi', head + set + set + tail);
    expect(facts.interchanges[0]?.groups[0]).toMatchObject({
      received: 2,
      rejected: 1,
      sets: [{ reasons: [] }, { reasons: ['23'] }],
    });
    expect(records.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
      [],
      [],
      ['duplicate_set'],
      ['duplicate_set'],
    ]);
  });

  it.each<[string, string, object]>([
    [
      'cut',
      clean.slice(0, clean.indexOf('SE*')),
      { note: '023', refused: true, groups: [{ reasons: ['3'], rejected: 1, sets: [{ reasons: ['2'] }] }] },
    ],
    [
      'cut after a set',
      clean.slice(0, clean.indexOf('GE*')),
      { note: '023', groups: [{ reasons: ['3'], rejected: 0, sets: [{ reasons: [] }] }] },
    ],
    [
      'another guide',
      clean.replace('*1*X*005010X220A1', '*1*X*004010X095A1'),
      { note: '000', refused: true, groups: [{ guide: '004010X095A1', reasons: ['2'] }] },
    ],
    [
      'another guide in ST',
      clean.replace('0001*005010X220A1', '0001*005010X999'),
      { note: '000', refused: true, groups: [{ rejected: 1, sets: [{ reasons: ['I6'] }] }] },
    ],
    [
      'claims',
      clean.replace('ST*834', 'ST*837'),
      { refused: true, groups: [{ sets: [{ kind: '837', reasons: ['1'] }] }] },
    ],
    [
      'no component separator',
      clean.replace('*0*P*:~', '*0*P*~'),
      { note: '027', refused: true, control: expect.stringMatching(/^\d{9}$/), groups: [] },
    ],
    ['text after the end', `${clean}NM1*IL*1*ASH*ANN~`, { note: '024', refused: true }],
  ])('a file that is refused: %s', async (_name, text, expected) => {
    const [one] = await readRefused('x.edi', text);
    expect(one).toMatchObject(expected);
    expect(fileAnswer([one as ReceivedInterchange])).toBe('R');
  });

  const other = edi834([IVO], { control: '000000501' });
  it.each<[string, string, string]>([
    ['without IEA', clean.slice(0, clean.indexOf('IEA*')), '023'],
    ['that ends in a member', clean.slice(0, clean.indexOf('HD*')), '023'],
    ['that ends in a member, before one with other separators', clean.slice(0, clean.indexOf('HD*')), '023'],
    ['without SE', clean.replace(/SE\*.*~\n/, ''), '023'],
    ['without GS', clean.replace(/GS\*.*~\n/, ''), '024'],
  ])(
    'an interchange %s before others: each has an answer of its own, and nothing of the file is taken',
    async (name, text, note) => {
      const behind = name.includes('other separators') ? other.replaceAll('*', '|').replaceAll('~', '!') : other;
      const third = edi834([OLA], { control: '000000502' });
      const answers = await readRefused('x.edi', text + behind + third.slice(0, third.indexOf('IEA*')));
      expect(answers).toMatchObject([
        { control: '000000500', note, refused: true },
        {
          control: '000000501',
          note: '000',
          refused: true,
          groups: [{ received: 1, stated: 1, reasons: [], sets: [{ control: '0001', reasons: [] }] }],
        },
        { control: '000000502', note: '023', refused: true },
      ]);
      await expect(refusalOf(readBytes('x.edi', text + behind))).resolves.toMatch(
        /^The (file is cut off|functional group header)/,
      );
    },
  );

  it('the sample of changes is accepted, with errors noted', async () => {
    expect(fileAnswer([await received(sample)])).toBe('E');
  });
});
