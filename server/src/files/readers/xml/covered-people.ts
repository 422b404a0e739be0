import type { CoverageLine } from '@openbenefits/domain/coverage/coverage-line';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { type CellValue, wordsOf } from '@openbenefits/domain/files/census/values/cell-values';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { idOf, idsIn } from './elections.ts';
import type { XmlPerson } from './people.ts';

/** Somebody whom an election names by the id of an element of the same file, or by the name, with the line as soon as it is known. */
export type CoveredPerson = { readonly line?: CoverageLine; readonly id: string };

const ONE = /^(?:covered|enrolled|insured)(?:dependent|person|member|individual|participant|familymember|life)(?:s|ref|refid|id|idref|reference)?$/;
const ALL = /^(?:covered|enrolled|insured)(?:dependents|people|persons|members|individuals|participants|familymembers|lives)$/;
const REF = /(?:ref|refid|id|idref|reference)$/;

const NAME = /^(?:full|first|given|display|person|member|dependent)?name$/;
const NAMES: ReadonlySet<CensusField> = new Set<CensusField>(['firstName', 'middleName', 'lastName', 'suffix', 'fullName']);

/** What stands in such an element and names nobody: how many they are, or that there are some. */
const NO_ID = /^(?:\d{1,2}|y|n|yes|no|true|false|none|all)$/i;

/** <CoveredDependent ref="D1"/>, or <DependentRef>D1</DependentRef> or <Name>Ben Birch</Name> inside <CoveredDependents>: whom the element around it covers. */
export function coveredIn(tag: string, text: string, leaves: ReadonlyMap<string, string>, around: string): string | undefined {
  if (!ONE.test(tag) && !(ALL.test(around) && (REF.test(tag) || NAME.test(tag) || /^(?:dependent|person|member)$/.test(tag)))) return undefined;
  const [id] = [
    ...idsIn(leaves),
    ...[...leaves].flatMap(([name, value]) => (REF.test(name) ? [value] : [])),
    ...[...leaves].flatMap(([name, value]) => (NAME.test(name) ? [value] : [])),
  ];
  // An element that says it is a reference may hold any id.
  return id ?? (text.trim() === '' || (NO_ID.test(text.trim()) && !REF.test(tag)) ? undefined : text.trim());
}

/**
 * Whether an element tells by the name alone whom an election covers, as <CoveredPerson><FirstName>Ben</FirstName></CoveredPerson> does, or holds such names:
 * it is nobody beside those who are described elsewhere, and no name of whoever it stands in.
 */
export const isNaming = (tag: string, cells: ReadonlyMap<CensusField, CellValue>, around: string): boolean =>
  (ONE.test(tag) || ALL.test(tag) || ALL.test(around)) && cells.size > 0 && [...cells.keys()].every((field) => NAMES.has(field));

/** The name that such an element tells; none where it holds several, each of which was taken by itself. */
export const nameTold = (tag: string, cells: ReadonlyMap<CensusField, CellValue>): string | undefined =>
  ALL.test(tag) && !ONE.test(tag) ? undefined : String(cells.get('fullName') ?? [cells.get('firstName'), cells.get('lastName')].filter(Boolean).join(' '));

/** The same with the line of the element around them, once it is known by its plan. */
export function ofPlan(covered: readonly CoveredPerson[], cells: ReadonlyMap<CensusField, CellValue>): CoveredPerson[] {
  const lines = [...cells.keys()].flatMap((field) => (field.startsWith('plan.') ? [field.slice('plan.'.length) as CoverageLine] : []));
  const [line] = lines;
  return covered.map((one) => (one.line !== undefined || line === undefined || lines.length > 1 ? one : { ...one, line }));
}

const UNREAD: RecordProblem = {
  field: 'coverages',
  code: 'covered_people_unread',
  message:
    'An election names whom it covers by references or names that lead to nobody of the family here, or without a plan; they were not read, and dependents share the plan of their employee',
};

type Member = Pick<XmlPerson, 'cells' | 'ids'>;

/** How elections may call each of a family: by an id, by the whole name either way round, or by a first name that nobody else of the family has. */
function calledIn(family: readonly Member[]): (text: string) => Member | undefined {
  const byId = new Map(family.flatMap((one) => (one.ids ?? []).map((id) => [idOf(id), one] as const)));
  const part = ({ cells }: Member, field: CensusField): string => wordsOf(String(cells.get(field) ?? ''));
  const byName = Map.groupBy(
    family.flatMap((one) => {
      const [first, last] = [part(one, 'firstName'), part(one, 'lastName')];
      return [...new Set([first, first + last, last + first, part(one, 'fullName')])].filter(Boolean).map((name) => ({ name, one }));
    }),
    ({ name }) => name,
  );
  const only = (name: string): Member | undefined => {
    const found = byName.get(name) ?? [];
    return found.length === 1 ? found[0]?.one : undefined;
  };
  return (text) => byId.get(idOf(text)) ?? only(wordsOf(text));
}

/** One of the family, or several in one text: Ben, Cal. */
function whoIs(text: string, called: (text: string) => Member | undefined): Member[] | undefined {
  const one = called(text);
  if (one) return [one];
  const several = text.split(/[,;&]/).map((part) => called(part));
  return several.length > 1 && several.every((each) => each !== undefined) ? several : undefined;
}

/**
 * Dependents whom an election of their employee leaves out, while it names others of the family by reference or by name, have none of its line. Where that leads
 * to nobody of the family, it is told instead.
 */
export function leaveOutUnnamed(employee: XmlPerson, covered: readonly CoveredPerson[]): readonly RecordProblem[] {
  const { nested, warnings } = employee;
  if (covered.length === 0) return warnings;
  const called = calledIn([employee, ...nested]);
  const named = covered.map(({ line, id }) => ({ line, people: whoIs(id, called) }));
  if (named.some(({ line, people }) => line === undefined || people === undefined)) return [...warnings, UNREAD];
  for (const [line, those] of Map.groupBy(named, (one) => one.line as CoverageLine)) {
    const people = new Set(those.flatMap((one) => one.people ?? []));
    // The employee alone may be named as whose plan it is, and the level says who shares it.
    if ([...people].every((one) => one === employee)) continue;
    for (const one of nested) if (!people.has(one) && !one.cells.has(`plan.${line}`)) one.cells.set(`plan.${line}`, 'Waived');
  }
  return warnings;
}
