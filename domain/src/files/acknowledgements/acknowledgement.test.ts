import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ack999Text } from './ack-999.ts';
import { ta1Text } from './ack-ta1.ts';
import { interchangeWords, setWords } from './acknowledgement-words.ts';
import { takenSets } from './read-acknowledgement.ts';
import {
  fileAnswer,
  type ReceivedGroup,
  type ReceivedInterchange,
  type ReceivedSet,
  type SegmentFinding,
} from '../edi-834/received-interchange.ts';

const NOW = '2026-11-20T15:30:00.000Z';
const set = (control: string, change: Partial<ReceivedSet> = {}): ReceivedSet => ({
  kind: '834',
  control,
  guide: '005010X220A1',
  reasons: [],
  findings: [],
  more: 0,
  ...change,
});
const group = (sets: ReceivedSet[], change: Partial<ReceivedGroup> = {}): ReceivedGroup => ({
  code: 'BE',
  sender: 'KESTREL',
  receiver: 'BENADMIN',
  control: '77',
  guide: '005010X220A1',
  stated: sets.length,
  received: sets.length,
  rejected: 0,
  reasons: [],
  sets,
  ...change,
});
const interchange = (groups: ReceivedGroup[], change: Partial<ReceivedInterchange> = {}): ReceivedInterchange => ({
  separators: { element: '*', component: ':', repetition: '^', segment: '~' },
  senderQualifier: 'ZZ',
  senderId: 'KESTREL',
  receiverQualifier: '30',
  receiverId: 'BENADMIN',
  date: '261120',
  time: '0930',
  control: '000000418',
  usage: 'P',
  note: '000',
  refused: false,
  groups,
  ...change,
});
const BAD_MEMBER: SegmentFinding = {
  segment: 'INS',
  position: 6,
  loop: '2000',
  code: '8',
  person: 'Ola Oak',
  subscriber: 'K-1001',
  elements: [{ element: 2, dataElement: '1069', code: '7', copy: '77' }],
};
const lines = (text: string | undefined): string[] => (text ?? '').split('~\n').filter(Boolean);

describe('a TA1', () => {
  it('answers the envelope in an envelope of its own, back to the sender, 106 characters long', () => {
    const sent = lines(ta1Text(interchange([]), { control: 12, now: NOW }));
    expect(sent).toEqual([
      'ISA*00*          *00*          *30*BENADMIN       *ZZ*KESTREL        *261120*1530*^*00501*000000012*0*P*:',
      'TA1*000000418*261120*0930*A*000',
      'IEA*0*000000012',
    ]);
    expect(`${sent[0]}~`).toHaveLength(106);
  });

  it.each([
    ['001', 'E'],
    ['021', 'E'],
    ['025', 'E'],
    ['018', 'E'],
    ['023', 'R'],
    ['024', 'R'],
    ['027', 'E'],
    ['027', 'R', true],
    ['022', 'R'],
  ])('note %s answers %s and says so in words', (note, answer, refused = false) => {
    const received = interchange([], { note, refused });
    expect(lines(ta1Text(received, { control: 1, now: NOW }))[1]).toBe(`TA1*000000418*261120*0930*${answer}*${note}`);
    expect(interchangeWords(received)[0]).toMatchObject({ segment: 'ISA', mend: expect.stringMatching(/\w/) });
  });
});

describe('a 999', () => {
  it.each<[string, ReceivedInterchange, string[]]>([
    [
      'a clean file',
      interchange([group([set('0001')])]),
      ['AK1*BE*77*005010X220A1', 'AK2*834*0001*005010X220A1', 'IK5*A', 'AK9*A*1*1*1'],
    ],
    [
      'a wrong segment count',
      interchange([group([set('0001', { reasons: ['4'] })])]),
      ['AK1*BE*77*005010X220A1', 'AK2*834*0001*005010X220A1', 'IK5*E*4', 'AK9*E*1*1*1'],
    ],
    [
      'one bad member, who does not cost the set',
      interchange([group([set('0001', { findings: [BAD_MEMBER] })])]),
      [
        'AK1*BE*77*005010X220A1',
        'AK2*834*0001*005010X220A1',
        'IK3*INS*6*2000*8',
        'CTX*SUBSCRIBER NUMBER REF02:K-1001',
        'IK4*2*1069*7*77',
        'IK5*E*5',
        'AK9*E*1*1*1',
      ],
    ],
    [
      'a number used twice',
      interchange([group([set('0001'), set('0001', { reasons: ['23'] })], { rejected: 1 })]),
      [
        'AK1*BE*77*005010X220A1',
        'AK2*834*0001*005010X220A1',
        'IK5*A',
        'AK2*834*0001*005010X220A1',
        'IK5*R*23',
        'AK9*P*2*2*1',
      ],
    ],
    [
      'a wrong total of sets',
      interchange([group([set('0001')], { stated: 2, reasons: ['5'] })]),
      ['AK1*BE*77*005010X220A1', 'AK2*834*0001*005010X220A1', 'IK5*A', 'AK9*E*2*1*1*5'],
    ],
    [
      'a file that was cut',
      interchange(
        [group([set('0001'), set('0002', { reasons: ['2'] })], { stated: null, rejected: 1, reasons: ['3'] })],
        { note: '023', refused: true },
      ),
      ['AK1*BE*77*005010X220A1', 'AK2*834*0002*005010X220A1', 'IK5*R*2', 'AK9*R*2*2*0*3'],
    ],
    [
      'another guide',
      interchange([group([], { guide: '004010X095A1', reasons: ['2'], stated: null })], { refused: true }),
      ['AK1*BE*77*004010X095A1', 'AK9*R*0*0*0*2'],
    ],
  ])('%s', (_name, received, body) => {
    const sent = lines(ack999Text(received, { control: 31, now: NOW }));
    expect(sent.slice(1)).toEqual([
      'GS*FA*BENADMIN*KESTREL*20261120*1530*31*X*005010X231A1',
      'ST*999*0001*005010X231A1',
      ...body,
      `SE*${body.length + 2}*0001`,
      'GE*1*31',
      'IEA*1*000000031',
    ]);
  });

  it('answers no acknowledgement', () =>
    expect(ack999Text(interchange([group([], { code: 'FA' })]), { control: 1, now: NOW })).toBeUndefined());

  it('has true totals and keeps its separators out of the data, whatever the partner separates with', () => {
    const separator = fc.uniqueArray(fc.constantFrom('*', '|', '^', '~', ':', '>', '!', '{', '\n', '\u001d'), {
      minLength: 4,
      maxLength: 4,
    });
    const text = fc.string({
      minLength: 1,
      maxLength: 12,
      unit: fc.constantFrom('A', '7', '*', '~', ':', '^', '|', ' '),
    });
    const finding = fc.record({
      segment: fc.constant('HD'),
      position: fc.nat(9999),
      loop: fc.constant('2300'),
      code: fc.constant('8'),
      elements: fc.array(
        fc.record({
          element: fc.integer({ min: 1, max: 9 }),
          dataElement: fc.constant('1205'),
          code: fc.constant('7'),
          copy: text,
        }),
        {
          maxLength: 3,
        },
      ),
      subscriber: text,
    });
    fc.assert(
      fc.property(
        separator,
        fc.array(fc.array(finding, { maxLength: 3 }), { minLength: 1, maxLength: 4 }),
        (four, sets) => {
          const [element = '*', component = ':', repetition = '^', segment = '~'] = four;
          const received = interchange(
            [group(sets.map((findings, index) => set(String(index + 1).padStart(4, '0'), { findings })))],
            {
              separators: { element, component, repetition, segment },
            },
          );
          const sent = ack999Text(received, { control: 5, now: NOW }) ?? '';
          const [el, end] = [sent.charAt(3), sent.charAt(105)];
          const all = sent
            .split(end)
            .map((one) => one.trim().split(el))
            .filter(([id]) => id);
          const trailer = all.find(([id]) => id === 'SE');
          expect(Number(trailer?.[1])).toBe(
            all.findIndex(([id]) => id === 'SE') - all.findIndex(([id]) => id === 'ST') + 1,
          );
          expect(all.filter(([id]) => id === 'IK5').map(([, answer]) => answer)).toEqual(
            sets.map((findings) => (findings.length > 0 ? 'E' : 'A')),
          );
          expect(all.filter(([id]) => id === 'IK4')).toHaveLength(
            sets.flat().reduce((sum, { elements }) => sum + elements.length, 0),
          );
          for (const values of all) if (values[0] === 'IK4') expect(values.length).toBeLessThanOrEqual(5);
        },
      ),
    );
  });
});

describe('in words', () => {
  it('names the person, the segment and what to mend', () => {
    expect(setWords(set('0001', { reasons: ['4'], findings: [BAD_MEMBER] }))).toEqual([
      {
        person: null,
        segment: 'SE',
        position: null,
        text: 'The number of segments in SE01 differs from the number received',
        mend: expect.stringContaining('Count the segments'),
      },
      {
        person: 'Ola Oak',
        segment: 'INS',
        position: 6,
        text: 'Relationship (INS02) "77" is not in the guide',
        mend: expect.stringContaining('18 for the subscriber'),
      },
    ]);
  });

  it.each([
    ['I6', [], 'is missing the date of the coverage (DTP*348)'],
    ['I9', [], 'is where the guide does not allow it'],
    ['8', ['4'], 'is shorter than the guide requires'],
    ['8', ['12'], 'the repetition separator from ISA11'],
    ['8', ['13'], 'the component separator from ISA16'],
    ['8', ['I6'], 'is not in the guide'],
    ['8', ['I12'], 'does not have the format'],
    ['8', ['99'], 'code 99'],
  ])(
    'of a receiver with other codes than ours, segment %s and elements %j, says what is meant',
    (code, elements, text) => {
      const finding: SegmentFinding = {
        segment: 'DTP',
        position: 7,
        loop: '2300',
        code,
        elements: elements.map((one) => ({ element: 3, dataElement: '1251', code: one })),
      };
      expect(setWords(set('0001', { findings: [finding] })).map((one) => one.text)).toEqual([
        expect.stringContaining(text),
      ]);
    },
  );

  it('tells a reason that has no words here by its code', () => {
    expect(setWords(set('0001', { reasons: ['I5', '17'] })).map(({ text }) => text)).toEqual([
      'Reason code 17 of IK5 (element 618)',
    ]);
  });

  it('sums up a file by its worst answer', () => {
    expect(fileAnswer([interchange([group([set('1')])])])).toBe('A');
    expect(fileAnswer([interchange([group([set('1')])]), interchange([], { note: '025' })])).toBe('E');
    expect(fileAnswer([interchange([group([set('1')])], { note: '023', refused: true })])).toBe('R');
  });
});

describe('which sets of a file were taken that is accepted in part', () => {
  const FILE = ['0001', '0002', '0003'];
  const said = (...numbers: string[]) => numbers.map((one) => ({ number: one.slice(1), isTaken: one.startsWith('+') }));
  it.each([
    ['all are named', said('+0001', '-0002', '+0003'), 2, ['0001', '0003']],
    ['only the rejected is named, and the count fits', said('-0002'), 2, ['0001', '0003']],
    ['only the rejected is named, and the count does not fit', said('-0002'), 1, []],
    ['some are named, and nothing is counted', said('+0001', '-0002'), null, ['0001']],
    ['more are named than counted', said('+0001', '-0002', '+0003'), 1, []],
    ['a set is both', said('+0001', '-0001', '+0002', '-0003'), 1, ['0002']],
    ['nothing is named', [], 2, []],
    ['none is rejected', said('+0001', '+0002', '+0003'), 3, []],
    ['a set is named that the file does not have', said('+0001', '-0002', '-0003', '+0009'), 1, ['0001']],
  ])('%s', (_name, sets, accepted, taken) => expect(takenSets({ sets, accepted }, FILE)).toEqual(taken));
});
