import { isCalendarDay } from './x12-date.ts';
import { conditionalFaults, DATA_ELEMENT } from './conditional-elements.ts';
import { REASON_TEXT, RELATIONSHIP_OF_CODE, TIER_OF_CODE } from './edi-834.ts';

/**
 * An element of a segment: its place, its number in the data element dictionary (IK402), whether the guide requires it,
 * and what may stand in it.
 */
type ElementRule = {
  readonly at: number;
  readonly dataElement: string;
  readonly required?: true;
  readonly codes?: ReadonlySet<string>;
  /** CCYYMMDD, or a range where the element before says RD8. */
  readonly date?: true;
  readonly digits?: true;
  /** Letters at most. */
  readonly most?: number;
  /** Never copied into an answer: an SSN or a birth date may stand there. */
  readonly secret?: true;
};

const codes = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** HD03 of 005010X220A1. */
const LINES = codes('AG AH AJ AK DCP DEN EPO FAC HE HLT HMO LTC LTD MM MOD PDG POS PPO PRA STD UR VIS');
const RELATIONSHIPS = new Set(RELATIONSHIP_OF_CODE.keys());
const TIERS = new Set(TIER_OF_CODE.keys());
/** INS04; AA to AL are reasons for another provider. */
const REASONS = new Set([...REASON_TEXT.keys(), ...codes('AA AB AC AD AE AF AG AH AJ AL')]);
const COMMUNICATION = codes('AP BN CP EM EX FX HP TE WP');
const EMPLOYMENT_CLASSES = codes('01 02 03 04 05 06 07 08 09 10 11 12 17 18 19 20 21 22 23');

const SEGMENT_RULES: ReadonlyMap<string, readonly ElementRule[]> = new Map<string, readonly ElementRule[]>([
  [
    'INS',
    [
      { at: 1, dataElement: '1073', required: true, codes: codes('Y N') },
      { at: 2, dataElement: '1069', required: true, codes: RELATIONSHIPS },
      { at: 3, dataElement: '875', required: true, codes: codes('001 021 024 025 030') },
      { at: 4, dataElement: '1203', codes: REASONS },
      { at: 5, dataElement: '1216', required: true, codes: codes('A C S T') },
      { at: 7, dataElement: '1219', codes: codes('1 2 3 4 5 6 7 8 9 10 ZZ') },
      { at: 8, dataElement: '584', codes: codes('AC AO AU FT L1 PT RT TE') },
      { at: 9, dataElement: '1220', codes: codes('F N P') },
      { at: 10, dataElement: '1073', codes: codes('Y N') },
      { at: 11, dataElement: '1250', codes: codes('D8') },
      { at: 12, dataElement: '1251', date: true },
      { at: 13, dataElement: '1165', codes: codes('R U') },
      { at: 17, dataElement: '1470', digits: true },
    ],
  ],
  [
    'REF',
    [
      { at: 1, dataElement: '128', required: true },
      { at: 2, dataElement: '127', required: true, secret: true, most: 50 },
    ],
  ],
  [
    'DTP',
    [
      { at: 1, dataElement: '374', required: true },
      { at: 2, dataElement: '1250', required: true, codes: codes('D8 RD8') },
      { at: 3, dataElement: '1251', required: true, date: true },
    ],
  ],
  [
    'NM1',
    [
      { at: 1, dataElement: '98', required: true },
      { at: 2, dataElement: '1065', required: true, codes: codes('1 2') },
      { at: 3, dataElement: '1035', most: 60, secret: true },
      { at: 4, dataElement: '1036', most: 35, secret: true },
      { at: 5, dataElement: '1037', most: 25, secret: true },
      { at: 7, dataElement: '1039', most: 10, secret: true },
      { at: 9, dataElement: '67', most: 80, secret: true },
    ],
  ],
  [
    'N3',
    [
      { at: 1, dataElement: '166', required: true, most: 55, secret: true },
      { at: 2, dataElement: '166', most: 55, secret: true },
    ],
  ],
  [
    'N4',
    [
      { at: 1, dataElement: '19', required: true, most: 30, secret: true },
      { at: 2, dataElement: '156', most: 2, secret: true },
      { at: 3, dataElement: '116', most: 15, secret: true },
    ],
  ],
  [
    'DMG',
    [
      { at: 1, dataElement: '1250', required: true, codes: codes('D8') },
      { at: 2, dataElement: '1251', required: true, date: true, secret: true },
      { at: 3, dataElement: '1068', required: true, codes: codes('F M U') },
    ],
  ],
  [
    'HD',
    [
      { at: 1, dataElement: '875', required: true, codes: codes('001 002 021 024 025 026 030 032') },
      { at: 3, dataElement: '1205', required: true, codes: LINES },
      { at: 4, dataElement: '1204', most: 50 },
      { at: 5, dataElement: '1207', codes: TIERS },
      { at: 9, dataElement: '1073', codes: codes('Y N') },
    ],
  ],
  [
    'PER',
    [
      { at: 1, dataElement: '366', required: true },
      { at: 3, dataElement: '365', required: true, codes: COMMUNICATION },
      { at: 5, dataElement: '365', codes: COMMUNICATION },
      { at: 7, dataElement: '365', codes: COMMUNICATION },
    ],
  ],
  ['EC', [{ at: 1, dataElement: '1176', required: true, codes: EMPLOYMENT_CLASSES }]],
  ['DSB', [{ at: 1, dataElement: '1146', required: true, codes: codes('1 2 3 4') }]],
  [
    'QTY',
    [
      { at: 1, dataElement: '673', required: true, codes: codes('DT ET TO') },
      { at: 2, dataElement: '380', required: true, digits: true },
    ],
  ],
  ['ACT', [{ at: 1, dataElement: '508', required: true, secret: true }]],
  [
    'ICM',
    [
      { at: 1, dataElement: '594', required: true, codes: codes('1 2 3 4 6 7 8 9 B C H Q S U') },
      { at: 2, dataElement: '782', required: true, digits: true, secret: true },
    ],
  ],
]);

/** Rules that hold in one loop only. */
const LOOP_RULES: ReadonlyMap<string, readonly ElementRule[]> = new Map<string, readonly ElementRule[]>([
  [' REF', [{ at: 1, dataElement: '128', codes: codes('38') }]],
  [' DTP', [{ at: 1, dataElement: '374', codes: codes('007 090 091 303 382 388') }]],
  [
    '1000A N1',
    [
      { at: 3, dataElement: '66', required: true, codes: codes('24 94 FI') },
      { at: 4, dataElement: '67', required: true },
    ],
  ],
  [
    '1000B N1',
    [
      { at: 3, dataElement: '66', required: true, codes: codes('94 FI XV') },
      { at: 4, dataElement: '67', required: true },
    ],
  ],
  [
    '1000C N1',
    [
      { at: 2, dataElement: '93', required: true },
      { at: 3, dataElement: '66', required: true, codes: codes('94 FI XV') },
      { at: 4, dataElement: '67', required: true },
    ],
  ],
  [
    '2000 DTP',
    [
      { at: 2, dataElement: '1250', codes: codes('D8') },
      {
        at: 1,
        dataElement: '374',
        codes: codes(
          '050 056 286 296 297 300 301 303 336 337 338 339 340 341 350 351 356 357 360 361 383 385 386 393 394 473 474',
        ),
      },
    ],
  ],
  ['2300 DTP', [{ at: 1, dataElement: '374', codes: codes('300 303 343 348 349 543 695') }]],
  ['2000 REF', [{ at: 1, dataElement: '128', codes: codes('0F 1L 17 23 3H 4A 6O ABB D3 DX F6 P5 Q4 QQ ZZ') }]],
  ['2300 REF', [{ at: 1, dataElement: '128', codes: codes('17 1L 9V CE E8 M7 PID QQ RB X9 XM XX1 XX2 ZX ZZ') }]],
  ['2100G NM1', [{ at: 1, dataElement: '98', codes: codes('6Y 9K E1 EI EXS GB GD J6 LR QD S1 TZ X4') }]],
  ['2200 DTP', [{ at: 1, dataElement: '374', codes: codes('360 361') }]],
  ['2100A PER', [{ at: 1, dataElement: '366', codes: codes('IP') }]],
  [
    '2100A NM1',
    [
      { at: 2, dataElement: '1065', codes: codes('1') },
      { at: 3, dataElement: '1035', required: true, secret: true },
      { at: 8, dataElement: '66', codes: codes('34 ZZ') },
    ],
  ],
]);

/** How many elements a segment has; more are too many. */
const MOST_ELEMENTS: ReadonlyMap<string, number> = new Map([
  ['INS', 17],
  ['REF', 4],
  ['QTY', 4],
  ['ACT', 9],
  ['DSB', 8],
  ['EC', 6],
  ['DTP', 3],
  ['NM1', 12],
  ['PER', 9],
  ['N1', 6],
  ['N3', 2],
  ['N4', 7],
  ['DMG', 11],
  ['ICM', 6],
  ['HD', 11],
  ['LX', 1],
  ['COB', 4],
  ['LS', 1],
  ['LE', 1],
]);

/** Elements that X12 has and the guide does not use: place and data element. */
const unused = (text: string): readonly (readonly [at: number, dataElement: string])[] =>
  text
    .split(' ')
    .map((one) => one.split(':'))
    .map(([at = '', dataElement = '']) => [Number(at), dataElement]);
const UNUSED: ReadonlyMap<string, readonly (readonly [at: number, dataElement: string])[]> = new Map([
  ['INS', unused('14:19 15:156 16:26')],
  ['REF', unused('3:352 4:C040')],
  ['DMG', unused('7:26 8:659 9:380')],
  ['HD', unused('2:1203 6:609 7:609 8:1209 10:1211 11:1073')],
  ['2100A NM1', unused('10:706 11:98 12:1035')],
  ['2100A PER', unused('2:93 9:443')],
  ['1000A N1', unused('5:706 6:98')],
  ['1000B N1', unused('5:706 6:98')],
  ['1000C N1', unused('5:706 6:98')],
  ['DSB', unused('2:380 3:1149 4:1154 5:1161 6:782')],
]);

/** IK402 of an element, or nothing where no rule names it. */
export const dataElementOf = (id: string, at: number): string =>
  SEGMENT_RULES.get(id)?.find((rule) => rule.at === at)?.dataElement ??
  DATA_ELEMENT.get(`${id}${String(at).padStart(2, '0')}`) ??
  '';

export type WrongElement = { element: number; dataElement: string; code: string; copy?: string };

/** A copy of what stood there for IK404: short, and never digits that could be an SSN. */
function copyOf(value: string, rule: ElementRule): { copy?: string } {
  const digits = value.replace(/\D/g, '').length;
  return rule.secret || value === '' || digits >= 9 ? {} : { copy: value.slice(0, 20) };
}

function codeOf(value: string, rule: ElementRule, isRange: boolean): string | undefined {
  if (value === '') return rule.required ? '1' : undefined;
  if (rule.codes && !rule.codes.has(value)) return '7';
  if (rule.most !== undefined && value.length > rule.most) return '5';
  if (rule.digits && !/^-?\d+(\.\d+)?$/.test(value)) return '6';
  if (!rule.date) return undefined;
  const days = isRange ? value.split('-') : [value];
  return days.length === (isRange ? 2 : 1) && days.every(isCalendarDay) ? undefined : '8';
}

/**
 * Elements of a segment that break the guide, with the codes of IK403. `elements[0]` is the segment's name; the others
 * are trimmed.
 */
export function wrongElements(loop: string, elements: readonly string[]): WrongElement[] {
  const [id = ''] = elements;
  const found: WrongElement[] = [];
  const add = (rule: ElementRule, code: string): void =>
    void found.push({
      element: rule.at,
      dataElement: rule.dataElement,
      code,
      ...copyOf(elements[rule.at] ?? '', rule),
    });
  const isRange = id === 'DTP' && elements[2] === 'RD8';
  for (const rule of [...(SEGMENT_RULES.get(id) ?? []), ...(LOOP_RULES.get(`${loop} ${id}`) ?? [])]) {
    if (rule.dataElement === '1251' && id === 'INS' && elements[11] !== 'D8') continue;
    const code = codeOf(elements[rule.at] ?? '', rule, isRange);
    if (code !== undefined && !found.some(({ element }) => element === rule.at)) add(rule, code);
  }
  for (const [at, dataElement] of [...(UNUSED.get(id) ?? []), ...(UNUSED.get(`${loop} ${id}`) ?? [])])
    if ((elements[at] ?? '') !== '') found.push({ element: at, dataElement, code: 'I10' });
  const most = MOST_ELEMENTS.get(id);
  const extra = most === undefined ? -1 : elements.findIndex((value, at) => at > most && value !== '');
  if (extra > 0) found.push({ element: extra, dataElement: '', code: '3' });
  // What the guide requires anyway is told once.
  for (const fault of conditionalFaults(elements))
    if (!found.some(({ element }) => element === fault.element)) found.push(fault);
  return found.sort((a, b) => a.element - b.element);
}
