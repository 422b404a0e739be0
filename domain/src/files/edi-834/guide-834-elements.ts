import { isCalendarDay } from './x12-date.ts';
import { conditionalFaults } from './conditional-elements.ts';
import { RELATIONSHIP_OF_CODE, TIER_OF_CODE } from './edi-834.ts';

/** An element of a segment: its place, its number in the data element dictionary (IK402), whether the guide requires it, and what may stand in it. */
export type ElementRule = {
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

/** HD03 of 005010X220A1, and LIF, which is not in it but is taken here because benefit senders use it (domain rules 4.1). */
const LINES = codes('AG AH AJ AK DCP DEN EPO FAC HE HLT HMO LTC LTD MM MOD PDG POS PPO PRA STD UR VIS LIF');
const RELATIONSHIPS = new Set(RELATIONSHIP_OF_CODE.keys());
const TIERS = new Set(TIER_OF_CODE.keys());

const SEGMENT_RULES: ReadonlyMap<string, readonly ElementRule[]> = new Map<string, readonly ElementRule[]>([
  [
    'INS',
    [
      { at: 1, dataElement: '1073', required: true, codes: codes('Y N') },
      { at: 2, dataElement: '1069', required: true, codes: RELATIONSHIPS },
      { at: 3, dataElement: '875', required: true, codes: codes('001 021 024 025 030') },
      { at: 5, dataElement: '1216', required: true, codes: codes('A C S T') },
      { at: 9, dataElement: '1220', codes: codes('F N P') },
      { at: 10, dataElement: '1073', codes: codes('Y N') },
      { at: 12, dataElement: '1251', date: true },
    ],
  ],
  ['REF', [{ at: 1, dataElement: '128', required: true }, { at: 2, dataElement: '127', required: true, secret: true, most: 50 }]],
  ['DTP', [{ at: 1, dataElement: '374', required: true }, { at: 2, dataElement: '1250', required: true, codes: codes('D8 RD8') }, { at: 3, dataElement: '1251', required: true, date: true }]],
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
  ['N3', [{ at: 1, dataElement: '166', required: true, most: 55, secret: true }, { at: 2, dataElement: '166', most: 55, secret: true }]],
  ['N4', [{ at: 1, dataElement: '19', most: 30, secret: true }, { at: 3, dataElement: '116', most: 15, secret: true }]],
  ['DMG', [{ at: 1, dataElement: '1250', required: true, codes: codes('D8') }, { at: 2, dataElement: '1251', required: true, date: true, secret: true }, { at: 3, dataElement: '1068', codes: codes('F M U') }]],
  ['HD', [{ at: 1, dataElement: '875', required: true, codes: codes('001 002 021 024 025 026 030 032') }, { at: 3, dataElement: '1205', required: true, codes: LINES }, { at: 4, dataElement: '1204', most: 50 }, { at: 5, dataElement: '1207', codes: TIERS }]],
  ['ICM', [{ at: 1, dataElement: '594', required: true }, { at: 2, dataElement: '782', required: true, digits: true, secret: true }]],
]);

/** Rules that hold in one loop only. */
const LOOP_RULES: ReadonlyMap<string, readonly ElementRule[]> = new Map<string, readonly ElementRule[]>([
  ['2000 DTP', [{ at: 2, dataElement: '1250', codes: codes('D8') }, { at: 1, dataElement: '374', codes: codes('050 056 286 296 297 300 301 303 336 337 338 339 340 341 350 351 356 357 360 361 383 385 386 393 394 473 474') }]],
  ['2300 DTP', [{ at: 1, dataElement: '374', codes: codes('300 303 343 348 349 543 695') }]],
  ['2000 REF', [{ at: 1, dataElement: '128', codes: codes('0F 1L 17 23 3H 4A 6O ABB D3 DX F6 P5 Q4 QQ ZZ') }]],
  ['2300 REF', [{ at: 1, dataElement: '128', codes: codes('17 1L 9V CE E8 M7 PID QQ RB X9 XM XX1 XX2 ZX ZZ') }]],
  ['2100G NM1', [{ at: 1, dataElement: '98', codes: codes('6Y 9K E1 EI EXS GB GD J6 LR QD S1 TZ X4') }]],
  ['2100A NM1', [{ at: 3, dataElement: '1035', required: true, secret: true }, { at: 8, dataElement: '66', codes: codes('34 ZZ') }]],
]);

/** How many elements a segment has; more are too many. */
const MOST_ELEMENTS: ReadonlyMap<string, number> = new Map([['INS', 17], ['REF', 4], ['DTP', 3], ['NM1', 12], ['PER', 9], ['N1', 6], ['N3', 2], ['N4', 7], ['DMG', 11], ['ICM', 6], ['HD', 11], ['LX', 1], ['COB', 4], ['LS', 1], ['LE', 1]]);

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

/** Elements of a segment that break the guide, with the codes of IK403. `elements[0]` is the segment's name; the others are trimmed. */
export function wrongElements(loop: string, elements: readonly string[]): WrongElement[] {
  const [id = ''] = elements;
  const found: WrongElement[] = [];
  const add = (rule: ElementRule, code: string): void => void found.push({ element: rule.at, dataElement: rule.dataElement, code, ...copyOf(elements[rule.at] ?? '', rule) });
  const isRange = id === 'DTP' && elements[2] === 'RD8';
  for (const rule of [...(SEGMENT_RULES.get(id) ?? []), ...(LOOP_RULES.get(`${loop} ${id}`) ?? [])]) {
    if (rule.dataElement === '1251' && id === 'INS' && elements[11] !== 'D8') continue;
    const code = codeOf(elements[rule.at] ?? '', rule, isRange);
    if (code !== undefined) add(rule, code);
  }
  const most = MOST_ELEMENTS.get(id);
  const extra = most === undefined ? -1 : elements.findIndex((value, at) => at > most && value !== '');
  if (extra > 0) found.push({ element: extra, dataElement: '', code: '3' });
  // What the guide requires anyway is told once.
  for (const fault of conditionalFaults(elements)) if (!found.some(({ element }) => element === fault.element)) found.push(fault);
  return found.sort((a, b) => a.element - b.element);
}
