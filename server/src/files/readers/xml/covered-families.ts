import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { WordBook } from '@openbenefits/domain/files/census/mapping';
import { readTier } from '@openbenefits/domain/files/census/values/cell-values';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { shown } from '@openbenefits/domain/files/shown-value';
import { finderIn, isDescription } from './covered-people.ts';
import type { XmlPerson } from './xml-person.ts';

export const UNREAD: RecordProblem = {
  field: 'coverages',
  code: 'covered_people_unread',
  ...worded(fileMessage('election_covers_unknown')),
};

/** What stands in place of 'Relationship is missing' of somebody whom nothing but an election describes. */
export const WHO_IS_DESCRIBED = fileMessage('covered_person_relationship');

type Named = { line: CoverageLine | undefined; people: readonly XmlPerson[] | undefined };

/** Who is said in an election and elsewhere is one: what only the election says of the person is kept. */
function whoIs(described: XmlPerson, family: readonly XmlPerson[]): XmlPerson | undefined {
  const known = family.find((one) => isDescription(one, described));
  if (known && known !== described)
    for (const [field, cell] of described.cells)
      if (field !== 'relationship' && !known.cells.has(field)) known.cells.set(field, cell);
  return known;
}

/**
 * The level of an election says who those are whom only it describes: the only one beside an employee with a spouse is
 * the spouse, and all beside one with children are children. None where levels of several lines contradict each other.
 */
function tellByLevel(employee: XmlPerson, named: readonly Named[], words: WordBook): void {
  const told = new Map<XmlPerson, Map<string, string>>();
  for (const [line, those] of Map.groupBy(named, (one) => one.line)) {
    const level = line && (employee.cells.get(`tier.${line}`) ?? employee.cells.get('tier'));
    if (level === undefined) continue;
    const tier = words.meaning('tier', level) ?? readTier(level);
    const others = [...new Set(those.flatMap(({ people }) => people ?? []))].filter((one) => one !== employee);
    const who = tier === 'ESP' && others.length === 1 ? 'Spouse' : tier === 'ECH' ? 'Child' : undefined;
    if (who !== undefined)
      for (const one of others) told.set(one, (told.get(one) ?? new Map<string, string>()).set(who, String(level)));
  }
  for (const [one, [first, second]] of told) {
    if (
      !one.isDescribed ||
      one.cells.has('relationship') ||
      one.kind !== undefined ||
      first === undefined ||
      second !== undefined
    )
      continue;
    const [who, level] = first;
    one.cells.set('relationship', who);
    one.warnings = [
      ...one.warnings,
      {
        field: 'relationship',
        code: 'relationship_by_level',
        ...worded(fileMessage('relationship_from_tier', { tier: shown(level) })),
      },
    ];
  }
}

function leaveOut(one: XmlPerson, line: CoverageLine, employee: XmlPerson): void {
  if (one === employee || one.cells.has(`plan.${line}`)) return;
  one.cells.set(`plan.${line}`, 'Waived');
  (one.said ??= new Map()).set(`plan.${line}`, 'Waived');
}

/**
 * Dependents whom an election of their employee leaves out, while it names others of the family, have none of its line.
 * Where that leads to nobody of the family, it is told instead. Whom only an election describes becomes one of the
 * family. `apart`: who stands elsewhere in the file.
 */
export function settleCovered(employee: XmlPerson, apart: readonly XmlPerson[], words: WordBook): void {
  const { covered = [] } = employee;
  if (covered.length === 0) return;
  employee.covered = [];
  for (const { described } of covered)
    if (described && !whoIs(described, [employee, ...employee.nested, ...apart])) employee.nested.push(described);
  const family = [employee, ...employee.nested, ...apart];
  const called = finderIn(family);
  const named = covered.map(
    ({ line, id, described, isNo = false }): Named & { isDescribed: boolean; isNo: boolean } => {
      const known = described && whoIs(described, family);
      return { line, people: known ? [known] : called(id), isDescribed: known !== undefined, isNo };
    },
  );
  tellByLevel(
    employee,
    named.filter(({ isNo }) => !isNo),
    words,
  );
  // Who is described where it cannot be told of which plan is a dependent as any other.
  if (named.some(({ line, people, isDescribed }) => people === undefined || (line === undefined && !isDescribed))) {
    employee.warnings = [...employee.warnings, UNREAD];
    return;
  }
  for (const { line, people, isNo } of named)
    if (isNo && line) for (const one of people ?? []) leaveOut(one, line, employee);
  const said = named.filter(({ isNo }) => !isNo);
  for (const [line, those] of Map.groupBy(said, (one) => one.line)) {
    if (line === undefined) continue;
    const people = new Set(those.flatMap((one) => one.people ?? []));
    // The employee alone may be named as whose plan it is, and the level says who shares it.
    if ([...people].every((one) => one === employee)) continue;
    for (const one of family) if (!people.has(one)) leaveOut(one, line, employee);
  }
}
