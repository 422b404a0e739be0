import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import { COVERAGE_LINE_LABEL, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { fieldOfHeading } from '@openbenefits/domain/files/census/headings/field-of-heading';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { readLine } from '@openbenefits/domain/files/census/coverage/line';
import { linesIn } from '@openbenefits/domain/files/census/coverage/waivers';
import { isUndecided, readStatus, soundsLikeEnd } from '@openbenefits/domain/files/census/coverage/status';
import { isNumbered } from '@openbenefits/domain/files/census/headings/numbered-plans';
import { readTier } from '@openbenefits/domain/files/census/values/cell-values';
import { wordsOf } from '@openbenefits/domain/plain-words';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { shown } from '@openbenefits/domain/files/shown-value';
import { unknownPlan } from '@openbenefits/domain/files/unknown-plan';

type Cells = ReadonlyMap<CensusField, CellValue>;
type Leaves = ReadonlyMap<string, string>;

const ELECTION_TAGS: ReadonlySet<string> = new Set(
  'coverage cov election enrollment benefit benefitelection benefitelections coverageelection planelection planenrollment benefitenrollment plan product deduction'.split(
    ' ',
  ),
);
const LINES: ReadonlyMap<string, CoverageLine> = new Map<string, CoverageLine>([
  ['medical', 'medical'],
  ['med', 'medical'],
  ['health', 'medical'],
  ['dental', 'dental'],
  ['den', 'dental'],
  ['vision', 'vision'],
  ['vis', 'vision'],
  ['life', 'life'],
  ['disability', 'disability'],
]);
/** Where such an element says its line, and where its plan. */
const TYPES = [
  'type',
  'line',
  'benefittype',
  'coveragetype',
  'lineofcoverage',
  'benefit',
  'plantype',
  'coverageline',
  'benefitline',
  'category',
  'kind',
  'producttype',
  'benefittypecode',
  'plantypecode',
  'coveragetypecode',
  'lineofbusiness',
  'lob',
] as const;
const NAMES_OF_LINE = ['name', 'benefitname', 'code'] as const;
const PLANS = ['code', 'plancode', 'name', 'id', 'value', 'description', 'benefitcode', 'coveragecode'] as const;
/** What employers offer and is not administered here. */
const OTHER_BENEFIT =
  /fsa|hsa|hra|spending|savings|accident|critical|cancer|hospital|legal|pet|401|commuter|transit|identity|dependentcare|eap|retire|voluntary/;

export function lineOfTag(tag: string): CoverageLine | undefined {
  return LINES.get(tag.replace(/(coverage|plan|benefit|election|enrollment)s?$/, ''));
}

const lineOfWord = (word: string): CoverageLine | undefined => lineOfTag(wordsOf(word)) ?? readLine(word);

/** <CoverageType>Medical</CoverageType> is the line, and no level. */
const isLineForLevel = (value: CellValue): boolean =>
  lineOfWord(String(value)) !== undefined && readTier(value) === undefined;

/** <EffectivePeriod> with <StartDate> and <EndDate>: days of the element around it. */
export const isPeriodTag = (tag: string): boolean =>
  tag !== 'payperiod' &&
  /period$|^(?:effective|coverage)?dates?$|timespan$|^(?:effective|duration|validity)$/.test(tag);

/**
 * The line that an element says by a value inside; `word` is one that is no line. A coverage level is none that was
 * meant to be.
 */
function typeOf(tag: string, leaves: Leaves): { line?: CoverageLine; word?: string } {
  const told = TYPES.flatMap((name) => leaves.get(name) ?? []);
  const known = told.find((word) => lineOfWord(word));
  if (known !== undefined) return { line: lineOfWord(known) };
  const named = ELECTION_TAGS.has(tag)
    ? NAMES_OF_LINE.flatMap((name) => leaves.get(name) ?? []).find((word) => lineOfWord(word))
    : undefined;
  if (named !== undefined) return { line: lineOfWord(named) };
  const word = told.find((one) => readTier(one) === undefined);
  return word === undefined ? {} : { word };
}

/**
 * <Enrollment><Plan><Code>DEN-BASIC</Code><Type>Dental</Type></Plan><End>…: the line of the only plan that an element
 * inside tells.
 */
function lineInside(tag: string, cells: Cells, leaves: Leaves): CoverageLine | undefined {
  if (!ELECTION_TAGS.has(tag) || ![...cells.keys()].some((field) => OF_ANY_LINE.has(field))) return undefined;
  const [plan, ...others] = [...cells.keys()].filter((field) => field.startsWith('plan.'));
  if (plan === undefined || others.length > 0 || [...leaves.values()].includes(String(cells.get(plan))))
    return undefined;
  return plan.slice('plan.'.length) as CoverageLine;
}
const OF_ANY_LINE: ReadonlySet<CensusField> = new Set<CensusField>([
  'from',
  'until',
  'tier',
  'waived',
  'enrolled',
  'terminationDate',
  'status',
]);

const holdsAPlan = (cells: Cells): boolean => [...cells.keys()].some((field) => field.startsWith('plan.'));

/** `<Plan code="MED-PPO" level="FAM">` with elements inside: of the line of the plan that it is called by. */
function lineOfItsPlan(
  tag: string,
  leaves: Leaves,
  lineOfPlan: ((plan: string) => CoverageLine | undefined) | undefined,
): CoverageLine | undefined {
  if (!lineOfPlan || !ELECTION_TAGS.has(tag)) return undefined;
  const lines = new Set(PLANS.flatMap((name) => lineOfPlan(leaves.get(name) ?? '') ?? []));
  if (lines.size > 0) return lines.size === 1 ? [...lines][0] : undefined;
  // A plan that nobody knows is asked for, and lost in silence otherwise.
  return tag === 'plan' &&
    (leaves.has('code') || leaves.has('plancode')) &&
    !OTHER_BENEFIT.test(wordsOf([...leaves.values()].join(' ')))
    ? 'medical'
    : undefined;
}

/**
 * `<Plan type="Dental">DEN-BASIC</Plan>`: a text that is a plan of the line its attribute names, or of what is not
 * administered here.
 */
export function isPlanWithLine(tag: string, text: string, leaves: Leaves): boolean {
  if (!ELECTION_TAGS.has(tag) || text.trim() === '') return false;
  const { line, word } = typeOf('', leaves);
  return line !== undefined || (word !== undefined && OTHER_BENEFIT.test(wordsOf(word)));
}

/** `<Coverage type="MED"/>`: of which line a coverage is that says nothing else. */
export function lineAlone(tag: string, text: string, leaves: Leaves): CoverageLine | undefined {
  if (!ELECTION_TAGS.has(tag) || text.trim() !== '' || leaves.size !== 1) return undefined;
  return typeOf('', leaves).line;
}

/** <Enrollment>, <Coverage>: what holds a plan, whoever is named in it. */
export const isElectionTag = (tag: string): boolean => ELECTION_TAGS.has(tag);

/** `cells` of the `line`; `unknown` is what an election is of that is not administered here. */
export type CoverageOfElement = { cells: Map<CensusField, CellValue>; line?: CoverageLine; unknown?: string };

/**
 * Coverage elements say their line by their name (`<Dental>`) or by a type inside: their plan, tier and dates are of
 * that line. Undefined for other elements.
 */
export function coverageOf(
  tag: string,
  cells: Cells,
  leaves: Leaves,
  { text, lineOfPlan }: { text: string; lineOfPlan: ((plan: string) => CoverageLine | undefined) | undefined },
): CoverageOfElement | undefined {
  const told = lineOfTag(tag);
  const type = told === undefined ? typeOf(tag, leaves) : {};
  const line =
    told ??
    type.line ??
    lineInside(tag, cells, leaves) ??
    (type.word === undefined &&
    !holdsAPlan(cells) &&
    (cells.has('tier') || cells.has('from') || leaves.has('benefitcode'))
      ? lineOfItsPlan(tag, leaves, lineOfPlan)
      : undefined);
  // An election of what is not administered here (a savings account, a cover against accidents) is none of the lines
  // that are.
  if (line === undefined) {
    // A benefit is called by a code that nobody knows: of what employers offer, most is not administered here.
    const word = type.word ?? (holdsAPlan(cells) ? undefined : leaves.get('benefitcode'));
    return word !== undefined && ELECTION_TAGS.has(tag) ? { cells: new Map(), unknown: word } : undefined;
  }
  const own = new Map<CensusField, CellValue>();
  for (const [field, value] of cells) {
    if (field === 'line' || field === 'fullName') continue;
    if (field === 'plan.medical') own.set(`plan.${line}`, value);
    else if (field === 'tier' && isLineForLevel(value)) continue;
    // In which lines somebody is enrolled; of a plan it says which it is of.
    else if (field === 'enrolled' && linesIn(String(value)).length > 0) {
      if (!holdsAPlan(cells)) own.set(field, value);
    }
    // The last day of a benefit, and of nobody's job.
    else if (field === 'terminationDate') own.set(`until.${line}`, value);
    else if (field === 'tier' || field === 'from' || field === 'until' || field === 'waived' || field === 'enrolled')
      own.set(`${field}.${line}`, value);
    else if (field !== 'status') own.set(field, value);
  }
  for (const [name, value] of leaves) {
    const field = fieldInside(line, name);
    // <Benefit>MED</Benefit> is the line.
    if (field?.startsWith('plan.') && lineOfWord(value) !== undefined && lineOfPlan?.(value) === undefined) continue;
    if (
      field?.endsWith(`.${line}`) &&
      !field.startsWith('enrolled') &&
      !own.has(field) &&
      !(field.startsWith('tier') && isLineForLevel(value))
    )
      own.set(field, value);
  }
  const plan =
    text.trim() || PLANS.flatMap((name) => leaves.get(name) ?? []).find((word) => lineOfWord(word) === undefined);
  if (plan && (ELECTION_TAGS.has(tag) || lineOfTag(tag)) && !own.has(`plan.${line}`)) own.set(`plan.${line}`, plan);
  // The status of an election is none of the person's.
  const status = cells.get('status');
  if (status !== undefined && readStatus(status) === 'waived') own.set(`plan.${line}`, 'Waived');
  else if (status !== undefined && (isUndecided(status) || soundsLikeEnd(status)) && !own.has(`enrolled.${line}`))
    own.set(`enrolled.${line}`, status);
  return { cells: own, line };
}

/**
 * Whether a coverage names its line, perhaps with days, and nothing that says what is taken of it or that it is not.
 */
export const namesLineAlone = (tag: string, { cells, line }: CoverageOfElement): boolean =>
  ELECTION_TAGS.has(tag) &&
  line !== undefined &&
  [...cells.keys()].every((field) => field === `from.${line}` || field === `until.${line}`);

/** A document has a few dozen names; they are looked up once. */
const MOST_KNOWN = 2000;
const known = new Map<string, CensusField | null>();

/**
 * What a value inside the element of a line is, as a heading with the line before it: <StartDate> in <Dental> is Dental
 * Start Date.
 */
function fieldInside(line: CoverageLine, name: string): CensusField | null {
  const heading = line + name;
  let field = known.get(heading);
  if (field === undefined) {
    field = fieldOfHeading(heading)?.field ?? null;
    if (known.size < MOST_KNOWN) known.set(heading, field);
  }
  return field;
}

const READ_IN_COVERAGE: ReadonlySet<string> = new Set([...TYPES, ...NAMES_OF_LINE, ...PLANS, 'ref', 'refid', 'idref']);
/** What says something in a coverage, by no name that a field has: its line, its plan, its days. */
export const isReadInCoverage = (tag: string): boolean =>
  READ_IN_COVERAGE.has(tag) || fieldInside('medical', tag) !== null;

const OF_MEDICAL = /med|health/;
/** <PlanCode>, and not <MedicalPlan>: a name that says nothing of the line. */
export const isOpenPlan = (tag: string, field: CensusField | null): boolean =>
  field === 'plan.medical' && !OF_MEDICAL.test(tag);

/**
 * <PlanCode>DEN-BASIC</PlanCode> where nothing tells the line: that of the plan, and of an element that is no person so
 * are its level and its days. `leaves` are the values of the element itself, by which its plan may be called.
 */
export function byItsPlan(
  cells: Cells,
  leaves: Leaves,
  lineOfPlan: ((plan: string) => CoverageLine | undefined) | undefined,
  isOfPerson: boolean,
): Map<CensusField, CellValue> | undefined {
  const plan = cells.get('plan.medical');
  if (plan === undefined || ![...leaves].some(([tag, text]) => text === plan && isOpenPlan(tag, 'plan.medical')))
    return undefined;
  const line = lineOfPlan?.(String(plan));
  if (line === undefined || (line === 'medical' && isOfPerson) || cells.has(`plan.${line}`) === (line !== 'medical'))
    return undefined;
  return new Map(
    [...cells].map(([field, cell]): [CensusField, CellValue] => {
      if (field === 'plan.medical') return [`plan.${line}`, cell];
      // The last day of a plan, and of nobody's job.
      if (field === 'terminationDate' && !isOfPerson) return [`until.${line}`, cell];
      const isOwn =
        field === 'tier' || field === 'from' || field === 'until' || field === 'waived' || field === 'enrolled';
      return [isOwn && !isOfPerson ? `${field}.${line}` : field, cell];
    }),
  );
}

/** That an election brought nothing, because it is of no line of ours. */
export const unknownLine = (word: string): RecordProblem => ({
  field: 'line',
  code: 'line_unknown',
  ...worded(fileMessage('election_not_administered', { value: shown(word) })),
});

/**
 * That elements of one person name different plans of a line. A code that nobody knows (`plan`) may be of another line:
 * it is asked for, and mapped once.
 */
export function plansContradict(
  field: CensusField,
  plan?: CellValue,
  lineOfPlan?: (plan: string) => CoverageLine | undefined,
): RecordProblem {
  const isCode =
    typeof plan === 'string' &&
    field === 'plan.medical' &&
    lineOfPlan?.(plan) === undefined &&
    /\d/.test(plan) &&
    readTier(plan) === undefined;
  if (isCode && lineOfPlan) return { field, code: 'plan_unknown', ...worded(unknownPlan(plan)) };
  const label = isNumbered(field)
    ? 'other'
    : COVERAGE_LINE_LABEL[field.slice('plan.'.length) as CoverageLine].toLowerCase();
  return {
    field,
    code: 'column_twice',
    ...worded(fileMessage('two_plans_in_elements', { line: label })),
  };
}
