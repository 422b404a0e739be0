import { type CalendarDate, contains } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage/coverage-line';
import type { CoverageAction, EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { Applied } from '../matching/match-and-apply.ts';
import type { PeopleInHand } from '../matching/people-in-hand.ts';
import { EndedAndBack } from './ended-and-back.ts';

type Spans = PersonDraft['spans'];

/** INS04: non payment, for which coverage may be cancelled from its beginning (45 CFR 147.128). */
const NON_PAYMENT = '59';

/** Whether coverage that has begun is lost from its first day; what only followed the subscriber in this file had not begun. */
const isRescinded = (before: Spans, after: Spans, today: CalendarDate): boolean =>
  COVERAGE_LINES.some((line) => before[line]?.some(({ from, followed }) => !followed && from <= today && !after[line]?.some((span) => contains(span, from))));

const isPartner = ({ relationship }: PersonDraft): boolean => relationship === 'spouse' || relationship === 'domestic_partner';
const goesOn = ({ spans }: PersonDraft): boolean => Object.values(spans).some((held) => held.some(({ until }) => until === null));

/** Whether a dependent ends up with another plan of a line than the subscriber has on the dependent's first day. */
const hasOtherPlan = ({ spans }: PersonDraft, subscriber: PersonDraft): boolean =>
  COVERAGE_LINES.some((line) => {
    const last = spans[line]?.at(-1);
    return last !== undefined && subscriber.spans[line]?.some((own) => contains(own, last.from) && own.planId !== last.planId);
  });

const COVERING: ReadonlySet<CoverageAction> = new Set(['add', 'compare']);

/** Whether the file names a later first day for a plan that goes on as it was. */
const startsLater = ({ coverages }: EnrollmentRecord, applied: Applied, before: Spans): boolean =>
  coverages.some(({ action, from }, place) => {
    const resolved = applied.coverages[place];
    if (from === undefined || resolved === undefined || !COVERING.has(action)) return false;
    return before[resolved.line]?.some((span) => span.planId === resolved.planId && span.from < from && contains(span, from)) ?? false;
  });

/** What a rehearsal notices about people, counted for its remarks and safety stops. */
export class Noticed {
  /** People whose coverage has begun and is cancelled from its first day. */
  rescinded = 0;
  /** Dependents whom the file covers longer than their subscribers. */
  cutToSubscriber = 0;
  /** Spouses and partners who come into a family while another is covered. */
  secondPartners = 0;
  /** Dependents who are given another plan of a line than their subscribers. */
  otherPlans = 0;
  /** People of whom the file says a later first day than is known. */
  laterStarts = 0;
  /** People whom one record of the file ends and a later one covers again. */
  readonly endedAndBack = new EndedAndBack();

  /** Looks at what a record did: what its person held before, and the lines that became shorter. */
  note(record: EnrollmentRecord, applied: Applied, before: Spans, ended: Parameters<EndedAndBack['note']>[1], people: PeopleInHand, today: CalendarDate): void {
    const { effect, person, touched } = applied;
    this.endedAndBack.note(applied, ended);
    if (applied.cut) this.cutToSubscriber += 1;
    if (effect !== 'added' && startsLater(record, applied, before)) this.laterStarts += 1;
    if (effect === 'unchanged') return;
    if (effect !== 'added' && record.maintenanceReason !== NON_PAYMENT && isRescinded(before, person.spans, today)) {
      // Dependents lose it with their subscriber; records of their own find nothing left to do.
      this.rescinded += 1 + touched.filter((one) => one.person !== person && COVERAGE_LINES.some((line) => one.person.spans[line]?.length === 0)).length;
    }
    const subscriber = person.subscriberId === null ? undefined : people.byId(person.subscriberId);
    if (!subscriber) return;
    if (hasOtherPlan(person, subscriber)) this.otherPlans += 1;
    if (effect === 'added' && isPartner(person) && people.dependentsOf(subscriber.id).some((one) => one !== person && isPartner(one) && goesOn(one))) this.secondPartners += 1;
  }
}
