import { wrongElements } from './guide-834-elements.ts';
import type { SegmentFinding } from './received-interchange.ts';

/** What belongs to which loop of a member, 005010X220A1. */
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

const LOOP_OF_NAME: ReadonlyMap<string, string> = new Map([['IL', '2100A'], ['74', '2100A'], ['70', '2100B'], ['31', '2100C'], ['36', '2100D'], ['M8', '2100E'], ['S3', '2100F'], ['45', '2100H']]);
/** HD loops a member may have. */
const MOST_COVERAGES = 99;

/** The loop that a segment opens, or the one it stands in. */
function loopAfter(loop: string, [id = '', first = '']: readonly string[]): string {
  // Some senders go on with a coverage after LE; the guide has the categories last.
  const isReporting = loop.startsWith('27') && !(loop === '2700' && id === 'HD');
  if (id === 'LS') return '2700';
  if (isReporting) return id === 'LX' ? '2710' : id === 'N1' ? '2750' : id === 'LE' ? '2700' : loop;
  if (id === 'HD') return '2300';
  if (id === 'DSB') return '2200';
  if (loop.startsWith('23')) return id === 'LX' ? '2310' : id === 'COB' ? '2320' : id === 'NM1' && loop === '2320' ? '2330' : loop;
  return id === 'NM1' ? (LOOP_OF_NAME.get(first) ?? '2100G') : loop;
}

/** The name of a segment for an answer: letters and digits, as long as a name can be. */
const nameOf = (id: string): string => id.replace(/[^A-Za-z0-9]/g, '').slice(0, 3).toUpperCase() || 'ZZZ';

/**
 * What breaks the guide in one member's loop, with the codes of IK3 and IK4. `segments` are the loop's segments as lists of trimmed elements, INS first;
 * `position` is that of the INS, ST being 1. Looks at every segment, so it is asked only for loops in which the reader noticed something.
 */
export function memberFindings(segments: readonly (readonly string[])[], position: number): SegmentFinding[] {
  const found: SegmentFinding[] = [];
  const add = (segment: string, at: number, loop: string, code: string): void => void found.push({ segment, position: at, loop, code, elements: [] });
  let loop = '2000';
  let hasFamily = false;
  let hasName = false;
  let coverages = 0;
  /** The HD still without a DTP, or -1. */
  let undated = -1;
  const closeCoverage = (at: number): void => {
    if (undated >= 0) add('DTP', at, '2300', '3');
    undated = -1;
  };
  segments.forEach((elements, index) => {
    const [id = '', first = ''] = elements;
    const at = position + index;
    const before = loop;
    loop = loopAfter(loop, elements);
    if (id === 'HD' || (before === '2300' && loop !== '2300')) closeCoverage(at);
    if (!MEMBER_SEGMENTS.has(id)) return add(nameOf(id), at, before, '1');
    if (!LOOPS.get(loop)?.has(id)) return add(id, at, loop, '2');
    hasFamily ||= loop === '2000' && id === 'REF' && first === '0F';
    hasName ||= loop === '2100A';
    if (id === 'HD') {
      coverages++;
      undated = index;
      if (coverages === MOST_COVERAGES + 1) add('HD', at, '2300', '4');
    } else if (id === 'DTP' && loop === '2300') undated = -1;
    const wrong = wrongElements(loop, elements);
    if (wrong.length > 0) found.push({ segment: id, position: at, loop, code: '8', elements: wrong });
  });
  const end = position + segments.length;
  closeCoverage(end);
  if (!hasFamily) add('REF', position + 1, '2000', '3');
  if (!hasName) add('NM1', Math.min(end, position + 1), '2100A', '3');
  return found.sort((a, b) => a.position - b.position);
}
