import type { Identity } from '@openbenefits/domain/files/match-person';
import type { PersonDraft } from '@openbenefits/domain/files/person-draft';
import type { FamilyTiers } from './staged-record.ts';

/** The people of one transaction in memory: found fast by their keys, changed in place, put back on a refusal. Whoever is in hand is never read again. */
export class PeopleInHand {
  readonly #byKey = new Map<string, PersonDraft[]>();
  readonly #byId = new Map<string, PersonDraft>();
  readonly #bySubscriber = new Map<string, PersonDraft[]>();
  readonly tiers = new Map<string, FamilyTiers>();

  #put(key: string, person: PersonDraft): void {
    const list = this.#byKey.get(key);
    if (list) list.push(person);
    else this.#byKey.set(key, [person]);
  }

  add(person: PersonDraft): void {
    if (this.#byId.has(person.id)) return;
    this.#byId.set(person.id, person);
    if (person.ssnKey) this.#put(`s${person.groupId}${person.ssnKey}`, person);
    if (person.birthKey) this.#put(`b${person.groupId}${person.birthKey}`, person);
    if (person.values.employeeId) this.#put(`e${person.groupId}${person.values.employeeId}`, person);
    if (person.memberNumber) this.#put(`n${person.groupId}${person.memberNumber}`, person);
    if (!person.subscriberId) return;
    const family = this.#bySubscriber.get(person.subscriberId);
    if (family) family.push(person);
    else this.#bySubscriber.set(person.subscriberId, [person]);
  }

  byId(id: string): PersonDraft | undefined {
    return this.#byId.get(id);
  }

  dependentsOf(subscriberId: string): readonly PersonDraft[] {
    return this.#bySubscriber.get(subscriberId) ?? [];
  }

  candidates(groupId: string, identity: Identity): readonly PersonDraft[] {
    const found = [
      this.#byKey.get(`s${groupId}${identity.previousSsnKey ?? identity.ssnKey}`),
      this.#byKey.get(`b${groupId}${identity.previousBirthKey ?? identity.birthKey}`),
      this.#byKey.get(`e${groupId}${identity.employeeId}`),
      this.#byKey.get(`n${groupId}${identity.carrierMemberId}`),
    ].filter((list) => list !== undefined);
    return found.length > 1 ? [...new Set(found.flat())] : (found[0] ?? []);
  }

  /** The subscriber whom a family key means in the database: by SSN, employee number or member number. */
  byFamily(groupId: string, digest: string | null, key: string | undefined): PersonDraft | undefined {
    const hits = [`s${groupId}${digest}`, `e${groupId}${key}`, `n${groupId}${key}`].flatMap((name) => this.#byKey.get(name) ?? []);
    return hits.find((person) => person.subscriberId === null);
  }
}
