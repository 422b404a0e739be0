import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import { mayNameLines } from '@openbenefits/domain/files/census/coverage/lines-enrolled';
import { linesIn } from '@openbenefits/domain/files/census/coverage/waivers';
import { lineInHeading } from '@openbenefits/domain/files/census/headings/line-in-heading';
import { readStatus } from '@openbenefits/domain/files/census/coverage/status';
import { isWaiverReason } from '@openbenefits/domain/files/census/coverage/waiver-reasons';
import {
  isElected,
  isNothing,
  isWaived,
  readAction,
  readTier,
  readYesNo,
  saysWaived,
} from '@openbenefits/domain/files/census/values/cell-values';
import { wordsOf } from '@openbenefits/domain/plain-words';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import { readDate, type DateContext } from '@openbenefits/domain/files/census/values/read-date';
import { isCoverageHeading } from '@openbenefits/domain/files/census/coverage/stated-coverage';
import type { UnreadColumn } from './list-meaning.ts';
import type { TableRow } from './table-row.ts';

const OF_COVERAGE =
  /^(?:cov|ben|plan|med|den|vis|life|std|ltd|elect|enrol|insur)|coverage|benefit|medical|dental|vision|health/;
const OF_A_START = /start|begin|eff|enroll(?:ed|ment)?da?te?$|^(?:cov\w*|ben\w*|ins\w*|plan)(?:date|dt)$/;
const OF_AN_END = /end|stop|term|thru|through|expir|exp(?:date|dt)?$|cancel|till?$|until|(?:effective|coverage)to$/;
/** What was before, what is not asked for yet, what is the plan's or the group's own, what is paid or saved. */
const OF_OTHERS =
  /year|prior|previous|original|current|rate|spouse|child|dep(?:endent)?\d?|group|class|elig|policy|deduct|paid|cost|premium|card|account|saving|hsa|fsa|hipaa|rider|window|deadline|open/;
const OF_THE_JOB = /status|employ|categor|type|active/;
/** A letter alone may as well be any other code. */
const isEnd = (cell: CellValue | undefined): boolean =>
  typeof cell === 'string' && cell.length > 3 && readStatus(cell) === 'left';
/** A coverage level of one letter may as well be any other code. */
const SHORTEST_LEVEL = 2;

/** A start or an end that is read holds for the line of a heading, where it is of that line or of all. */
const isDated = (columns: readonly CensusColumn[], part: 'from' | 'until', line: CoverageLine | undefined): boolean =>
  columns.some(
    ({ field, dependent }) =>
      dependent === 0 &&
      (field === part || (field.startsWith(`${part}.`) && (line === undefined || field === `${part}.${line}`))),
  );
/** Who has a line is told by its plan, its level or its yes and no. */
const isTold = (columns: readonly CensusColumn[], line: CoverageLine): boolean =>
  columns.some(
    ({ field, dependent }) => dependent === 0 && /^(?:plan|enrolled|tier)\./.test(field) && field.endsWith(`.${line}`),
  );

/** Yes and no to a line say more of a dependent than the plan of the family. */
const isAnswered = (columns: readonly CensusColumn[], line: CoverageLine): boolean =>
  columns.some(({ field }) => field === `enrolled.${line}` || field === `waived.${line}`);
const isNo = (cell: CellValue): boolean => readYesNo(cell) === false;
const isFilled = (cell: CellValue | undefined): cell is CellValue =>
  cell !== undefined && cell !== '' && !isNothing(cell);

/** Eligibility Status, Benefits Eligible (Y/N): people whom the list names, and means to have no coverage. */
const OF_ELIGIBILITY = /^(?!rehire|notice).*elig(?!.*(?:date|dt|class|group)$)/;
const NOT_ELIGIBLE = /^\s*(?:in-?eligible|not\s+(?:yet\s+)?eligible|not|no?|false)\b/i;

/** Pending: true, Approved: N; coverage is opened once it is approved (domain rules 4.6). */
const OF_A_DECISION =
  /^(?:is)?(?:pending|approved|confirmed)$|^(?:eoi|coverage|enrollment|election)(?:pending|approved|confirmed)$/;
const OF_NO = /pending/;
const OF_THE_COVERED = /covered|enrolled/;
const isYes = (cell: CellValue | undefined): boolean => isFilled(cell) && readYesNo(cell) === true;

/** Remove (Y/N), Date of Death: whoever has left without another word would go on. */
const OF_LEAVING = /^(?:remove|delete|drop|terminate|cancel)|^(?:isdeceased|deceased|dateofdeath|deathdate|dod|died)/;
/** Resignation Date, Retired On: when somebody has left, or will, where no other column tells it. */
const OF_A_LEAVER =
  /exit|ceas|dismiss|resign|separat|leaving|dateleft|left(?:on|date)|offboard|deactiv|inactiv|^quit|releasedate|discharg|severance|retire|lastday|departure|terminat/;
/** Dep End Date: of whom the row is about, or of somebody beside. */
const OF_A_PERSON = /^(?:dep|member|mbr|spouse|child|person)/;
const OF_PEOPLE =
  /^(?:dependents?|deps?|spouse|child(?:ren)?|persons?|members?|people)(?:names?)?(?:to(?:be)?)?(?:add|drop|remov|terminat|cancel|delet)\w*$|^(?:add|drop|remov|terminat|cancel|delet)\w*(?:dependents?|deps?|spouse|child(?:ren)?|persons?|members?|people)(?:names?)?$|^who(?:i?s)?covered$|^(?:covered|enrolled)(?:people|persons?|members?|individuals?)$|^(?:people|persons|members)(?:covered|enrolled)$|^(?:medical|health|dental|vision)?(?:plan|coverage)?(?:covered|enrolled|eligible)?(?:dependents?|deps?|children|child|kids?|familymembers?|family|spouse|partner)(?:names?|covered|enrolled|info(?:rmation)?|details?|(?:and|names?)?(?:dobs?|birth ?dates?|ages?))?\d{0,2}(?:names?)?$|^(?:spouse|partner|husbandwife)s?(?:and|or)?(?:children|child|kids?|deps?|dependents?|family)(?:names?|info|details?|covered|dobs?)*$/;
/** Dependents Covered - Medical. */
const LINE_BEHIND = /(?<=.)(?:medical|health|dental|vision)$/;
const mayBeName = (cell: CellValue | undefined): boolean =>
  isFilled(cell) &&
  typeof cell === 'string' &&
  /\p{L}{2,}/u.test(cell) &&
  readYesNo(cell) === undefined &&
  readTier(cell) === undefined &&
  !isWaived(cell) &&
  !isElected(cell);

/** What people write beside a row for whoever reads it: drop dental 10/31. */
const OF_NOTES =
  /^(?:hr|employee|enrollment|additional|admin)?(?:notes?|comments?|remarks?|memo|instructions?|explanation)$/;
const ORDERS =
  /\b(?:term(?:ed|inated?|ination)?|drop(?:ped|s)?|cancel(?:led|ed)?|waiv\w*|declin\w*|eff(?:ective)?|add(?:ed|ing)?|remov\w*|end(?:s|ed|ing)?|left|quit|resigned|retired|chang\w*|switch\w*)\b/i;
const OF_AN_ACTION = /event|action|change|^tran|transact|activity|request/;
/** Drop Spouse, Termination of employment. */
const ENDS_SOMETHING = /^(?:drop|term|cancel|remov|delet|end)/i;
const isEndOf = (cell: CellValue | undefined): boolean =>
  isEnd(cell) ||
  (typeof cell === 'string' && cell.length > 3 && (readAction(cell) === 'end' || ENDS_SOMETHING.test(cell.trim())));
/** Coverage Period: 01/01/2026 - 09/30/2026. */
const OF_A_PERIOD = /^(?:cov(?:erage|ered)?|benefits?)(?:period|dates|span)$/;
const A_PERIOD = /\d\s*(?:[\p{Pd}–]|to|thru|through|until)\s*(?:\d|present|current|ongoing|open)/iu;
/** The day of a marriage or a status, where nothing else says from when the row holds. */
const OF_AN_EVENT =
  /^(?:life|qualifying|qual|qle|qe|family)?(?:event|status|action|election)(?:eff|effective)?(?:date|dt|on)$|^qledate$|^(?:marriage|adoption|wedding)date$|^dateof(?:(?:life|qualifying)?event|marriage|adoption)$/;
/** Change Date, Change Effective Date: from when what the row says holds. */
const OF_A_CHANGE =
  /^(?:plan|coverage|benefit|election)?change(?:s|d)?(?:(?:eff|effective)?(?:date|dt|on)|eff|effective)$/;

/**
 * Effective Dt of Election, Deduction Start Date: a first day where no other column tells one; a deduction ends with
 * the coverage.
 */
const OF_ANY_START =
  /^(?!.*(?:salar|pay|rate|job|title|position|address|hire|grade|class|dept|elig)).*(?:eff(?:ective)?(?:date|dt|on)|(?:date|dt)effective|^deduction(?:start|begin)(?:date|dt)?|^orig(?:inal)?eff(?:ective)?)$/;
const OF_A_DEDUCTION_END = /^deduction(?:end|stop)(?:date|dt)?$/;

/** Of the job in a payroll’s list, and of the coverage in a carrier’s. */
const OF_A_BEGIN: ReadonlySet<string> = new Set(
  'start starts started startdate startdt startedon datestarted begin begins begindate begindt from fechadeinicio fechainicio inicio beginn startdatum ab von desde debut début'.split(
    ' ',
  ),
);
const OF_A_STOP: ReadonlySet<string> = new Set(
  'end ends enddate enddt exp expdate expdt stop stops stopdate thru through until expires fechafin ende enddatum bis hasta fin'.split(
    ' ',
  ),
);

/**
 * Date Added, First Day, Open Date, and Date Removed, Close Date, Loss of Coverage: of coverage perhaps, where no other
 * column tells it.
 */
const OF_A_FIRST = /since|asof$|^first(?:day|date)$|^(?:date)?added(?:date|on)?$|activat|^open(?:ed)?(?:date|on)?$/;
const OF_A_LAST = /^(?:date)?removed(?:date|on)?$|^close(?:d)?(?:date|on)?$|^lossofcoverage|lapse/;

/** Basic Life Volume, STD Weekly Benefit: somebody is insured, for so much. */
const OF_A_VOLUME = /(?:life|add|std|ltd|disab).*(?:volume|vol|amount|amt|benefit|face|coverage)$/;
const LIFE = /life|^add/;
const isAmount = (cell: CellValue | undefined): boolean =>
  typeof cell === 'number'
    ? cell > 0
    : typeof cell === 'string' && /^\$? ?\d[\d,]*(?:\.\d+)?$/.test(cell.trim()) && /[1-9]/.test(cell);

const LOOKS_LIKE_SSN = /^\d{3}-\d{2}-\d{4}$/;
const OF_AN_SSN = /ssn|social|^soc|^ss/;
const OF_ANOTHER = /spouse|partner|child|dep|benefic|physician|pcp/;
/** B-Day, SocNo: without what tells people apart, everybody is new, or taken for a namesake. */
const OF_A_BIRTH = /birth|born|bday|^dob/;

const OF_A_WAIVER = /^(?!.*cobra).*(?:waiv|declin|refus|optout|disenrol|unenrol)/;
/** Whether the row says itself that the line of such a heading, or everything, is declined. */
function isDeclined(cells: TableRow['cells'], columns: readonly CensusColumn[], words: string): boolean {
  const line = lineInHeading(words);
  return columns.some(
    ({ field, index }) =>
      (/^(?:waived|status)\b/.test(field) && isFilled(cells[index])) ||
      (field.startsWith('plan.') &&
        (line === undefined || field === `plan.${line}`) &&
        cells[index] !== undefined &&
        (saysWaived(cells[index] ?? '') || isWaiverReason(cells[index] ?? ''))),
  );
}

/** Gold PPO $412.33: an amount in a heading. */
const PRICED = /\$\s?\d|\d\.\d{2}(?!\d)/;

/** Returns the columns that are not read and belong to coverage by their headings. */
export const unreadCoverageColumns = (texts: readonly string[], ignored: readonly string[]): UnreadColumn[] =>
  texts.flatMap((text, index) => {
    const heading = text.trim().replace(/\s+/g, ' ');
    return ignored.includes(heading) && isCoverageHeading(heading) ? [{ index, heading }] : [];
  });

/**
 * Columns that nobody knows and that look as if they told what no other column does: what stands in them would be
 * missed by nobody.
 */
export function unreadColumns(
  rows: readonly TableRow[],
  texts: readonly string[],
  { columns, ignored }: MatchedColumns,
  dates: DateContext,
): FileMessage[] {
  const context = { ...dates, orders: undefined };
  const isDate = (cell: CellValue): boolean => readDate(cell, context) !== undefined;
  const ofHire = columns.flatMap(({ field, dependent, index }) =>
    dependent === 0 && (field === 'hireDate' || field === 'rehireDate') ? [index] : [],
  );
  const isMark = (cell: CellValue): boolean =>
    typeof cell === 'string' && (isElected(cell) || (cell.length >= SHORTEST_LEVEL && readTier(cell) !== undefined));
  return texts.flatMap((text, index) => {
    const heading = text.trim().replace(/\s+/g, ' ');
    if (!ignored.includes(heading)) return [];
    const words = wordsOf(heading);
    const hasOwn = (field: CensusColumn['field']): boolean =>
      columns.some((one) => one.field === field && one.dependent === 0);
    const identifier = OF_ANOTHER.test(words)
      ? undefined
      : !hasOwn('ssn') &&
          rows.some(
            ({ cells }) =>
              LOOKS_LIKE_SSN.test(String(cells[index] ?? '')) ||
              (OF_AN_SSN.test(words) && /^\d{9}$/.test(String(cells[index] ?? ''))),
          )
        ? 'SSNs'
        : !hasOwn('dateOfBirth') &&
            OF_A_BIRTH.test(words) &&
            rows.some(({ cells }) => isFilled(cells[index]) && isDate(cells[index]))
          ? 'birth dates'
          : undefined;
    if (identifier) return [fileMessage('protected_column_ignored', { heading, what: identifier })];
    if (
      OF_THE_JOB.test(words) &&
      !columns.some(({ field }) => field === 'status') &&
      rows.some(({ cells }) => isEnd(cells[index]))
    )
      return [fileMessage('terminations_column_ignored', { heading })];
    if (OF_NOTES.test(words) && rows.some(({ cells }) => ORDERS.test(String(cells[index] ?? ''))))
      return [fileMessage('notes_column_ignored', { heading })];
    if (
      OF_AN_ACTION.test(words) &&
      !columns.some(({ field }) => field === 'action') &&
      rows.some(({ cells }) => isEndOf(cells[index]))
    )
      return [fileMessage('terminations_column_ignored', { heading })];
    if (
      (OF_A_CHANGE.test(words) || (OF_AN_EVENT.test(words) && !isDated(columns, 'from', undefined))) &&
      rows.some(({ cells }) => isFilled(cells[index]) && isDate(cells[index]))
    )
      return [fileMessage('dates_column_ignored', { heading })];
    if (
      OF_A_DECISION.test(words) &&
      rows.some(({ cells }) => isFilled(cells[index]) && (OF_NO.test(words) ? isYes : isNo)(cells[index]))
    )
      return [fileMessage('approval_column_ignored', { heading })];
    if (
      mayNameLines(heading) &&
      rows.some(
        ({ cells }) =>
          linesIn(String(cells[index] ?? '')).length > 0 || (OF_THE_COVERED.test(words) && mayBeName(cells[index])),
      )
    )
      return [fileMessage('coverage_column_ignored', { heading })];
    if (OF_ELIGIBILITY.test(words) && rows.some(({ cells }) => NOT_ELIGIBLE.test(String(cells[index] ?? ''))))
      return [fileMessage('eligibility_column_ignored', { heading })];
    if (
      OF_LEAVING.test(words) &&
      rows.some(({ cells }) => isFilled(cells[index]) && (readYesNo(cells[index]) ?? isDate(cells[index])))
    )
      return [fileMessage('terminations_column_ignored', { heading })];
    if (
      OF_A_LEAVER.test(words) &&
      !hasOwn('terminationDate') &&
      !OF_OTHERS.test(words) &&
      rows.some(({ cells }) => isFilled(cells[index]) && isDate(cells[index]))
    )
      return [fileMessage('terminations_column_ignored', { heading })];
    if (
      OF_AN_END.test(words) &&
      OF_A_PERSON.test(words) &&
      rows.some(({ cells }) => isFilled(cells[index]) && isDate(cells[index]))
    )
      return [fileMessage('dates_column_ignored', { heading })];
    if (
      ((OF_ANY_START.test(words) && !isDated(columns, 'from', undefined)) ||
        (OF_A_DEDUCTION_END.test(words) && !isDated(columns, 'until', undefined))) &&
      rows.some(({ cells }) => isFilled(cells[index]) && isDate(cells[index]))
    )
      return [fileMessage('dates_column_ignored', { heading })];
    if (OF_A_PERIOD.test(words) && rows.some(({ cells }) => A_PERIOD.test(String(cells[index] ?? ''))))
      return [fileMessage('dates_column_unclear', { heading })];
    if (OF_PEOPLE.test(words.replace(LINE_BEHIND, '')) && rows.some(({ cells }) => mayBeName(cells[index])))
      return [fileMessage('dependents_column_ignored', { heading })];
    if (
      OF_A_WAIVER.test(words) &&
      rows.some(({ cells }) => isFilled(cells[index]) && !isDeclined(cells, columns, words))
    )
      return [fileMessage('waivers_column_ignored', { heading })];
    if (
      OF_A_BEGIN.has(words) &&
      !isDated(columns, 'from', undefined) &&
      rows.some(
        ({ cells }) =>
          isFilled(cells[index]) &&
          isDate(cells[index]) &&
          !ofHire.some((hired) => String(cells[hired]) === String(cells[index])),
      )
    )
      return [fileMessage('start_or_hire_ignored', { heading })];
    if (
      OF_A_STOP.has(words) &&
      !isDated(columns, 'until', undefined) &&
      !columns.some(({ field, dependent }) => dependent === 0 && field === 'terminationDate') &&
      rows.some(({ cells }) => isFilled(cells[index]) && isDate(cells[index]))
    )
      return [fileMessage('end_or_term_ignored', { heading })];
    const insured = OF_A_VOLUME.test(words) ? (LIFE.test(words) ? 'life' : 'disability') : undefined;
    if (insured && !isTold(columns, insured) && rows.some(({ cells }) => isAmount(cells[index])))
      return [fileMessage('coverage_column_ignored', { heading })];
    if (OF_OTHERS.test(words)) return [];
    const line = lineInHeading(words);
    const holds = (is: (cell: CellValue) => boolean): boolean =>
      rows.some(({ cells }) => cells[index] !== undefined && cells[index] !== '' && is(cells[index]));
    const isStart = OF_A_START.test(words) && !isDated(columns, 'from', line);
    const isLast = OF_AN_END.test(words) && !isDated(columns, 'until', line);
    const isFirst = OF_A_FIRST.test(words) && !isDated(columns, 'from', undefined) && !hasOwn('hireDate');
    const isOver = OF_A_LAST.test(words) && !isDated(columns, 'until', undefined) && !hasOwn('terminationDate');
    const isWhen = ((OF_COVERAGE.test(words) && (isStart || isLast)) || isFirst || isOver) && holds(isDate);
    const isWho =
      line !== undefined &&
      ((!isTold(columns, line) && holds(isMark)) ||
        (!isAnswered(columns, line) &&
          holds(isNo) &&
          rows.every(({ cells }) => !isFilled(cells[index]) || readYesNo(cells[index]) !== undefined)));
    if (isWho && PRICED.test(heading)) return [fileMessage('price_heading_ignored', { heading })];
    const isDeclining = line !== undefined && !isTold(columns, line) && holds((cell) => saysWaived(cell));
    const what = isWhen
      ? 'when coverage starts or ends'
      : isWho
        ? 'who has coverage'
        : isDeclining
          ? 'who declined coverage'
          : undefined;
    return what === undefined ? [] : [fileMessage('columns_unmatched', { heading, what })];
  });
}
