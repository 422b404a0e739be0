import type { CoverageLine } from '../../../coverage-line.ts';
import { wordsOf } from '../../../plain-words.ts';
import type { CellValue } from '../values/cell-value.ts';

const LINES = new Map<string, CoverageLine>();
const put = (line: CoverageLine, words: string): void => words.split(' ').forEach((word) => LINES.set(word, line));
put(
  'medical',
  'medical med health hlt hl healthinsurance medicalinsurance majormedical medicalplan medicalcoverage medicalrx ppo hmo epo pos hdhp',
);
put('dental', 'dental den dent dn dentalinsurance dentalplan dentalcoverage dppo dhmo');
put('vision', 'vision vis vsn visioninsurance visionplan visioncoverage');
put(
  'life',
  'life lif basiclife grouplife lifeadd basiclifeadd lifeandadd basiclifeandadd lifeinsurance grouptermlife termlife',
);
put('disability', 'disability std ltd shorttermdisability longtermdisability disabilityinsurance');
/**
 * The line of coverage that a word in a column Benefit or Plan Type means; undefined for one that is not administered
 * here.
 */
export const readLine = (cell: CellValue): CoverageLine | undefined => LINES.get(wordsOf(String(cell)));

/** Benefits beside those that are administered here. */
export const OTHER_LINES: ReadonlySet<string> = new Set(
  'fsa hsa hra eap ad add accident criticalillness hospitalindemnity cancer legal pet identitytheft commuter dependentcarefsa healthcarefsa dcfsa'.split(
    ' ',
  ),
);

/** Plan types of PeopleSoft, which calls them by number (PLAN_TYPE). */
const PLAN_TYPES: ReadonlyMap<string, CoverageLine> = new Map([
  ['10', 'medical'],
  ['11', 'dental'],
  ['14', 'vision'],
  ['20', 'life'],
  ['30', 'disability'],
  ['31', 'disability'],
]);
/** The same of a number, where no plan beside it says of which line it is. */
export const readPlanType = (cell: CellValue): CoverageLine | undefined => PLAN_TYPES.get(String(cell).trim());

/** $50,000 or 2x salary: how much life cover, not which plan. */
const AMOUNT = /^\$? ?\d[\d,]*(\.\d+)?k?$|^\d(\.\d)?\s*x\b/i;
export const isAmountOfCover = (line: CoverageLine, plan: CellValue): boolean =>
  (line === 'life' || line === 'disability') && AMOUNT.test(String(plan).trim());
