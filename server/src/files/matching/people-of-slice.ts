import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { knownAs, nameKey } from '@openbenefits/domain/files/match-person';
import { asksByBirthDay, asksByLastFour } from '@openbenefits/domain/files/perhaps-known';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { Tx } from '../../db/connect.ts';
import { type KeyInGroup, loadPeople, type NamedKeyInGroup, type PeopleKeys } from '../../members/people-lookup.ts';
import type { Services } from '../../request-context.ts';
import type { Digests } from '../staging/chunk-of-records.ts';
import type { FamilyLinks } from './family-links.ts';
import type { FamilyNumbers } from './family-numbers.ts';
import type { KnownKeys } from './known-keys.ts';
import type { Lease } from '../queue/file-lease.ts';
import type { Staged } from './staged-for-matching.ts';
import type { MatchContext } from './match-context.ts';
import type { PeopleInHand } from './people-in-hand.ts';
import type { Namesakes } from './namesakes.ts';
import type { GroupNames, PlanNames } from './resolve-names.ts';

/** What matching needs of a job, for its rehearsal and for applying it. */
export type MatchingContext = {
  services: Services;
  lease: Lease;
  /** The day on which the job began: a file is judged by one day throughout. */
  today: CalendarDate;
  retro: MatchContext['retro'];
  isResent: boolean;
  plans: PlanNames;
  groups: Map<string, GroupNames>;
  families: FamilyLinks;
  /** What the sender has called families in earlier files. */
  numbers: FamilyNumbers;
  /** Whom the groups have of a name, of whom a record may say too little, or something else. */
  namesakes: Namesakes;
  digests: Digests;
  /** Where it is known which keys a group's people have; a rehearsal knows it of small groups. */
  known?: KnownKeys;
};

export const present = (values: Iterable<string | null | undefined>): string[] => [
  ...new Set([...values].filter((value): value is string => Boolean(value))),
];

type Keys = readonly (string | null | undefined)[];

function keysOf<S extends Staged>(records: readonly S[], of: (staged: S) => Keys): KeyInGroup[] {
  const keys: KeyInGroup[] = [];
  for (const staged of records) for (const key of of(staged)) if (key) keys.push([staged.groupId, key]);
  return keys;
}

// Made once: a function that is made for each slice is compiled for each.
const ssnsOfSubscriber = ({ identity }: Staged): Keys => [
  identity.ssnKey,
  identity.previousSsnKey,
  identity.former?.key,
];
const familiesOf = ({ familyKey, paddedKey, identity }: Staged): Keys => [familyKey, paddedKey, identity.former?.key];
const birthDayOf = ({ identity, record }: Staged): Keys =>
  asksByBirthDay(identity, record.source) ? [identity.birthKey] : [];
const lastFourOf = ({ identity, record }: Staged): Keys =>
  asksByLastFour(identity, record.source) ? [identity.last4Key] : [];
const employeeIdOf = ({ record }: Staged): Keys => [record.employeeId];
const memberNumberOf = ({ record }: Staged): Keys => [record.carrierMemberId];
const familyNumbersOf = ({ record }: Staged): Keys => [record.familyKey, record.formerNumber];
const carrierIdsOf = ({ identity }: Staged): Keys => [identity.carrierKey, identity.former?.carrierKey];

function namesOf(subscribers: readonly Staged[]): NamedKeyInGroup[] {
  const names: NamedKeyInGroup[] = [];
  for (const { groupId, identity } of subscribers)
    for (const { birthKey, firstName, lastName } of knownAs(identity))
      if (birthKey) names.push([groupId, birthKey, nameKey(firstName, lastName)]);
  return names;
}

const NO_KEYS: PeopleKeys = {
  ssns: [],
  births: [],
  birthDays: [],
  lastFours: [],
  employeeIds: [],
  memberNumbers: [],
  carrierIds: [],
  memberIds: [],
};

/**
 * A subscriber who has gone on from a family that is not in hand: whoever comes along was a dependent there
 * (matchAndApply).
 */
const isFormerElsewhere = (person: PersonDraft, people: PeopleInHand): person is PersonDraft & { splitFrom: string } =>
  person.subscriberId === null && person.splitFrom !== null && !people.byId(person.splitFrom);

/**
 * Reads whom the records of a slice may mean. Dependents of a subscriber in the slice come with it, of one in hand are
 * in hand.
 */
export async function loadPeopleOf(
  tx: Tx,
  context: Pick<MatchingContext, 'families' | 'numbers' | 'namesakes' | 'known'>,
  slice: readonly Staged[],
  people: PeopleInHand,
): Promise<PersonDraft[]> {
  const subscribers = slice.filter(({ record }) => record.isSubscriber);
  const here = new Set(subscribers.map(({ groupId, familyKey }) => groupId + familyKey));
  const before: KeyInGroup[] = [];
  const dependents = slice.filter(({ record, groupId, familyKey }) => {
    if (record.isSubscriber || here.has(groupId + familyKey)) return false;
    const memberId = context.families.get(groupId, familyKey)?.memberId;
    const head = memberId ? people.byId(memberId) : undefined;
    if (head && isFormerElsewhere(head, people)) before.push([groupId, head.splitFrom]);
    return !head;
  });
  if (dependents.length > 0)
    await context.families.load(
      tx,
      present(dependents.map(({ groupId }) => groupId)),
      present(dependents.flatMap(familiesOf)),
    );
  const linked = dependents.map((one) => ({
    ...one,
    link: context.families.get(one.groupId, one.familyKey) ?? context.families.get(one.groupId, one.paddedKey),
  }));
  const strangers = linked.filter(({ link }) => !link);
  await context.numbers.load(
    tx,
    keysOf(strangers, ({ familyKey, identity }) => [familyKey, identity.former?.key]),
  );
  const keys: PeopleKeys = {
    ssns: [...keysOf(subscribers, ssnsOfSubscriber), ...keysOf(strangers, familiesOf)],
    births: namesOf(subscribers),
    birthDays: keysOf(subscribers, birthDayOf),
    lastFours: keysOf(subscribers, lastFourOf),
    employeeIds: [...keysOf(subscribers, employeeIdOf), ...keysOf(strangers, familyNumbersOf)],
    memberNumbers: [...keysOf(subscribers, memberNumberOf), ...keysOf(strangers, familyNumbersOf)],
    carrierIds: keysOf(subscribers, carrierIdsOf),
    memberIds: [
      ...before,
      ...(await context.namesakes.of(tx, subscribers)),
      ...keysOf(linked, ({ link, groupId, familyKey, identity: { former } }) =>
        link
          ? [link.memberId]
          : [
              context.numbers.get(groupId, familyKey),
              context.numbers.former(groupId, familyKey),
              ...(former
                ? [
                    context.families.get(groupId, former.key)?.memberId,
                    context.numbers.get(groupId, former.key),
                    context.numbers.former(groupId, former.key),
                  ]
                : []),
            ],
      ),
    ],
  };
  const found = await loadPeople(tx, context.known?.among(keys) ?? keys);
  const formers =
    dependents.length === 0
      ? []
      : found.filter((one) => isFormerElsewhere(one, people) && !found.some(({ id }) => id === one.splitFrom));
  if (formers.length === 0) return context.namesakes.completed(found);
  const families = await loadPeople(tx, {
    ...NO_KEYS,
    memberIds: formers.map(({ groupId, splitFrom }): KeyInGroup => [groupId, splitFrom ?? '']),
  });
  const ids = new Set(found.map(({ id }) => id));
  return context.namesakes.completed([...found, ...families.filter(({ id }) => !ids.has(id))]);
}
