import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { readYesNo } from '@openbenefits/domain/files/census/values/cell-values';
import { wordsOf } from '@openbenefits/domain/plain-words';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import { idOf, idsIn } from './elections.ts';
import type { XmlPerson } from './xml-person.ts';
import type { CoveredPerson } from './xml-person.ts';

const ONE =
  /^(?:covered|enrolled|insured)(?:dependent|person|member|individual|participant|familymember|life|spouse|child|domesticpartner|partner)(?:s|ref|refid|id|idref|reference)?$|^dependentcoverage$/;
const ALL =
  /^(?:covered|enrolled|insured)(?:dependents|people|persons|members|individuals|participants|familymembers|lives|spouses|children|domesticpartners|partners)$|^(?:dependents|familymembers|persons|people|members)covered$|^covered$/;
const REF = /(?:ref|refid|id|idref|reference|seq|seqno|sequence|sequenceno|sequencenumber)$/;
/**
 * Inside an election these say the same: <Dependents><DependentId>, <Spouse>. Who else is named there may be whose it
 * is.
 */
const PLAIN_ONE =
  /^(?:dependent|spouse|child|familymember)(?:s|ref|refid|ids?|idref|idreference|reference|names?|seq|seqno)?$/;
const PLAIN_ALL =
  /^(?:dependents|persons|people|members|individuals|participants|familymembers|insureds|enrollees|children)$/;
const KIND = /^(?:covered|enrolled|insured)(spouse|child|domesticpartner|partner)/;

const NAME = /^(?:full|first|given|display|person|member|dependent)?name$/;
const SSN = /^(?:person|member|dependent)?(?:ssn|socialsecuritynumber)$/;
const NAMES: ReadonlySet<CensusField> = new Set<CensusField>([
  'firstName',
  'middleName',
  'lastName',
  'suffix',
  'fullName',
]);
/** By which somebody who is described is known again. */
const IDENTITY: ReadonlySet<CensusField> = new Set<CensusField>([
  ...NAMES,
  'ssn',
  'dateOfBirth',
  'gender',
  'relationship',
  'memberId',
  'employeeId',
]);

const A_PERSON = /^(?:dependent|person|member|individual|participant|familymember|insured|enrollee|spouse|child)$/;

/** What stands in such an element and names nobody: how many they are, or that there are some. */
const NO_ID = /^(?:\d{1,2}|y|n|yes|no|true|false|none|all)$/i;

/** Whom a coverage covers, or what stands in such an element. */
export const isOfCoveredPeople = (tag: string, around: string): boolean => {
  const isInside = ONE.test(around) || ALL.test(around);
  return ONE.test(tag) || ALL.test(tag) || (isInside && [REF, NAME, SSN, FLAG].some((words) => words.test(tag)));
};
export const isOneCovered = (tag: string): boolean => ONE.test(tag);
const isList = (tag: string, isInElection: boolean): boolean => ALL.test(tag) || (isInElection && PLAIN_ALL.test(tag));
/**
 * <CoveredPerson>, <CoveredPersons>, and what stands in the latter; in an election <Dependents>, too, as far as it
 * describes nobody.
 */
export function isOfCovered(
  tag: string,
  around: string,
  cells: ReadonlyMap<CensusField, CellValue>,
  isInElection: boolean,
): boolean {
  if (ONE.test(tag) || ALL.test(tag) || ALL.test(around)) return true;
  return isInElection && (PLAIN_ONE.test(tag) || PLAIN_ALL.test(tag) || PLAIN_ALL.test(around)) && areNamesOnly(cells);
}

/** Whether cells say no more of somebody than the name, or a number by which the file calls the person. */
export const areNamesOnly = (cells: ReadonlyMap<CensusField, CellValue>): boolean =>
  [...cells.keys()].every(
    (field) => NAMES.has(field) || !IDENTITY.has(field) || field === 'memberId' || field === 'employeeId',
  );

/** <Dependent id="D2" selected="false"/>. */
const FLAG = /^(?:is)?(?:selected|covered|enrolled|elected|included)$/;
export const saysNo = (leaves: ReadonlyMap<string, string>): boolean =>
  [...leaves].some(([tag, text]) => FLAG.test(tag) && readYesNo(text) === false);
/** <CoveredSpouse>: who somebody is to the employee. */
export const relationshipOfCovered = (tag: string): string | undefined => KIND.exec(tag)?.[1];

/**
 * <CoveredDependent ref="D1"/>, or <DependentRef>D1</DependentRef> or <Name>Ben Birch</Name> inside
 * <CoveredDependents>: whom the element around it covers.
 */
export function coveredIn(
  { tag, text, leaves }: { readonly tag: string; readonly text: string; readonly leaves: ReadonlyMap<string, string> },
  around: string,
  isInElection: boolean,
): string | undefined {
  // <Dependents_Covered>Ben Birch; Cal Birch</Dependents_Covered>.
  const isOne = ONE.test(tag) || (ALL.test(tag) && tag !== 'covered') || (isInElection && PLAIN_ONE.test(tag));
  if (
    !isOne &&
    !(isList(around, isInElection) && (REF.test(tag) || NAME.test(tag) || SSN.test(tag) || A_PERSON.test(tag)))
  )
    return undefined;
  const [id] = [
    ...idsIn(leaves),
    ...[...leaves].flatMap(([name, value]) => (REF.test(name) ? [value] : [])),
    ...[...leaves].flatMap(([name, value]) => (NAME.test(name) ? [value] : [])),
  ];
  // An element that says it is a reference may hold any id.
  return id ?? (text.trim() === '' || (NO_ID.test(text.trim()) && !REF.test(tag)) ? undefined : text.trim());
}

/**
 * What stands beside those in a list of covered people, and is no field that is known: perhaps another way to name one.
 */
export const mayNameCovered = (around: string, text: string): string | undefined =>
  ALL.test(around) && text.trim() !== '' && !NO_ID.test(text.trim()) ? text.trim() : undefined;

/**
 * Whom an element of a covered person tells: by the name alone, or described. `isList`: it may hold several, each of
 * which was taken by itself.
 */
export function toldBy(
  tag: string,
  cells: ReadonlyMap<CensusField, CellValue>,
  around: string,
): { name: string; isDescribed: boolean; isList: boolean } | undefined {
  const isSeveral = isList(tag, true) && !isList(around, true);
  const fields = [...cells.keys()].filter((field) => IDENTITY.has(field));
  if (fields.length === 0) return undefined;
  const name = String(
    cells.get('fullName') ?? [cells.get('firstName'), cells.get('lastName')].filter(Boolean).join(' '),
  );
  return { name, isDescribed: !areNamesOnly(cells), isList: isSeveral };
}

/** What is said of the coverage in such an element, and not of the person. */
export const notOfPerson = (cells: ReadonlyMap<CensusField, CellValue>): Map<CensusField, CellValue> =>
  new Map([...cells].filter(([field]) => /^(?:plan|tier|from|until)(?:\.|$)/.test(field)));

/** The same with the line of the element around them, once it is known by its plan. */
export function ofPlan(covered: readonly CoveredPerson[], cells: ReadonlyMap<CensusField, CellValue>): CoveredPerson[] {
  const lines = [...cells.keys()].flatMap((field) =>
    field.startsWith('plan.') ? [field.slice('plan.'.length) as CoverageLine] : [],
  );
  const [line] = lines;
  return covered.map((one) =>
    one.line !== undefined || line === undefined || lines.length > 1 ? one : { ...one, line },
  );
}

type Member = Pick<XmlPerson, 'cells' | 'ids'>;

const digitsOf = (cell: CellValue | undefined): string | undefined => {
  const digits = String(cell ?? '').replace(/\D/g, '');
  return digits.length === 9 ? digits : undefined;
};
const part = ({ cells }: Member, field: CensusField): string => wordsOf(String(cells.get(field) ?? ''));

/**
 * How elections may call each of a family: by an id, the SSN, the whole name either way round, or by a first name that
 * nobody else of the family has.
 */
function calledIn<M extends Member>(family: readonly M[]): (text: string) => M | undefined {
  const byId = new Map(family.flatMap((one) => (one.ids ?? []).map((id) => [idOf(id), one] as const)));
  const bySsn = new Map(family.map((one) => [digitsOf(one.cells.get('ssn')), one] as const));
  const byName = Map.groupBy(
    family.flatMap((one) => {
      const [first, last] = [part(one, 'firstName'), part(one, 'lastName')];
      return [...new Set([first, first + last, last + first, part(one, 'fullName')])]
        .filter(Boolean)
        .map((name) => ({ name, one }));
    }),
    ({ name }) => name,
  );
  const only = (name: string): M | undefined => {
    const found = byName.get(name) ?? [];
    return found.length === 1 ? found[0]?.one : undefined;
  };
  return (text) => {
    const digits = /^[\d -]+$/.test(text) ? digitsOf(text) : undefined;
    return byId.get(idOf(text)) ?? (digits === undefined ? undefined : bySsn.get(digits)) ?? only(wordsOf(text));
  };
}

/** Finds one of the family, or several in one text (Ben, Cal). */
export function finderIn<M extends Member>(family: readonly M[]): (text: string) => M[] | undefined {
  const called = calledIn(family);
  return (text) => {
    const one = called(text);
    if (one) return [one];
    const several = text.split(/[,;&]/).map((each) => called(each));
    return several.length > 1 && several.every((each) => each !== undefined) ? several : undefined;
  };
}

export const nameOf = (one: Member): string => part(one, 'firstName') + part(one, 'lastName') || part(one, 'fullName');
/** Dates of one file are written alike: two that are and differ are two days. */
const shapeOf = (date: string): string => date.replace(/\d/g, '9');

/**
 * Whether an election describes somebody who is known from elsewhere in the family: nothing contradicts, and the SSN or
 * the name is the same.
 */
export function isDescription(known: Member, described: Member): boolean {
  const [ssn, other] = [digitsOf(known.cells.get('ssn')), digitsOf(described.cells.get('ssn'))];
  if (ssn !== undefined && other !== undefined) return ssn === other;
  const [born, also] = [String(known.cells.get('dateOfBirth') ?? ''), String(described.cells.get('dateOfBirth') ?? '')];
  if (born !== '' && also !== '' && born !== also && shapeOf(born) === shapeOf(also)) return false;
  const [name, called] = [nameOf(known), nameOf(described)];
  return (
    called !== '' &&
    (name === called || (born !== '' && born === also && part(known, 'firstName') === part(described, 'firstName')))
  );
}
