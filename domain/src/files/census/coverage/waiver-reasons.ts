import { fileMessage, worded } from '../../messages/file-message.ts';
import { shown } from '../../shown-value.ts';
import type { CensusField } from '../headings/fields.ts';
import type { CensusCells, CensusPlace } from '../row-cells.ts';
import { isWaivedTier, readTier } from '../values/cell-values.ts';
import type { CellValue } from '../values/cell-value.ts';
import type { RecordProblem } from '../../enrollment-record.ts';

/** No reason is longer; what is, is not looked at. */
const LONGEST = 60;

const OWN = '(?:his |her |their |my |other |through |on )?';
const WHO = '(?:spouses?|husbands?|wifes?|wives|partners?|domestic partners?|parents?|mothers?|fathers?|moms?|dads?)';
const COVER =
  '(?:plan|health plan|group plan|medical plan|dental plan|vision plan|insurance|health insurance|ins|coverage|cov|policy|employer|employers plan|employers insurance|employers coverage|work|job|medical|dental|vision)';
const BY =
  '(?:covered|has coverage|has cov|coverage|insured|enrolled|cov)? ?(?:by|under|on|through|thru|via|with|in|has|from)';
const PROGRAM =
  '(?:medicare(?: parts?)?(?: a| b| d| ab| a b| a and b| only| advantage| primary)?|medicaid|medi cal|chip|tricare(?: prime| select| for life)?|champva|va(?: benefits| coverage| insurance| healthcare| health care| medical)?|veterans?(?: affairs| administration| benefits| coverage)|military(?: insurance| coverage| benefits)?|indian health(?: services?)?|ihs|healthcare gov|health care gov|obamacare|marketplace(?: plan| coverage| insurance)?)';

const REASONS = [
  `(?:${BY} )?${PROGRAM}(?: plan| coverage)?`,
  `(?:${BY} )?${OWN}${WHO} (?:s )?${COVER}`,
  `${BY} ${OWN}${WHO}`,
  `(?:(?:has|have|${BY}) )?(?:an)?other ${COVER}(?: coverage| plan| insurance)?`,
  '(?:covered|insured|insurance|coverage) elsewhere',
].map((pattern) => new RegExp(`^${pattern}$`));

/** As an election has it: who has the line loses it, and who has not goes without. */
const DROPPED =
  /^(?:drop(?:ped|ping)?|cancel(?:led|ed|ling)?|remov(?:e|ed|ing)|discontinued?|end|stop|term(?:inate)?)(?: (?:my |this )?(?:coverage|plan|election|enrollment))?$/;

/**
 * True for what people write in the place of a plan to say why somebody takes none: Medicare, Tricare, VA, Spouse's
 * plan, Other coverage. A plan may bear the same name, and then it is one.
 */
export function isWaiverReason(cell: CellValue): boolean {
  const words = plainWords(cell);
  return words !== undefined && REASONS.some((reason) => reason.test(words));
}

const isDropped = (cell: CellValue): boolean => DROPPED.test(plainWords(cell) ?? '');

function plainWords(cell: CellValue): string | undefined {
  if (typeof cell !== 'string' || cell.length > LONGEST) return undefined;
  return cell
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** What such a cell stands for, as everybody understands it. */
const WAIVED = 'Waived';

/**
 * The cells with Waived in the place of reasons, or of Drop, that stand for a plan, where nothing else in the row
 * speaks of that line: a level beside it, or a column that says that it is taken, leaves the cell the name of a plan
 * that nobody knows. Undefined where there are none.
 */
export function withoutReasons(
  cells: CensusCells,
  { lineOfPlan, words }: CensusPlace,
): { cells: CensusCells; told: RecordProblem[] } | undefined {
  let plain: Map<CensusField, CellValue> | undefined;
  const told: RecordProblem[] = [];
  // Asked for every cell of a list, of which few stand for a plan or a level: pairs of all would be most of what a row
  // costs.
  for (const field of cells.keys()) {
    if (!field.startsWith('plan') && !field.startsWith('tier')) continue;
    const cell = cells.get(field) as CellValue;
    const [kind, of] = field.split('.');
    const isDrop = isDropped(cell);
    if (
      !(isDrop || isWaiverReason(cell)) ||
      (kind !== 'plan' && kind !== 'tier') ||
      (kind === 'tier' && of === undefined)
    )
      continue;
    if (
      lineOfPlan?.(String(cell)) !== undefined ||
      words.meaning('tier', cell) !== undefined ||
      (kind === 'plan' && isTakenBeside(cells, of))
    )
      continue;
    (plain ??= new Map(cells)).set(field, WAIVED);
    told.push({
      field,
      code: 'waiver_reason',
      ...worded(
        isDrop
          ? fileMessage('dropped_as_waived', { value: shown(String(cell)) })
          : fileMessage('reason_as_waived', { value: shown(String(cell)) }),
      ),
    });
  }
  return plain && { cells: plain, told };
}

/** A level of the line, or that of a row with no other plan. */
function isTakenBeside(cells: CensusCells, of: string | undefined): boolean {
  const own = cells.get(`tier.${of}` as CensusField);
  const isOnly = [...cells.keys()].filter((field) => field.startsWith('plan.')).length === 1;
  const level = own ?? (isOnly ? cells.get('tier') : undefined);
  return level !== undefined && !isWaivedTier(level) && readTier(level) !== undefined;
}
