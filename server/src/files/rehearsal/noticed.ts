import { overlaps } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { type Identity, isOtherIdentity } from '@openbenefits/domain/members/same-person';
import type { Applied, Staged } from '../matching/staged-for-matching.ts';
import { FORMER_NUMBER, FORMER_SSN, ZEROS_LOST } from '../matching/family-head.ts';
import type { PeopleInHand } from '../matching/people-in-hand.ts';
import { SeenKeys } from '../staging/seen-keys.ts';
import { CancelledNext } from './cancelled-next.ts';
import { EndedAndBack } from './ended-and-back.ts';
import { Rescinded } from './rescinded.ts';
import { UncoveredNew } from './uncovered-new.ts';
import { RowRemarks } from './row-remarks/row-remarks.ts';

type Spans = PersonDraft['spans'];

const isPartner = ({ relationship }: PersonDraft): boolean =>
  relationship === 'spouse' || relationship === 'domestic_partner';
const goesOn = ({ spans }: PersonDraft): boolean =>
  Object.values(spans).some((held) => held.some(({ until }) => until === null));

/** Whether a dependent ends up with another plan of a line than the subscriber has in that time. */
const hasOtherPlan = ({ spans }: PersonDraft, subscriber: PersonDraft): boolean =>
  COVERAGE_LINES.some((line) => {
    const last = spans[line]?.at(-1);
    return (
      last !== undefined && subscriber.spans[line]?.some((own) => overlaps(own, last) && own.planId !== last.planId)
    );
  });

const identityOf = (values: PersonDraft['values']): Identity => ({
  firstName: String(values.firstName ?? ''),
  lastName: String(values.lastName ?? ''),
  employeeId: values.employeeId ? String(values.employeeId) : null,
});

/** Whether the file gives a member on record the identity of somebody else. */
const isRenamed = ({ values, before }: PersonDraft): boolean =>
  ('firstName' in before || 'lastName' in before) &&
  isOtherIdentity(identityOf({ ...values, ...before }), identityOf(values));

/** What a rehearsal notices about people, counted for its remarks and safety stops. */
export class Noticed {
  readonly rows = new RowRemarks();
  /** People whose coverage has begun and is cancelled from its first day. */
  readonly rescinded = new Rescinded();
  /** New members without coverage. */
  readonly uncovered = new UncoveredNew();
  /** Members on record whom the file turns into somebody else. */
  readonly otherIdentities = new Set<string>();
  /** Dependents whom the file covers longer than their subscribers. */
  cutToSubscriber = 0;
  /** Spouses and partners who come into a family while another is covered. */
  secondPartners = 0;
  /** Dependents who are given another plan of a line than their subscribers. */
  otherPlans = 0;
  /** Dependents whose subscriber was found by a number with the zeros that it has lost. */
  zerosLost = 0;
  /** Dependents whose subscriber was found by an SSN that was corrected since. */
  formerSsns = 0;
  /** People who were found, or whose subscriber was, by a number that the file names as the former one. */
  formerNumbers = 0;
  /** People of whom a list names an earlier hire date than is known: that of the rehire stays, or it goes back. */
  hiresKept = 0;
  hiresBack = 0;
  /** Rows of people whom the file waives without saying from when. */
  waivedWithoutDay = 0;
  /**
   * People whom the file ends, each counted once: a dependent who ends with the subscriber and whose own record names
   * an earlier day is one.
   */
  ended = 0;
  readonly #endedPeople = new SeenKeys('sure');
  /** People whom one record of the file ends and a later one covers again. */
  readonly endedAndBack = new EndedAndBack();
  /** People who lose what had ended for coverage that is cancelled. */
  readonly cancelledNext = new CancelledNext();

  /** Looks at what a record did: what its person held before, and the lines that became shorter. */
  note(
    staged: Staged,
    applied: Applied,
    before: Spans,
    ended: Parameters<EndedAndBack['note']>[1],
    people: PeopleInHand,
  ): void {
    const { effect, person, touched } = applied;
    this.uncovered.note(staged, applied);
    if (effect === 'ended' || effect === 'voided')
      for (const one of touched) if (!this.#endedPeople.hasOrAdd('e', one.person.id)) this.ended += 1;
    this.endedAndBack.note(applied, ended);
    if (applied.cut) this.cutToSubscriber += 1;
    if (applied.foundBy === ZEROS_LOST) this.zerosLost += 1;
    if (applied.foundBy === FORMER_SSN) this.formerSsns += 1;
    if (applied.foundBy === FORMER_NUMBER) this.formerNumbers += 1;
    if (applied.earlierHire?.isKept) this.hiresKept += 1;
    else if (applied.earlierHire) this.hiresBack += 1;
    if (effect === 'unchanged') return;
    if (!person.isNew && isRenamed(person)) this.otherIdentities.add(person.id);
    const subscriber = person.subscriberId === null ? undefined : people.byId(person.subscriberId);
    if (!subscriber) return;
    if (hasOtherPlan(person, subscriber)) this.otherPlans += 1;
    if (
      effect === 'added' &&
      isPartner(person) &&
      people.dependentsOf(subscriber.id).some((one) => one !== person && isPartner(one) && goesOn(one))
    )
      this.secondPartners += 1;
  }

  /** Ends a chunk: people come anew with the next. `isWhole`: of them it was all that the file says. */
  endChunk(isWhole = false): void {
    this.endedAndBack.endChunk();
    this.rescinded.endChunk(isWhole);
    this.cancelledNext.endChunk();
  }
}
