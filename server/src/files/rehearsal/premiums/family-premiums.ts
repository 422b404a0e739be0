import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { familyPremium, type FamilyRates } from '@openbenefits/domain/members/family-premium';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { HouseholdPrice } from '../../../coverage/household-prices.ts';
import type { Pricing } from '../../../coverage/rating-ages.ts';
import type { PeopleInHand } from '../../matching/people-in-hand.ts';
import type { RehearsalContext } from '../rehearsal-context.ts';
import { birthDatesOf } from './rates.ts';

type Context = Pick<RehearsalContext, 'premiumDay' | 'rates' | 'byPlan'>;

/** What a family costs now, worked out before its first record and after each. */
export class FamilyPremiums {
  readonly #context: Context;
  readonly #now = new Map<string, Map<string, number>>();
  readonly #births = new Map<string, CalendarDate>();
  readonly #rates: FamilyRates;

  constructor(context: Context) {
    this.#context = context;
    this.#rates = context.rates.with(this.#births);
  }

  /** The birth dates of stored people, where prices of their group ask for ages; to be called before `note`. */
  async learn(pricing: Pricing, loaded: readonly PersonDraft[]): Promise<void> {
    const asked = loaded.filter(({ id, groupId }) => this.#context.rates.asksAges(groupId) && !this.#births.has(id));
    for (const [id, birth] of await birthDatesOf(
      pricing,
      asked.map(({ id }) => id),
    ))
      this.#births.set(id, birth);
  }

  /** The birth date that a record gives of somebody new. */
  born({ id, groupId }: PersonDraft, birth: CalendarDate | undefined): void {
    if (birth !== undefined && this.#context.rates.asksAges(groupId)) this.#births.set(id, birth);
  }

  #of(subscriber: PersonDraft, people: PeopleInHand): Map<string, number> {
    return familyPremium(subscriber, people.dependentsOf(subscriber.id), this.#context.premiumDay, this.#rates);
  }

  /** What the family costs now, line by line with the steps of each price. */
  explain(head: PersonDraft, people: PeopleInHand): HouseholdPrice[] {
    return this.#context.rates.pricesOf(head, people.dependentsOf(head.id), this.#births);
  }

  /** The family costs what it costs now; what brought it there was told before. */
  settle(head: PersonDraft, people: PeopleInHand): void {
    this.#now.set(head.id, this.#of(head, people));
  }

  /** To be called for everybody who was loaded, before anything is applied to them. */
  note(loaded: readonly PersonDraft[], people: PeopleInHand): void {
    for (const person of loaded)
      if (person.subscriberId === null && !this.#now.has(person.id)) this.#now.set(person.id, this.#of(person, people));
  }

  /** The difference that a record made to the families of whom it touched. */
  changeOf(heads: Iterable<PersonDraft>, people: PeopleInHand): number {
    let difference = 0;
    for (const head of heads) difference += this.#change(head, people);
    return difference;
  }

  #change(head: PersonDraft, people: PeopleInHand): number {
    const before = this.#now.get(head.id);
    const after = this.#of(head, people);
    this.#now.set(head.id, after);
    let difference = 0;
    // Asked for every row of a file: the pair of each entry, or a function for each row, would be more work than the
    // sum.
    for (const planId of after.keys())
      difference += this.#add(planId, (after.get(planId) ?? 0) - (before?.get(planId) ?? 0));
    if (before)
      for (const planId of before.keys())
        if (!after.has(planId)) difference += this.#add(planId, -(before.get(planId) ?? 0));
    return difference;
  }

  #add(planId: string, cents: number): number {
    const { byPlan } = this.#context;
    if (cents !== 0) byPlan.set(planId, (byPlan.get(planId) ?? 0) + cents);
    return cents;
  }
}
