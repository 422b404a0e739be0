import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { Refusal } from '@openbenefits/domain/refusal';
import { describe, expect, it } from 'vitest';
import { readBytes, readHere, refusalOf, type Outcome } from '../samples/read-here.ts';

const path = new URL('../samples/month-of-changes.edi', import.meta.url).pathname;
const text = readFileSync(path, 'latin1');
const segments = text.split('~\n').filter(Boolean);
const codes = ({ facts }: Outcome): string[] => facts.remarks.map(({ code }) => code);
const withoutRaw = ({ records }: Outcome): unknown[] => records.map((record) => ({ ...record, raw: '' }));
const changed = (from: string, to: string): string => {
  expect(text).toContain(from);
  return text.replaceAll(from, to);
};

describe('the sample', () => {
  it('gives the people as the guide means them', async () => {
    const { records, facts } = await readHere(path);
    expect(records).toHaveLength(4);
    const [mina, theresa, luis, gus] = records;
    expect(mina).toMatchObject({
      line: 8,
      setPosition: 6,
      familyKey: 'HM-1001',
      isSubscriber: false,
      relationship: 'child',
      action: 'add',
    });
    expect(mina?.raw).toBe(`${segments.slice(7, 14).join('~\n')}~\n`);
    expect(theresa).toMatchObject({
      line: 15,
      setPosition: 13,
      setControl: '0001',
      action: 'change',
      groupKey: 'CIM-2026-000777',
      masterPolicyKey: 'CIM-2026-000777',
      carrierMemberId: 'HM-1001-00',
      ssn: '219456781',
      lastName: 'VALE',
      suffix: 'III',
      dateOfBirth: '1987-09-21',
      gender: 'female',
      phone: '2175550191',
      addressLine2: 'FLAT 3',
      zip: '01930',
      department: 'MILL-2',
      salary: 6_000_600,
      handicapped: true,
      addressRestricted: true,
      previousIdentity: { ssn: '219456718', firstName: 'TERESA', lastName: 'VAIL', dateOfBirth: '1978-09-21' },
      problems: [],
    });
    expect(theresa?.coverages).toEqual([
      { line: 'medical', action: 'change', planKey: 'MED-PPO', tierKey: 'ECH', tier: 'ECH', from: '2026-02-10' },
      { line: 'dental', action: 'void', planKey: 'DEN-BASIC', tierKey: 'EMP', tier: 'EMP', from: '2026-01-01' },
      { line: 'life', action: 'add', planKey: 'LIFE-1X', from: '2019-04-01', byEligibility: true },
    ]);
    expect(luis).toMatchObject({
      action: 'end',
      endsUntil: '2026-03-01',
      terminationDate: '2026-02-15',
      cobra: true,
      coverages: [],
    });
    expect(gus?.problems.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'coverages.0.line line_unknown',
      'dateOfBirth not_a_date',
      'ssn ssn_area',
    ]);
    expect(facts).toMatchObject({
      mode: 'change',
      test: false,
      encoding: 'ascii',
      records: 4,
      problems: 1,
      sponsors: [{ name: 'HARBOR MILLS', taxId: '123456789' }],
      groupKeys: [
        { source: 'REF*38', value: 'CIM-2026-000777', count: 1 },
        { source: 'REF*1L', value: 'CIM-2026-000777', count: 3 },
      ],
      envelopes: [
        { senderId: 'HARBORMILLS', interchangeControl: '000000201', groupControl: '201', guide: '005010X220A1' },
      ],
      transactionSets: [{ control: '0001', reference: 'HM-2026-03', actionCode: '2', members: 4, segments: 63 }],
      remarks: [
        { code: 'line_life', count: 1 },
        { code: 'left_aside', message: expect.stringContaining('provider (LX)') },
      ],
    });
    expect(facts.head).toBe(`${segments.slice(0, 7).join('~\n')}~\n`);
  });
});

describe('ways of writing the same file', () => {
  const lineEnds: [string, string][] = [
    ['on one line', '~'],
    ['with CRLF', '~\r\n'],
    ['with LF CR', '~\n\r'],
    ['indented', '~\r\n      '],
    ['with a newline as the terminator', '\n'],
    ['with CRLF where CR belongs to nobody', '\r\n'],
  ];
  it.each(lineEnds)('%s', async (_, end) => {
    expect(withoutRaw(await readBytes('x.edi', segments.join(end) + end))).toEqual(withoutRaw(await readHere(path)));
  });

  it.each<[string, string | Buffer]>([
    ['without a terminator at the end', segments.join('~')],
    ['with a byte order mark', `\ufeff${segments.join('~')}~`],
    ['with other separators', changed('~', '\x1e').replaceAll('*', '\x1d')],
    ['with bars', changed('*', '|').replaceAll(':', '>')],
    ['with an unpadded ISA', changed('HARBORMILLS    ', 'HARBORMILLS').replaceAll('BENADMIN       ', 'BENADMIN')],
    ['in UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['in UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['with a DOS end of file', `${text}\x1a`],
  ])('%s', async (_, content) => {
    expect(withoutRaw(await readBytes('x.edi', content))).toEqual(withoutRaw(await readHere(path)));
  });

  it.each([40, 79, 80, 100])('in lines of %i characters, which are put together and told', async (width) => {
    const whole = segments.join('~') + '~';
    for (const end of ['\n', '\r\n']) {
      const wrapped = whole.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
      const { records, facts } = await readBytes('x.edi', wrapped.join(end));
      expect(records.map(({ raw: _, ...record }) => record)).toEqual(
        (await readHere(path)).records.map(({ raw: _, ...record }) => record),
      );
      expect(facts.remarks.map(({ code }) => code)).toContain('wrapped');
    }
  });

  it('in any encoding of accents', async () => {
    const accented = changed('THERESA', 'ZOË').replaceAll('12 DOCK RD', '12 CAFÉ RD');
    for (const [encoding, bytes] of [
      ['utf-8', Buffer.from(accented, 'utf8')],
      ['windows-1252', Buffer.from(accented, 'latin1')],
    ] as const) {
      const { records, facts } = await readBytes('x.edi', bytes);
      expect(records[1]).toMatchObject({ firstName: 'ZOË', addressLine1: '12 CAFÉ RD' });
      expect(
        Buffer.from(records[1]?.raw ?? '', 'latin1').includes(
          Buffer.from('ZOË', encoding === 'utf-8' ? 'utf8' : 'latin1'),
        ),
      ).toBe(true);
      expect(facts.encoding).toBe(encoding);
    }
  });

  it.each([
    ['a zero byte', 'THE\0RESA'],
    ['a broken line', 'THE\r\nRESA'],
    ['an escape', 'TH\u001bERESA'],
  ])('with %s in a text, which is left out and told', async (_what, sent) => {
    const { records } = await readBytes('x.edi', changed('THERESA', sent));
    expect(records[0]?.warnings).not.toContainEqual(expect.objectContaining({ code: 'control_characters' }));
    expect(records[1]).toMatchObject({
      firstName: 'THERESA',
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'control_characters' })]),
    });
    expect(records[1]?.raw).toContain(sent);
  });

  it.each(['12 DOCK\r\nRD', '12 DOCK \n RD', '12 DOCK\tRD'])(
    'with a line that breaks between words, which keeps them apart: %j',
    async (sent) => {
      const { records } = await readBytes('x.edi', changed('12 DOCK RD', sent));
      expect(records[1]).toMatchObject({
        addressLine1: '12 DOCK RD',
        warnings: expect.arrayContaining([expect.objectContaining({ code: 'control_characters' })]),
      });
    },
  );

  it('across the borders of the buffer', async () => {
    const many = 12_000;
    const loops = Array.from(
      { length: many },
      (_, n) =>
        `INS*Y*18*021*28*A***FT~REF*0F*K${n}~NM1*IL*1*L${n}*F${n}~DMG*D8*19800101*F~HD*021**HLT*P${n % 7}*EMP~DTP*348*D8*20260301~`,
    );
    const { records } = await readBytes(
      'x.edi',
      `${segments.slice(0, 7).join('~')}~${loops.join('')}SE*${many * 6 + 6}*0001~GE*1*201~IEA*1*000000201~`,
    );
    expect(records).toHaveLength(many);
    for (const [index, record] of records.entries()) {
      if (
        record.lastName !== `L${index}` ||
        record.raw !== loops[index] ||
        record.coverages[0]?.planKey !== `P${index % 7}`
      )
        throw new Error(`Record ${index} is not its own`);
    }
  });

  it('in several interchanges, groups and sets', async () => {
    const set = segments.slice(2, -2);
    const another = set.map((segment) => segment.replace(/^(ST\*834|SE\*\d+)\*0001/, '$1*0002'));
    const group = [segments[1], ...set, ...another, segments.at(-2)?.replace('GE*1', 'GE*2')];
    const next = group.map((segment) => segment?.replace(/^(GS.*|GE.*)\*201\b/, '$1*202'));
    const second = segments[0]?.replace('000000201', '000000202');
    const { records, facts } = await readBytes(
      'x.edi',
      `${[segments[0], ...group, ...next, 'IEA*2*000000201', second, ...group, 'IEA*1*000000202'].join('~\n')}~\n`,
    );
    expect(records).toHaveLength(24);
    expect(facts.transactionSets).toHaveLength(6);
    expect(facts.remarks).toMatchObject([{ code: 'line_life', count: 6 }, { code: 'left_aside' }]);
  });
});

describe('the last day of a member who ends without coverage (domain rules 4.1)', () => {
  it.each([
    { dates: ['303*D8*20260210', '349*D8*20260131', '357*D8*20260228'], until: '2026-03-01', told: true },
    { dates: ['303*D8*20260210', '349*D8*20260131'], until: '2026-02-11', told: true },
    { dates: ['303*D8*20260210', '349*D8*20260210'], until: '2026-02-11', told: false },
    { dates: ['349*D8*20260131'], until: '2026-02-01', told: false },
  ])('$dates: covered before $until', async ({ dates, until, told }) => {
    const luis = (
      await readBytes('end.edi', changed('DTP*357*D8*20260228', dates.map((date) => `DTP*${date}`).join('~\n')))
    ).records[2];
    expect(luis).toMatchObject({ endsUntil: until, problems: [] });
    expect(luis?.warnings.some(({ code }) => code === 'ends_differ')).toBe(told);
  });
});

describe('what is remarked', () => {
  it.each([
    ['a wrong total of segments', 'SE*63*', 'SE*60*', 'segment_total'],
    ['SE02', 'SE*63*0001', 'SE*63*0002', 'set_control'],
    ['GE01', 'GE*1*', 'GE*2*', 'set_total'],
    ['GE02', 'GE*1*201', 'GE*1*202', 'group_control'],
    ['IEA01', 'IEA*1*', 'IEA*3*', 'group_total'],
    ['IEA02', 'IEA*1*000000201', 'IEA*1*000000202', 'interchange_control'],
    ['a test file', '*0*P*:', '*0*T*:', 'test_file'],
    ['GS01 HP', 'GS*BE*', 'GS*HP*', 'group_code'],
    ['the guide without addenda', '005010X220A1', '005010X220', 'guide_without_addenda'],
    ['no BGN02', 'BGN*00*HM-2026-03', 'BGN*00*', 'no_reference'],
    ['no BGN08', 'CT***2~', 'CT~', 'mode_unknown'],
    ['BGN08 RX', 'CT***2~', 'CT***RX~', 'replace_file'],
    ['an information copy', 'BGN*00*', 'BGN*22*', 'information_copy'],
    ['a full file with changes', 'CT***2~', 'CT***4~', 'full_with_changes'],
    ['empty elements at the end', 'N4*GLOUCESTER*MA*019300000', 'N4*GLOUCESTER*MA*019300000*', 'trailing_separators'],
    ['terminators in a row', 'REF*DX*MILL-2~', 'REF*DX*MILL-2~~', 'empty_segment'],
  ])('%s', async (_, from, to, code) => {
    const outcome = await readBytes('x.edi', changed(from, to));
    expect(outcome.records).toHaveLength(4);
    expect(codes(outcome)).toContain(code);
  });
});

describe('what is refused', () => {
  it.each([
    ['no SE', text.replace(/SE\*63.*~\n/, ''), /the end of the transaction set \(SE\) is missing/],
    ['no IEA', text.replace(/IEA.*~\n/, ''), /its end \(IEA\) is missing/],
    ['a set without GE', text.replace(/GE\*1.*~\n/, ''), /functional group \(GE\) is missing/],
    ['claims', changed('ST*834', 'ST*837'), /claims \(837\)/],
    ['an acknowledgement', changed('ST*834', 'ST*999'), /acknowledgement/],
    ['version 4010', changed('005010X220A1', '004010X095A1'), /old version 4010/],
    ['an exchange file', changed('005010X220A1', '005010X307'), /005010X307/],
    ['ISA16 missing', changed('*P*:~', '*P*~'), /ISA16/],
    ['ISA16 missing on one line', segments.join('~').replace('*P*:~', '*P*~'), /ISA16/],
    ['an ISA of fifteen elements', changed('*00501*', '*'), /sixteen|ISA16/],
    ['no ISA', segments.slice(1).join('~\n'), /without its interchange header/],
    ['text after the end', `${text}\nINS*Y*18*021~`, /after the end of the interchange/],
    [
      'an unknown envelope segment',
      text.replace('GS*', 'XX*'),
      /Segment 2 \("XX"\) is in a place where only GS, ST, or its end is allowed\. Ask the sender for a corrected file\./,
    ],
  ])('%s', async (_, content, words) => expect(await refusalOf(readBytes('x.edi', content))).toMatch(words));

  it('a member that never ends', async () => {
    const endless = `${segments.slice(0, 8).join('~')}~${'AMT*P3*1~'.repeat(130_000)}`;
    expect(await refusalOf(readBytes('x.edi', endless))).toMatch(/longer than 1 MB/);
  });

  it('a file that is cut, wherever it is cut', async () => {
    for (let length = 1; length < text.indexOf('IEA*') + 3; length += 41) {
      await expect(readBytes('x.edi', text.slice(0, length)), `cut at ${length}`).rejects.toBeInstanceOf(Refusal);
    }
  });
});

it('never fails in any other way than with a refusal, whatever is changed in the bytes', async () => {
  const change = fc.record({ at: fc.nat(text.length - 1), bytes: fc.uint8Array({ maxLength: 6 }), remove: fc.nat(40) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
      let bytes = Buffer.from(text, 'latin1');
      for (const { at, bytes: put, remove } of changes)
        bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + remove)]);
      await readBytes('x.edi', bytes).catch((error: unknown) => expect(error).toBeInstanceOf(Refusal));
    }),
    { numRuns: 150 },
  );
});
