import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { wordsOf } from '@openbenefits/domain/plain-words';
import { idOf, numberOf } from './elections.ts';
import type { XmlPerson } from './xml-person.ts';

/** People who wait at most, and bytes of their elements. */
const MOST_PEOPLE = 5000;
const MOST_BYTES = 16 * 1024 * 1024;
const OF_EMPLOYEE = ['familyId', 'employeeId', 'ssn', 'subscriberKey'] as const satisfies readonly CensusField[];
/** By which a dependent names its employee: the first that there is. */
const OF_DEPENDENT = ['familyId', 'subscriberKey', 'employeeId'] as const satisfies readonly CensusField[];

const keyOf = ({ cells }: XmlPerson): string | undefined => {
  const field = OF_DEPENDENT.find((one) => cells.has(one));
  return field && numberOf(cells.get(field) ?? '');
};

type Only = XmlPerson | 'several';

/**
 * People in the order of the file, who wait as long as dependents may follow of whom an election of their employee
 * speaks. Nobody waits before the first such election was seen.
 */
export class FamiliesInWait {
  #queue: XmlPerson[] = [];
  #bytes = 0;
  #above: XmlPerson | undefined;
  readonly #behind = new Map<XmlPerson, XmlPerson[]>();
  readonly #byKey = new Map<string, XmlPerson[]>();
  readonly #employees = new Map<string, Only>();
  readonly #namedBy = new Map<string, Only>();
  readonly #namesOf = new Map<XmlPerson, string[]>();
  readonly #ownerOf = new Map<XmlPerson, XmlPerson>();

  get isFull(): boolean {
    return this.#queue.length > MOST_PEOPLE || this.#bytes > MOST_BYTES;
  }

  push(person: XmlPerson, isDependent: boolean): void {
    this.#queue.push(person);
    this.#bytes += person.raw.length;
    if (isDependent) this.#dependent(person);
    else this.#employee(person);
  }

  /** The one who has waited longest. */
  shift(): XmlPerson | undefined {
    const person = this.#queue.shift();
    if (person) this.#bytes -= person.raw.length;
    return person;
  }

  #employee(person: XmlPerson): void {
    this.#above = person;
    const keys = OF_EMPLOYEE.flatMap((field) =>
      person.cells.has(field) ? [numberOf(person.cells.get(field) ?? '')] : [],
    );
    const named = (person.covered ?? []).flatMap(({ id, described }) => (described ? [] : [idOf(id), wordsOf(id)]));
    for (const key of keys) note(this.#employees, key, person);
    for (const name of named) note(this.#namedBy, name, person);
    this.#namesOf.set(person, [...keys, ...named]);
  }

  #dependent(person: XmlPerson): void {
    const key = keyOf(person);
    if (key !== undefined) {
      const others = this.#byKey.get(key);
      if (others) others.push(person);
      else this.#byKey.set(key, [person]);
      return;
    }
    if (person.employeeRef !== undefined) return;
    const owner = person.isApart ? this.#whoNames(person) : this.#above;
    if (!owner) return;
    if (person.isApart) this.#ownerOf.set(person, owner);
    const others = this.#behind.get(owner);
    if (others) others.push(person);
    else this.#behind.set(owner, [person]);
  }

  /** Whose elections, of one employee alone, speak of a dependent in a list apart. */
  #whoNames({ ids = [], cells }: XmlPerson): XmlPerson | undefined {
    const [first, last] = [wordsOf(String(cells.get('firstName') ?? '')), wordsOf(String(cells.get('lastName') ?? ''))];
    const names = [
      ...ids.map(idOf),
      ...(first && last ? [first + last, last + first] : [wordsOf(String(cells.get('fullName') ?? ''))]),
    ];
    const found = new Set(names.flatMap((name) => this.#namedBy.get(name) ?? []));
    const [only, ...others] = found;
    return only === 'several' || others.length > 0 ? undefined : only;
  }

  /**
   * The employee whose dependent somebody in a list apart is, as an election tells; only for the one who is handed
   * over.
   */
  takeOwner(person: XmlPerson): XmlPerson | undefined {
    const owner = this.#ownerOf.get(person);
    this.#ownerOf.delete(person);
    return owner;
  }

  /** Who of those that wait is of the family of an employee. */
  familyOf(employee: XmlPerson): XmlPerson[] {
    const family = new Set(this.#behind.get(employee));
    for (const field of OF_EMPLOYEE) {
      const key = employee.cells.has(field) ? numberOf(employee.cells.get(field) ?? '') : '';
      if (this.#employees.get(key) === employee) for (const one of this.#byKey.get(key) ?? []) family.add(one);
    }
    return [...family];
  }

  /** The employee whom a dependent names by a number. */
  employeeOf(dependent: XmlPerson): XmlPerson | undefined {
    const found = this.#employees.get(keyOf(dependent) ?? '');
    return found === 'several' ? undefined : found;
  }

  /** Forgets what is kept of somebody who was handed over. */
  forget(person: XmlPerson): void {
    this.#behind.delete(person);
    for (const name of this.#namesOf.get(person) ?? [])
      for (const known of [this.#employees, this.#namedBy]) if (known.get(name) === person) known.delete(name);
    this.#namesOf.delete(person);
    const key = keyOf(person);
    const others = key === undefined ? undefined : this.#byKey.get(key);
    if (key !== undefined && others?.[0] === person) {
      others.shift();
      if (others.length === 0) this.#byKey.delete(key);
    }
  }
}

function note(known: Map<string, Only>, name: string, person: XmlPerson): void {
  const other = known.get(name);
  if (other !== undefined && other !== person) known.set(name, 'several');
  else known.set(name, person);
}
