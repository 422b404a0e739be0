import type { CalendarDate } from '../../calendar-date.ts';
import type { OutboundMember, OutboundPerson, SentLine } from './outbound-person.ts';
import type { ToldIdentities } from './outbound-person.ts';
import { withJoinedLines } from './told-before.ts';
import type { ToldIdentity } from './outbound-person.ts';
import { isOpen, told } from './told-pieces.ts';

/**
 * The number of the family in which the carrier knows a dependent who is in another by now: a merge of subscribers that
 * it was told of was taken back. Undefined where it is the same family, also when that is called otherwise now: then
 * the carrier knows the subscriber by the earlier number, too.
 */
function formerFamily(
  { memberId, isSubscriber, familyId }: OutboundPerson,
  head: OutboundPerson | undefined,
  identities: ToldIdentities,
): string | undefined {
  const was = identities.get(memberId)?.familyId;
  if (isSubscriber || head === undefined || was === undefined || was === familyId) return undefined;
  return was === (identities.get(head.memberId)?.familyId ?? head.familyId) ? undefined : was;
}

/** The dependent never was in the family that was told; what it has is told anew in its own. */
const leftFamily = (
  person: OutboundPerson,
  familyId: string,
  sentLines: readonly SentLine[],
  today: CalendarDate,
): OutboundMember => ({
  person: { ...person, familyId },
  action: 'end',
  lines: sentLines.flatMap(({ line, planId, from, until, isVoid }) =>
    !isVoid && isOpen({ until }, today) ? [told('void', line, { planId, from, until: null }, today)] : [],
  ),
});

/**
 * Somebody as told, beside what the carrier knows. `left`: what has to be said before all else, that a dependent never
 * was in the family in which the carrier knows it; of one who is told anew in another, nothing is known (`before`,
 * `identity`).
 */
type BesideTold = {
  person: OutboundPerson;
  before: readonly SentLine[];
  left: OutboundMember[];
  identity: ToldIdentity | undefined;
};

/** Everybody beside what the carrier knows of them, in the order given. */
export function besideTold(
  people: readonly OutboundPerson[],
  sent: ReadonlyMap<string, readonly SentLine[]>,
  identities: ToldIdentities,
  today: CalendarDate,
): BesideTold[] {
  const heads = new Map(people.flatMap((person) => (person.isSubscriber ? [[person.familyId, person] as const] : [])));
  return people.map((one) => {
    const known = sent.get(one.memberId) ?? [];
    const person = withJoinedLines(one, known);
    const former = formerFamily(person, heads.get(one.familyId), identities);
    return former === undefined
      ? { person, before: known, left: [], identity: identities.get(person.memberId) }
      : {
          person,
          before: [],
          left: [leftFamily(person, former, known, today)].filter(({ lines }) => lines.length > 0),
          identity: undefined,
        };
  });
}
