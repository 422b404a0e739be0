import { BEYOND_GUIDE_AT_FIRST, type BeyondGuide } from './edi-834.ts';
import { wrongElements } from './guide-834-elements.ts';
import type { Separators } from '../../x12/separators.ts';
import type { SegmentFinding } from './received-interchange.ts';
import { withStrays } from './stray-separators.ts';
import { strangerCode } from './x12-segments.ts';

/** What belongs to which loop of a member, in the guide's order; the first opens it. 005010X220A1. */
const LOOPS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    '2000': 'INS REF DTP',
    '2100A': 'NM1 PER N3 N4 DMG EC ICM AMT HLH LUI',
    '2100B': 'NM1 DMG',
    '2100C': 'NM1 N3 N4',
    '2100D': 'NM1 PER N3 N4',
    '2100E': 'NM1 PER N3 N4',
    '2100F': 'NM1 PER N3 N4',
    '2100G': 'NM1 PER N3 N4',
    '2100H': 'NM1 PER N3 N4',
    '2200': 'DSB DTP',
    '2300': 'HD DTP AMT REF IDC',
    '2310': 'LX NM1 N3 N4 PER PLA',
    '2320': 'COB REF DTP',
    '2330': 'NM1 N3 N4 PER',
    '2700': 'LS LE',
    '2710': 'LX',
    '2750': 'N1 REF DTP',
  }).map(([loop, ids]) => [loop, new Set(ids.split(' '))]),
);
/** Segments that a member's loops may hold at all. */
export const MEMBER_SEGMENTS: ReadonlySet<string> = new Set([...LOOPS.values()].flatMap((ids) => [...ids]));

const LOOP_OF_NAME: ReadonlyMap<string, string> = new Map([
  ['IL', '2100A'],
  ['74', '2100A'],
  ['70', '2100B'],
  ['31', '2100C'],
  ['36', '2100D'],
  ['M8', '2100E'],
  ['S3', '2100F'],
  ['45', '2100H'],
]);
const OWN_NAMES: ReadonlySet<string> = new Set(['IL', '74', '70']);
/** How often a loop may come within the one around it; others as often as it takes. */
const MOST_LOOPS: ReadonlyMap<string, number> = new Map([
  ['2100A', 1],
  ['2100B', 1],
  ['2100C', 1],
  ['2100D', 3],
  ['2100E', 3],
  ['2100F', 1],
  ['2100G', 13],
  ['2100H', 1],
  ['2300', 99],
  ['2310', 30],
  ['2320', 5],
  ['2330', 3],
]);
/** Loops that begin anew with each of the loop around them. */
const INNER: ReadonlyMap<string, readonly string[]> = new Map([
  ['2300', ['2310', '2320', '2330']],
  ['2320', ['2330']],
]);
/**
 * How often a segment may come in one loop; others once. REF and DTP of 2000 and 2300 are counted by kind, which the
 * guide lists apart.
 */
const MOST_SEGMENTS: ReadonlyMap<string, number> = new Map([
  ['2000 REF', 15],
  ['2000 DTP', 24],
  ['2100A EC', Infinity],
  ['2100A AMT', 7],
  ['2100A LUI', Infinity],
  ['2200 DTP', 2],
  ['2300 DTP', 6],
  ['2300 AMT', 9],
  ['2300 REF', 15],
  ['2300 IDC', 3],
  ['2310 N3', 2],
  ['2310 PER', 2],
  ['2320 REF', 4],
  ['2320 DTP', 2],
  ['2750 REF', Infinity],
  ['2750 DTP', Infinity],
]);

/** HD03 that the guide lacks and the sender's profile takes: an error that nobody means. */
const isTakenBeyondGuide = (
  id: string,
  elements: readonly string[],
  { element, code }: SegmentFinding['elements'][number],
  beyondGuide: readonly BeyondGuide[],
): boolean => id === 'HD' && element === 3 && code === '7' && beyondGuide.some((one) => one === elements[3]);

/** The loop that a segment opens, or the one it stands in. */
function loopAfter(loop: string, [id = '', first = '']: readonly string[]): string {
  // Some senders go on with a coverage after LE; the guide has the categories last.
  const isReporting = loop.startsWith('27') && !(loop === '2700' && id === 'HD');
  if (id === 'LS') return '2700';
  if (isReporting) return id === 'LX' ? '2710' : id === 'N1' ? '2750' : id === 'LE' ? '2700' : loop;
  if (id === 'HD') return '2300';
  // The member's own name stands in no coverage: it is out of its order.
  if (id === 'NM1' && OWN_NAMES.has(first)) return LOOP_OF_NAME.get(first) ?? loop;
  if (id === 'DSB' && !loop.startsWith('23')) return '2200';
  if (loop.startsWith('23'))
    return id === 'LX'
      ? '2310'
      : id === 'COB'
        ? '2320'
        : id === 'NM1' && (loop === '2320' || loop === '2330')
          ? '2330'
          : loop;
  return id === 'NM1' && loop !== '2200' ? (LOOP_OF_NAME.get(first) ?? '2100G') : loop;
}

/** The name of a segment for an answer: letters and digits, as long as a name can be. */
export const nameOf = (id: string): string =>
  id
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 3)
    .toUpperCase() || 'ZZZ';

/**
 * Where in a member the segments go by: which loop is open, how often each loop and segment came, and which comes next
 * in the guide's order.
 */
class Place {
  loop = '2000';
  readonly #loops = new Map<string, number>();
  #segments = new Map<string, number>();
  #rank = 0;

  /** Takes a segment and tells what of its place is wrong: a code of IK304, or nothing. */
  take(elements: readonly string[]): string | undefined {
    const [id = ''] = elements;
    if (!MEMBER_SEGMENTS.has(id)) return strangerCode(id);
    const before = this.loop;
    const next = loopAfter(before, elements);
    const order = LOOPS.get(next);
    if (!order?.has(id)) return '2';
    const rank = [...order].indexOf(id);
    this.loop = next;
    if (next !== '2000' && next !== '2700' && rank === 0) return this.#open(next, before, id);
    const count = (this.#segments.get(id) ?? 0) + 1;
    this.#segments.set(id, count);
    if (next === '2700') return undefined;
    if (count > (MOST_SEGMENTS.get(`${next} ${id}`) ?? 1)) return '5';
    if (rank < this.#rank) return '7';
    this.#rank = rank;
    return undefined;
  }

  #open(loop: string, before: string, id: string): string | undefined {
    this.#segments = new Map([[id, 1]]);
    this.#rank = 0;
    for (const inner of INNER.get(loop) ?? []) this.#loops.delete(inner);
    const count = (this.#loops.get(loop) ?? 0) + 1;
    this.#loops.set(loop, count);
    // One too many is told; those after it would say the same.
    if (count === (MOST_LOOPS.get(loop) ?? Infinity) + 1) return '4';
    return loop < before &&
      !before.startsWith('27') &&
      !INNER.get(loop)?.includes(before) &&
      !(before.startsWith('23') && loop.startsWith('23'))
      ? '7'
      : undefined;
  }
}

/**
 * What breaks the guide in one member's loop, with the codes of IK3 and IK4. `segments` are the loop's segments as
 * lists of trimmed elements, INS first unless it is missing; `position` is that of the first, ST being 1. `beyondGuide`
 * are the codes that the sender's profile takes. Looks at every segment, so it is asked only for loops that are not
 * like one that was found clean.
 */
export function memberFindings(
  segments: readonly (readonly string[])[],
  position: number,
  separators?: Separators,
  beyondGuide: readonly BeyondGuide[] = BEYOND_GUIDE_AT_FIRST,
): SegmentFinding[] {
  const found: SegmentFinding[] = [];
  const add = (segment: string, at: number, loop: string, code: string): void =>
    void found.push({ segment, position: at, loop, code, elements: [] });
  const place = new Place();
  let families = 0;
  let policies = 0;
  let hasName = false;
  /** Whether an HD is still without a DTP. */
  let isUndated = false;
  const closeCoverage = (at: number): void => {
    if (isUndated) add('DTP', at, '2300', '3');
    isUndated = false;
  };
  segments.forEach((elements, index) => {
    const [id = '', first = ''] = elements;
    const at = position + index;
    const before = place.loop;
    const code = place.take(elements);
    const { loop } = place;
    if (id === 'HD' || (before === '2300' && loop !== '2300')) closeCoverage(at);
    if (code !== undefined) add(nameOf(id), at, code === '1' || code === '6' ? before : loop, code);
    if (code === '1' || code === '2' || code === '6') return;
    if (loop === '2000' && id === 'REF') {
      if ((first === '0F' && ++families === 2) || (first === '1L' && ++policies === 2)) add('REF', at, '2000', '5');
    }
    hasName ||= loop === '2100A';
    if (id === 'HD') isUndated = true;
    else if (id === 'DTP' && loop === '2300') isUndated = false;
    const wrong = withStrays(wrongElements(loop, elements), elements, separators).filter(
      (one) => !isTakenBeyondGuide(id, elements, one, beyondGuide),
    );
    if (wrong.length > 0) found.push({ segment: id, position: at, loop, code: '8', elements: wrong });
  });
  const end = position + segments.length;
  closeCoverage(end);
  if (segments[0]?.[0] !== 'INS') add('INS', position, '2000', '3');
  if (families === 0) add('REF', position + 1, '2000', '3');
  if (!hasName) add('NM1', Math.min(end, position + 1), '2100A', '3');
  return found.sort((a, b) => a.position - b.position);
}
