import type { CoverageLine } from '@openbenefits/domain/coverage/coverage-line';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-values';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { idOf, idsIn } from './elections.ts';
import type { XmlPerson } from './people.ts';

/** Somebody whom an election names by the id of an element of the same file, with the line as soon as it is known. */
export type CoveredPerson = { readonly line?: CoverageLine; readonly id: string };

const ONE = /^(?:covered|enrolled|insured)(?:dependent|person|member|individual|participant|familymember|life)(?:s|ref|refid|id|idref|reference)?$/;
const ALL = /^(?:covered|enrolled|insured)(?:dependents|people|persons|members|individuals|participants|familymembers|lives)$/;
const REF = /(?:ref|refid|id|idref|reference)$/;

/** What stands in such an element and names nobody: how many they are, or that there are some. */
const NO_ID = /^(?:\d{1,2}|y|n|yes|no|true|false|none|all)$/i;

/** <CoveredDependent ref="D1"/>, or <DependentRef>D1</DependentRef> inside <CoveredDependents>: whom the element around it covers. */
export function coveredIn(tag: string, text: string, leaves: ReadonlyMap<string, string>, around: string): string | undefined {
  if (!ONE.test(tag) && !(ALL.test(around) && (REF.test(tag) || /^(?:dependent|person|member)$/.test(tag)))) return undefined;
  const [id] = [...idsIn(leaves), ...[...leaves].flatMap(([name, value]) => (REF.test(name) ? [value] : []))];
  // An element that says it is a reference may hold any id.
  return id ?? (text.trim() === '' || (NO_ID.test(text.trim()) && !REF.test(tag)) ? undefined : text.trim());
}

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
    'An election names whom it covers by references that lead to nobody of the family here, or without a plan; they were not read, and dependents share the plan of their employee',
};

/**
 * Dependents whom an election of their employee leaves out, while it names others of the family by reference, have none of its line. Where a reference leads to
 * nobody of the family, that is told instead.
 */
export function leaveOutUnnamed({ nested, ids = [], warnings }: XmlPerson, covered: readonly CoveredPerson[]): readonly RecordProblem[] {
  if (covered.length === 0) return warnings;
  const own = new Set(ids.map(idOf));
  const known = new Map(nested.map((one) => [one, (one.ids ?? []).map(idOf)] as const));
  const everybody = new Set([...own, ...[...known.values()].flat()]);
  if (covered.some(({ line, id }) => line === undefined || !everybody.has(idOf(id)))) return [...warnings, UNREAD];
  for (const [line, named] of Map.groupBy(covered, (one) => one.line as CoverageLine)) {
    const refs = new Set(named.map(({ id }) => idOf(id)));
    // The employee alone may be named as whose plan it is, and the level says who shares it.
    if ([...refs].every((id) => own.has(id))) continue;
    for (const [one, theirs] of known) if (!theirs.some((id) => refs.has(id)) && !one.cells.has(`plan.${line}`)) one.cells.set(`plan.${line}`, 'Waived');
  }
  return warnings;
}
