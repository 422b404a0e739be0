import type { WorldSize } from './group-sizes.ts';
import type { Household } from './members.ts';

/** Groups in which a member was entered twice: without an SSN, once without the last letter of the name. */
const GROUPS = [24, 61, 118] as const;

/** A few members are twice in the full sample, so that the list of possible duplicates has content. */
export function enterTwice(households: readonly Household[], size: WorldSize): Household[] {
  if (size !== 'full') return [...households];
  const groups = [...new Set(households.map(({ family }) => family.group.row.id))];
  const twins = new Map<Household, Household>();
  for (const [index, at] of GROUPS.entries()) {
    const alone = households.filter(
      ({ family, subscriber, dependents }) =>
        family.group.row.id === groups[at] &&
        !family.named &&
        dependents.length === 0 &&
        subscriber.status === 'active',
    );
    const [first, second] = alone;
    if (!first || !second) continue;
    const { firstName, lastName, gender, dateOfBirth } = first.subscriber;
    const name = index === 1 ? firstName.slice(0, -1) : firstName;
    twins.set(second, {
      ...second,
      subscriber: {
        ...second.subscriber,
        firstName: name,
        middleName: null,
        lastName,
        suffix: null,
        gender,
        dateOfBirth,
        ssn: null,
      },
    });
  }
  return households.map((household) => twins.get(household) ?? household);
}
