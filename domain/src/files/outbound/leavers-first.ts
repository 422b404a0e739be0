import type { OutboundMember } from './outbound-person.ts';

/** By what a carrier may take two records of ours for one person. */
const keysOf = ({ person: { ssn, firstName, dateOfBirth } }: OutboundMember): string[] => [
  ...(ssn ? [ssn] : []),
  ...(dateOfBirth ? [`${dateOfBirth} ${firstName.toLowerCase()}`] : []),
];

const saysEnd = ({ lines }: OutboundMember): boolean =>
  lines.some(({ action }) => action === 'end' || action === 'void');
const saysAdd = ({ lines }: OutboundMember): boolean => lines.some(({ action }) => action === 'add');

/**
 * Families that somebody leaves who is added in another (COBRA, a child that is hired, a couple that shares one plan
 * from now on) before all others, each as it stands: a carrier that is told of the addition first has the person twice,
 * or refuses it.
 */
export function leaversFirst(members: readonly OutboundMember[]): readonly OutboundMember[] {
  const added = new Map<string, Set<string>>();
  for (const member of members) {
    if (!saysAdd(member)) continue;
    for (const key of keysOf(member)) added.set(key, (added.get(key) ?? new Set()).add(member.person.familyId));
  }
  const leaves = (member: OutboundMember): boolean =>
    saysEnd(member) &&
    keysOf(member).some((key) => [...(added.get(key) ?? [])].some((family) => family !== member.person.familyId));
  const left = new Set(members.flatMap((member) => (leaves(member) ? [member.person.familyId] : [])));
  if (left.size === 0) return members;
  const isLeft = ({ person }: OutboundMember): boolean => left.has(person.familyId);
  return [...members.filter(isLeft), ...members.filter((member) => !isLeft(member))];
}
