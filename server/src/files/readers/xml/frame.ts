import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { relationshipOfPlace } from '@openbenefits/domain/files/census/headings/field-of-heading';
import { wordsOf } from '@openbenefits/domain/plain-words';
import { READER_LIMITS } from '../limits.ts';
import type { RecordSink } from '../record-sink.ts';
import { plansContradict } from './coverage.ts';
import { isOfCoverage } from './elections.ts';
import { withLines } from './values.ts';
import { emergencyCells, holdsPlan, isEmergencyTag, isToldDependent, outsiderLeftOut } from './person-elements.ts';
import type { XmlPerson } from './xml-person.ts';
import type { Cells, Frame } from './open-element.ts';

const NOTHING: ReadonlySet<CensusField> = new Set();

export const newFrame = (name: string, attributes: Frame['attributes'], start: number, line: number): Frame => ({
  name,
  tag: wordsOf(name),
  cells: new Map(),
  beside: new Map(),
  attributes,
  leaves: new Map(),
  ids: [],
  nested: [],
  covered: [],
  lines: new Set(),
  waiting: [],
  hasPeople: false,
  employees: 0,
  employee: undefined,
  bare: undefined,
  toldPeople: NOTHING,
  problems: [],
  warnings: [],
  pointsNowhere: false,
  text: '',
  hasChildren: false,
  start,
  line,
});

/** What an element around several people says about all of them. */
const INHERITED: readonly CensusField[] = ['familyId', 'groupKey', 'sponsorName', 'sponsorTaxId', 'from'];
/** What an element inside the document's own says, too: <Change action="Terminate">. */
const INHERITED_INSIDE: readonly CensusField[] = [...INHERITED, 'action', 'terminationDate', 'until'];

export function inherit(stack: readonly Frame[], person: XmlPerson): void {
  for (const [depth, around] of stack.entries()) {
    for (const field of depth === 0 ? INHERITED : INHERITED_INSIDE) {
      const value = around.cells.get(field);
      if (value === undefined || person.cells.has(field)) continue;
      person.cells.set(field, value);
      (person.said ??= new Map()).set(field, value);
    }
  }
}

/** What an element says of people in it only behind them: nobody of them is asked for it any more. */
export const toldTooLate = ({ cells, hasPeople, toldPeople, employees }: Frame): boolean => {
  // The days beside a plan are the plan's, which is the only employee's.
  const isOfPlan = employees === 1 && holdsPlan(cells);
  return (
    hasPeople &&
    INHERITED_INSIDE.some(
      (field) =>
        field !== 'familyId' && cells.has(field) && !toldPeople.has(field) && !(isOfPlan && isOfCoverage(field)),
    )
  );
};
export const TOLD_TOO_LATE = fileMessage('xml_after_people');

const isFamilyTag = (tag: string): boolean => tag.endsWith('family') || tag.endsWith('household');

/**
 * Somebody comes inside the elements of the stack: who has waited there goes before, except in <Family>, which holds
 * one: who stands before the employee there is nobody else's.
 */
export function comesIn(stack: readonly Frame[], person: XmlPerson): XmlPerson[] {
  return stack.flatMap((around) => {
    around.hasPeople = true;
    if (around.cells.size > 0) around.toldPeople = new Set(around.cells.keys());
    if (!isToldDependent(person, around.tag)) {
      around.employees += 1;
      around.employee = person;
    }
    const before = around.waiting.splice(0);
    if (!isFamilyTag(around.tag)) return before;
    person.nested.unshift(...before);
    return [];
  });
}

/** Characters of what stands bare in an element around people. */
const MOST_BARE = 10_000;

/** A value of coverage that may turn out to stand around people. */
export function standsBare(frame: Frame, line: number, raw: string): void {
  if ((frame.bare?.raw.length ?? 0) <= MOST_BARE)
    frame.bare = { line: frame.bare?.line ?? line, raw: (frame.bare?.raw ?? '') + raw };
}

/**
 * What an element says of a person counts for the element around it; the first counts, and two plans of a line are a
 * question.
 */
export function handUp(
  { problems, warnings, covered, lines }: Frame,
  cells: Cells,
  parent: Frame,
  lineOfPlan: RecordSink['lineOfPlan'],
): void {
  for (const line of lines) parent.lines.add(line);
  if (parent.covered.length < READER_LIMITS.xmlDependents) parent.covered.push(...covered);
  for (const [field, value] of cells) {
    const known = parent.cells.get(field);
    if (known === undefined) parent.cells.set(field, value);
    else if (field === 'enrolled') parent.cells.set(field, withLines(known, value));
    else if (field.startsWith('plan.') && String(known) !== String(value))
      parent.problems.push(plansContradict(field, value, lineOfPlan));
  }
  if (parent.problems.length < READER_LIMITS.xmlDependents) parent.problems.push(...problems);
  if (parent.warnings.length < READER_LIMITS.xmlDependents) parent.warnings.push(...warnings);
}

const OF_A_DEPENDENT = /^dep(?:endent)?s?rel/;

/** <DependentRelationship> beside <DependentName> in the employee's element: the dependent's. */
export function relationshipOfDependent({ leaves, beside }: Frame, cells: Cells): void {
  const first = beside.get(1);
  if (!first || !(first.has('firstName') || first.has('fullName')) || first.has('relationship')) return;
  const said = [...leaves].find(([tag]) => OF_A_DEPENDENT.test(tag))?.[1];
  if (said === undefined || cells.get('relationship') !== said) return;
  cells.delete('relationship');
  first.set('relationship', said);
}

/** Of who stands beside a family only the emergency contact is kept, as what its employee says. */
export function closeOutsider(
  { tag, hasChildren, text, cells: own, warnings }: Frame,
  cells: Cells,
  parent: Frame | undefined,
): void {
  if (!parent) return;
  if (isEmergencyTag(tag))
    for (const [field, value] of emergencyCells(own, hasChildren ? '' : text)) parent.cells.set(field, value);
  else if (cells.size + warnings.length > 0 && parent.warnings.length < READER_LIMITS.xmlDependents)
    parent.warnings.push(outsiderLeftOut);
}

/** The persons who stand beside the element's own are its dependents. */
export function addBeside({ beside }: Frame, person: XmlPerson): void {
  for (const [place, theirs] of beside) {
    const told = relationshipOfPlace(place);
    if (told && !theirs.has('relationship')) theirs.set('relationship', told);
    if (theirs.has('firstName') || theirs.has('fullName'))
      person.nested.push({
        ...person,
        cells: theirs,
        tag: 'dependent',
        nested: [],
        kind: undefined,
        problems: [],
        warnings: [],
        covered: [],
        lines: undefined,
      });
  }
}
