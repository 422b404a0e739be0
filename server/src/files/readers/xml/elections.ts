import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { readRelationship } from '@openbenefits/domain/files/census/values/cell-values';
import { wordsOf } from '@openbenefits/domain/plain-words';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { plansContradict } from './coverage.ts';
import type { CoveredPerson } from './xml-person.ts';
import type { XmlPerson } from './xml-person.ts';
import { setApart } from './said-around.ts';
import { escaped } from './stream.ts';
import type { KnownPerson } from './xml-person.ts';

type Cells = ReadonlyMap<CensusField, CellValue>;

/**
 * Coverage that stands beside its person instead of in it. `refs`: by which ids, and of which kind, it may name the
 * person.
 */
export type ElectionApart = {
  refs: readonly (readonly [kind: string, id: string])[];
  cells: Map<CensusField, CellValue>;
  /** What it says of the person. */
  identity: Cells;
  line: number;
  raw: string;
  problems: readonly RecordProblem[];
  warnings: readonly RecordProblem[];
  /** Of an employee whom the element around both tells; `raw` is empty where it has no element of its own. */
  of?: XmlPerson;
  /** Whom it covers. */
  covered: readonly CoveredPerson[];
};

/** The numbers by which a coverage may name its person. */
export const KEYS = [
  'ssn',
  'employeeId',
  'memberId',
  'subscriberKey',
  'familyId',
] as const satisfies readonly CensusField[];
/** What an element or an attribute is called that points to a person: personRef, employee_id. */
const POINTS =
  /^(?:person|people|member|employee|participant|subscriber|dependent|enrollee|insured|individual|worker|covered(?:person|member)?)?(?:ref|refid|idref|idreference|reference|key|uid)$|^(?:person|member|employee|participant|subscriber|dependent|enrollee|insured|individual|worker)id$/;
const OWN =
  /^(?:(?:person|member|employee|participant|subscriber|dependent|enrollee|insured|individual|worker)?(?:id|key|uid|refid|xmlid|itemid|ref|seq|seqno|sequence|sequenceno|sequencenumber))$/;
const OF_COVERAGE = /^(?:plan|tier|from|until|waived|enrolled)(?:\.|$)/;
export const isOfCoverage = (field: CensusField): boolean => OF_COVERAGE.test(field);

/** An id of a person, or one that leads to a person. */
export const isIdOfPerson = (tag: string): boolean => OWN.test(tag) || POINTS.test(tag) || MAY_BE_OF_EMPLOYEE.test(tag);

export const pointsToPerson = (tag: string): boolean => POINTS.test(tag);

/** An id as it is compared. */
export const idOf = (id: CellValue): string => String(id).trim().replace(/^#/, '').toLowerCase();
export const numberOf = (id: CellValue): string => idOf(id).replace(/-/g, '');

/** The ids of a person that only its file knows: <Person id="P1">. */
export const idsIn = (leaves: ReadonlyMap<string, string>): string[] =>
  [...leaves].flatMap(([name, value]) => (OWN.test(name) ? [value] : []));

/**
 * By which ids a coverage may name its person; none where it names nobody. Whom it covers is asked where it says
 * nothing else.
 */
export function refsIn(leaves: ReadonlyMap<string, string>, cells: Cells): ElectionApart['refs'] {
  const keys = KEYS.flatMap((field) => (cells.has(field) ? [[field, numberOf(cells.get(field) ?? '')] as const] : []));
  const points = [...leaves].filter(([name]) => pointsToPerson(name));
  const own = points.filter(([name]) => !name.startsWith('covered'));
  return [...(own.length + keys.length > 0 ? own : points).map(([, value]) => ['id', idOf(value)] as const), ...keys];
}

/**
 * <dep empId="1">, <Enrollee parent="E1">: whose dependent somebody is, where just one employee of the file is called
 * so.
 */
const MAY_BE_OF_EMPLOYEE =
  /^(?:employee|emp|ee|subscriber|sub|worker|policyholder|parent|owner|primary|holder|head|associate)(?:s)?(?:ref|refid|id|idref|key|uid|no|num|number|seq|of|personid)?$|^(?:dependent|dep|child|spouse)of$|^belongsto$/;
export const mayNameEmployee = (leaves: ReadonlyMap<string, string>): string[] =>
  [...leaves].flatMap(([name, value]) => (MAY_BE_OF_EMPLOYEE.test(name) ? [value] : []));

const OF_EMPLOYEE =
  /^(?:employee|subscriber|worker|member|insured|participant|policyholder|parent)(?:ref|refid|idref|idreference|reference)$/;
/** <Dependent employeeRef="P1">: whose dependent somebody is. */
export const employeeRefIn = (leaves: ReadonlyMap<string, string>): string | undefined =>
  [...leaves].find(([name]) => OF_EMPLOYEE.test(name))?.[1];

/** A coverage that only names its plan is of the plan's line; a last day of it is nobody's of a job. */
export function ofItsLine(cells: Cells, line: CoverageLine | undefined): Map<CensusField, CellValue> {
  const own = new Map<CensusField, CellValue>();
  const lineHere =
    line ??
    ([...cells.keys()].find((field) => field.startsWith('plan.'))?.slice('plan.'.length) as CoverageLine | undefined);
  for (const [field, cell] of cells) {
    if (field === 'terminationDate' && lineHere !== undefined)
      own.set(cells.has(`until.${lineHere}`) ? 'until' : `until.${lineHere}`, cell);
    else if (line !== undefined && (field === 'tier' || field === 'from' || field === 'until'))
      own.set(`${field}.${line}`, cell);
    else if (line !== undefined && field === 'plan.medical') own.set(`plan.${line}`, cell);
    else if (isOfCoverage(field)) own.set(field, cell);
  }
  return own;
}

const IDENTITY: Readonly<Partial<Record<CensusField, string>>> = {
  firstName: 'FirstName',
  middleName: 'MiddleName',
  lastName: 'LastName',
  suffix: 'Suffix',
  fullName: 'FullName',
  ssn: 'SSN',
  dateOfBirth: 'DateOfBirth',
  employeeId: 'EmployeeID',
  memberId: 'MemberID',
  familyId: 'FamilyID',
  subscriberKey: 'SubscriberSSN',
  relationship: 'Relationship',
};

const isOfOther = ({ tag, cells }: XmlPerson): boolean =>
  tag === 'dependent' ||
  tag === 'dep' ||
  (cells.has('relationship') && readRelationship(cells.get('relationship') ?? '') !== 'self');

/** People of whom the ids are remembered. */
const MOST_PEOPLE = 20_000;
const MOST_WAITING = 10_000;

/**
 * Puts coverage that stands in a list of its own to the person whom it names unmistakably, before or after it in the
 * file.
 */
export class ElectionsApart {
  readonly #known = new Map<string, KnownPerson | 'several'>();
  #people = 0;
  readonly #waiting: ElectionApart[] = [];

  /** Remembers a person, who may have coverage waiting; to be called before it is handed over. */
  note(person: XmlPerson, isDependent: boolean): KnownPerson | undefined {
    const { cells } = person;
    const names = [
      ...new Set([
        ...(person.ids ?? []).map((id) => `id ${idOf(id)}`),
        ...KEYS.flatMap((field) => (cells.has(field) ? [`${field} ${numberOf(cells.get(field) ?? '')}`] : [])),
      ]),
    ];
    if (this.#people >= MOST_PEOPLE) return undefined;
    if (names.length > 0) this.#people++;
    const known: KnownPerson = {
      person,
      identity: new Map([...cells].filter(([field]) => IDENTITY[field] !== undefined)),
      tag: person.tag,
      isDependent,
      isOfOther: isDependent || isOfOther(person),
      family: undefined,
    };
    for (const name of names) {
      const other = this.#known.get(name);
      // A dependent may carry the employee's number, which names the employee.
      if (other === undefined || (other !== 'several' && other.isOfOther && !known.isOfOther))
        this.#known.set(name, known);
      else if (other !== 'several' && other.isOfOther === known.isOfOther) this.#known.set(name, 'several');
    }
    return known;
  }

  /** Whom a coverage names: just one, by all of its ids that anybody has. */
  find({ refs, covered }: Pick<ElectionApart, 'refs' | 'covered'>): KnownPerson | undefined {
    const found = this.#named(refs.length > 0 ? refs : covered.map(({ id }) => ['id', idOf(id)] as const));
    // Where it only says whom it covers, it is the employee's.
    const [only, ...others] = refs.length > 0 ? found : [...found].filter((one) => one === 'several' || !one.isOfOther);
    return only === 'several' || others.length > 0 ? undefined : only;
  }

  /** The only employee of the file whom one of such values calls by the id of the element. */
  employeeCalled(ids: readonly string[]): KnownPerson | undefined {
    const found = new Set(ids.flatMap((id) => this.#known.get(`id ${idOf(id)}`) ?? []));
    const employees = [...found].filter((one) => one === 'several' || !one.isOfOther);
    const [only] = employees;
    return employees.length !== 1 || only === 'several' ? undefined : only;
  }

  /** Whether an employee of the file has a number. */
  hasEmployee(field: CensusField, number: CellValue): boolean {
    const known = this.#known.get(`${field} ${numberOf(number)}`);
    return known !== undefined && known !== 'several' && !known.isOfOther;
  }

  /** Whether nobody of the file, so far, has what it names. */
  isOfNobody({ refs, covered }: Pick<ElectionApart, 'refs' | 'covered'>): boolean {
    return this.#named([...refs, ...covered.map(({ id }) => ['id', idOf(id)] as const)]).size === 0;
  }

  #named(refs: ElectionApart['refs']): Set<KnownPerson | 'several'> {
    return new Set(
      refs.flatMap(
        ([kind, id]) =>
          this.#known.get(`${kind} ${id}`) ??
          (kind === 'id'
            ? KEYS.flatMap((field) => this.#known.get(`${field} ${id.replace(/-/g, '')}`) ?? [])
            : (this.#known.get(`id ${id}`) ?? [])),
      ),
    );
  }

  /** Keeps a coverage whose person has not come yet; false where it can keep no more. */
  wait(election: ElectionApart): boolean {
    if (this.#waiting.length >= MOST_WAITING) return false;
    this.#waiting.push(election);
    return true;
  }

  /** Those who have waited, to be asked for once more. */
  takeWaiting(): ElectionApart[] {
    return this.#waiting.splice(0);
  }
}

/** Writes a coverage into its person, also into what is given back of it. */
export function mergeElection(person: XmlPerson, election: ElectionApart): void {
  const problems = [...election.problems];
  for (const [field, cell] of election.cells) {
    const known = person.cells.get(field);
    if (known === undefined) {
      person.cells.set(field, cell);
      if (election.raw === '') (person.said ??= new Map()).set(field, cell);
    } else if (field.startsWith('plan.') && wordsOf(String(known)) !== wordsOf(String(cell)))
      problems.push(plansContradict(field));
  }
  person.problems = [...person.problems, ...problems];
  person.warnings = [...person.warnings, ...election.warnings];
  if (election.covered.length > 0) person.covered = [...(person.covered ?? []), ...election.covered];
  const apart = setApart(election.line, election.raw);
  const end = person.raw.lastIndexOf('</');
  const [, name = ''] = /^<([^\s/>]+)/.exec(person.raw) ?? [];
  person.raw =
    end >= 0
      ? person.raw.slice(0, end) + apart + person.raw.slice(end)
      : person.raw.replace(/\/>\s*$/, () => `>${apart}</${name}>`);
}

const SSN = /^\d{3}-?\d{2}-?\d{4}$/;
/** As member numbers of ours are written. */
const OUR_NUMBER = /^m\d+$/i;

/**
 * What tells of whom in the group a coverage is that names nobody of its file; undefined where it has no number that
 * could.
 */
export function numberIn({ refs, identity }: ElectionApart): Map<CensusField, CellValue> | undefined {
  const number = new Map(
    [...identity].filter(([field]) => field === 'ssn' || field === 'employeeId' || field === 'memberId'),
  );
  const subscriber = String(identity.get('subscriberKey') ?? '').trim();
  if (number.size === 0 && SSN.test(subscriber)) number.set('ssn', subscriber);
  const [, ssn] = refs.find(([kind, id]) => kind === 'id' && SSN.test(id)) ?? [];
  if (number.size === 0 && ssn !== undefined) number.set('ssn', ssn);
  const [, ours] = refs.find(([, id]) => OUR_NUMBER.test(id)) ?? [];
  if (number.size === 0 && ours !== undefined) number.set('memberId', ours.toUpperCase());
  return number.size > 0 ? number : undefined;
}

/** One more record about somebody who was handed over, with nothing but who it is and the coverage. */
export function personWith({ identity, tag }: KnownPerson, election: ElectionApart): XmlPerson {
  const written = [...identity]
    .map(
      ([field, cell]) =>
        `<${IDENTITY[field]}>${Buffer.from(escaped(String(cell)), 'utf8').toString('latin1')}</${IDENTITY[field]}>`,
    )
    .join('');
  return {
    cells: new Map([...identity, ...election.cells]),
    tag,
    line: election.line,
    raw: `<Person>${written}${setApart(election.line, election.raw)}</Person>`,
    nested: [],
    problems: election.problems,
    warnings: election.warnings,
  };
}
