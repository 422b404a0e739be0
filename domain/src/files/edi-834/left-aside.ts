import { type FileMessage, fileMessage } from '../messages/file-message.ts';
import { isOfOthers } from './x12-segments.ts';

/** Kinds of a member's segments that have no place here (005010X220A1, loops 2000 to 2700), in words. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['REF*17', 'reporting category'],
  ['REF*1L', 'policy number of the coverage'],
  ['REF*3H', 'case number'],
  ['REF*4A', 'PIN'],
  ['REF*6O', 'cross reference'],
  ['REF*9V', 'payment category'],
  ['REF*ABB', 'personal ID'],
  ['REF*CE', 'class of contract'],
  ['REF*D3', 'pharmacy number'],
  ['REF*E8', 'service contract number'],
  ['REF*F6', 'Medicare number'],
  ['REF*M7', 'medical assistance category'],
  ['REF*P5', 'position code'],
  ['REF*PID', 'program ID'],
  ['REF*QQ', 'unit number'],
  ['REF*RB', 'rate code'],
  ['REF*X9', 'internal control number'],
  ['REF*XM', 'issuer number'],
  ['REF*XX1', 'special program'],
  ['REF*XX2', 'service area'],
  ['REF*ZX', 'county'],
  ['REF*ZZ', 'reference of the sender’s own'],
  ['REF', 'other reference'],
  ['DTP*343', 'premium paid to'],
  ['DTP*543', 'last premium paid'],
  ['DTP*695', 'previous period'],
  ['AMT*B9', 'coinsurance'],
  ['AMT*C1', 'copay'],
  ['AMT*D2', 'deductible'],
  ['AMT*EBA', 'expenditure'],
  ['AMT*P3', 'premium'],
  ['AMT*R', 'spend down'],
  ['AMT', 'other amount'],
  ['NM1*31', 'mailing address'],
  ['NM1*36', 'employer of the member'],
  ['NM1*45', 'drop-off location'],
  ['NM1*M8', 'school'],
  ['NM1*S3', 'custodial parent'],
  ['NM1', 'responsible person'],
  ['EC', 'employment class'],
  ['HLH', 'health information'],
  ['LUI', 'language'],
  ['DSB', 'disability'],
  ['IDC', 'identification card'],
  ['LX', 'provider'],
  ['COB', 'other insurance'],
  ['LS', 'reporting categories'],
]);

/** Elements of segments that are kept which have no place here, in the order in which they are told. */
const ELEMENTS = {
  NM106: 'title before the name',
  PER: 'another telephone number',
  N406: 'county or other place',
  DMG04: 'marital status',
  DMG05: 'race or ethnicity',
  DMG06: 'citizenship',
  HD09: 'late enrollee',
} as const;
export type ElementAside = keyof typeof ELEMENTS;

/** How often a segment with a code in its first element was left aside. */
export type LeftAsideKind = { readonly segment: string; readonly code: string; readonly count: number };

/**
 * What of a file has no place here, once for the file, the most frequent first, then elements, which nearly everybody
 * may have, without a count; undefined where there is none. Codes that no guide has are not repeated: they may be
 * anything.
 */
export function leftAsideWords(
  kinds: readonly LeftAsideKind[],
  elements: ReadonlySet<ElementAside> = new Set(),
): FileMessage | undefined {
  const counts = new Map<string, number>();
  for (const { segment, code, count } of kinds) {
    const key = KINDS.has(`${segment}*${code}`) ? `${segment}*${code}` : segment;
    if (KINDS.has(key) || isOfOthers(key)) counts.set(key, (counts.get(key) ?? 0) + count);
  }
  if (counts.size === 0 && elements.size === 0) return undefined;
  const said = [...counts]
    .toSorted(([a, few], [b, many]) => many - few || (a < b ? -1 : 1))
    .map(([key, count]) => `${count > 1 ? `${count} × ` : ''}${KINDS.get(key) ?? 'segment of another guide'} (${key})`);
  for (const [element, words] of Object.entries(ELEMENTS))
    if (elements.has(element as ElementAside)) said.push(`${words} (${element})`);
  return fileMessage('segments_not_stored', { items: said.join(', ') });
}
