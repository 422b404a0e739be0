import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { heldWords } from '@openbenefits/domain/plans/held-words';
import type { HeldReason } from '@openbenefits/domain/plans/price-trace';
import type { Relationship } from '@openbenefits/domain/relationship';

type Person = { readonly id: string; readonly name: string; readonly relationship: Relationship };

/** Why a premium has no price, and what to do, in one line. */
export function heldText(reason: HeldReason, planName: string, month: CalendarDate, person: Person | null): string {
  const { problem, fix } = heldWords({ planName, month, people: person ? [{ ...person, age: null }] : [] }, reason);
  return `${problem.text} ${fix.text}`;
}
