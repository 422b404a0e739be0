import { type Identity, type KnownAs, knownAs, nameKey } from '@openbenefits/domain/files/match-person';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { SHARED_BY_AT_MOST } from '../../members/people-lookup.ts';
import type { FamilyTiers } from '../staging/staged-record.ts';

type Found = Map<string, PersonDraft | PersonDraft[]>;

/** The keys of one group's people; a map each, so that no key is put together for a look-up. */
class GroupKeys {
  readonly ssns: Found = new Map();
  /** By birth date, and of several by name: senders that do not know a birth date give everybody the same. */
  readonly births = new Map<string, PersonDraft | Found>();
  readonly employeeIds: Found = new Map();
  /** Of an employee ID that more bear than can share one by mistake: by name. */
  readonly crowds = new Map<string, Found>();
  readonly memberNumbers: Found = new Map();
  readonly carrierIds: Found = new Map();
  /** By the last four digits of the SSN; kept from the first time on that somebody asks. */
  lastFours: Found | undefined;
  /** By name alone; kept from the first time on that somebody asks. */
  names: Found | undefined;
}

const NOBODY: readonly PersonDraft[] = [];

/** Most keys mean one person, who needs no list. */
function put(found: Found, key: string, person: PersonDraft): void {
  const known = found.get(key);
  if (known === undefined) found.set(key, person);
  else if (Array.isArray(known)) known.push(person);
  else found.set(key, [known, person]);
}

function get(found: Found, key: string | null | undefined): readonly PersonDraft[] {
  const known = key ? found.get(key) : undefined;
  return known === undefined ? NOBODY : Array.isArray(known) ? known : [known];
}

/** What many share tells nobody apart: some senders give everybody the same member id. */
const few = (found: readonly PersonDraft[]): readonly PersonDraft[] =>
  found.length > SHARED_BY_AT_MOST ? NOBODY : found;

const nameOf = ({ values }: PersonDraft): string => nameKey(values.firstName, values.lastName);

/**
 * Some lists put one number for everybody (of the employer, or 0): it tells a person only together with the name, and
 * nobody looks through all who bear it.
 */
function employ({ employeeIds, crowds }: GroupKeys, employeeId: string, person: PersonDraft): void {
  put(employeeIds, employeeId, person);
  const all = employeeIds.get(employeeId);
  if (!Array.isArray(all) || all.length <= SHARED_BY_AT_MOST) return;
  const crowd = crowds.get(employeeId);
  if (crowd) return put(crowd, nameOf(person), person);
  const byName: Found = new Map();
  for (const one of all) put(byName, nameOf(one), one);
  crowds.set(employeeId, byName);
}

function employed(
  { employeeIds, crowds }: GroupKeys,
  employeeId: string | undefined,
  { firstName, lastName }: KnownAs,
): readonly PersonDraft[] {
  const crowd = employeeId === undefined ? undefined : crowds.get(employeeId);
  return crowd ? get(crowd, nameKey(firstName, lastName)) : get(employeeIds, employeeId);
}

function bear({ births }: GroupKeys, birthKey: string, person: PersonDraft): void {
  const known = births.get(birthKey);
  if (known === undefined) births.set(birthKey, person);
  else if (known instanceof Map) put(known, nameOf(person), person);
  else {
    const named: Found = new Map([[nameOf(known), known]]);
    put(named, nameOf(person), person);
    births.set(birthKey, named);
  }
}

function born({ births }: GroupKeys, { birthKey, firstName, lastName }: KnownAs): readonly PersonDraft[] {
  const known = births.get(birthKey ?? '');
  if (known === undefined) return NOBODY;
  const name = nameKey(firstName, lastName);
  if (known instanceof Map) return get(known, name);
  return nameOf(known) === name ? [known] : NOBODY;
}

/**
 * The people of one transaction in memory: found fast by their keys, changed in place, put back on a refusal. Whoever
 * is in hand is never read again.
 */
export class PeopleInHand {
  readonly #groups = new Map<string, GroupKeys>();
  readonly #byId = new Map<string, PersonDraft>();
  readonly #bySubscriber: Found = new Map();
  readonly tiers = new Map<string, FamilyTiers>();
  /** Numbers of the records that wait for an addition behind them. */
  readonly waiting = new Set<number>();
  /** Dependents of whom a record has spoken. */
  readonly met = new Set<string>();
  /** Dependents whom a record of the file covers, and none behind it ends. */
  readonly covered = new Set<string>();

  add(person: PersonDraft): void {
    if (this.#byId.has(person.id)) return;
    this.#byId.set(person.id, person);
    let keys = this.#groups.get(person.groupId);
    if (!keys) this.#groups.set(person.groupId, (keys = new GroupKeys()));
    if (person.ssnKey) put(keys.ssns, person.ssnKey, person);
    if (person.birthKey) bear(keys, person.birthKey, person);
    if (person.values.employeeId) employ(keys, String(person.values.employeeId), person);
    if (person.memberNumber) put(keys.memberNumbers, person.memberNumber, person);
    if (person.carrierKey) put(keys.carrierIds, person.carrierKey, person);
    if (keys.names) put(keys.names, nameOf(person), person);
    if (keys.lastFours && person.last4Key) put(keys.lastFours, person.last4Key, person);
    if (person.subscriberId) put(this.#bySubscriber, person.subscriberId, person);
  }

  byId(id: string): PersonDraft | undefined {
    return this.#byId.get(id);
  }

  dependentsOf(subscriberId: string): readonly PersonDraft[] {
    return get(this.#bySubscriber, subscriberId);
  }

  candidates(groupId: string, identity: Identity): readonly PersonDraft[] {
    const keys = this.#groups.get(groupId);
    if (!keys) return NOBODY;
    let found = NOBODY;
    let lists: (readonly PersonDraft[])[] | undefined;
    const take = (list: readonly PersonDraft[]): void => {
      if (list.length === 0) return;
      if (found === NOBODY) found = list;
      else (lists ??= [found]).push(list);
    };
    for (const known of knownAs(identity)) {
      take(get(keys.ssns, known.ssnKey));
      take(born(keys, known));
      take(employed(keys, identity.employeeId, known));
    }
    take(get(keys.memberNumbers, identity.carrierMemberId));
    take(few(get(keys.carrierIds, identity.carrierKey)));
    if (identity.former) {
      take(get(keys.ssns, identity.former.key));
      take(few(get(keys.carrierIds, identity.former.carrierKey)));
    }
    return lists ? [...new Set(lists.flat())] : found;
  }

  /** Everybody in hand who was born on a day; nobody where so many were that it is no birth date. */
  bornOn(groupId: string, birthKey: string): readonly PersonDraft[] {
    const known = this.#groups.get(groupId)?.births.get(birthKey);
    if (known === undefined) return NOBODY;
    return known instanceof Map ? few([...known.values()].flat()) : [known];
  }

  /** Everybody in hand whose SSN ends so. */
  endingIn(groupId: string, last4Key: string): readonly PersonDraft[] {
    const keys = this.#groups.get(groupId);
    if (!keys) return NOBODY;
    if (!keys.lastFours) {
      keys.lastFours = new Map();
      for (const person of this.#byId.values())
        if (person.groupId === groupId && person.last4Key) put(keys.lastFours, person.last4Key, person);
    }
    return few(get(keys.lastFours, last4Key));
  }

  /** Everybody in hand of a name. */
  called(groupId: string, { firstName, lastName }: Identity): readonly PersonDraft[] {
    const keys = this.#groups.get(groupId);
    if (!keys) return NOBODY;
    if (!keys.names) {
      keys.names = new Map();
      for (const person of this.#byId.values()) if (person.groupId === groupId) put(keys.names, nameOf(person), person);
    }
    return get(keys.names, nameKey(firstName, lastName));
  }

  /** The person has another SSN from now on, and is found by it. */
  renumber(person: PersonDraft, ssnKey: string): void {
    person.ssnKey = ssnKey;
    const keys = this.#groups.get(person.groupId);
    if (keys && this.#byId.has(person.id)) put(keys.ssns, ssnKey, person);
  }

  withSsn(groupId: string, digest: string): readonly PersonDraft[] {
    return get(this.#groups.get(groupId)?.ssns ?? new Map(), digest);
  }

  /** The subscriber whom a family key means in the database: by SSN, employee number or member number. */
  byFamily(groupId: string, digest: string | null, key: string | undefined): PersonDraft | undefined {
    const keys = this.#groups.get(groupId);
    if (!keys) return undefined;
    for (const hits of [get(keys.ssns, digest), get(keys.employeeIds, key), get(keys.memberNumbers, key)]) {
      const head = hits.find((person) => person.subscriberId === null);
      if (head) return head;
    }
    return undefined;
  }
}
