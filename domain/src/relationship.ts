/**
 * How a member relates to the subscriber; 'self' is the subscriber. The choices of the forms are specification 1,
 * section 9.
 */
export const RELATIONSHIPS = [
  'self',
  'spouse',
  'domestic_partner',
  'child',
  'step_child',
  'adopted_child',
  'other',
] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];

/** Children outgrow their coverage (domain rules 4.11); spouses and partners do not. */
export const canAgeOut = (relationship: Relationship): boolean =>
  relationship === 'child' ||
  relationship === 'step_child' ||
  relationship === 'adopted_child' ||
  relationship === 'other';

export const RELATIONSHIP_LABEL: Readonly<Record<Relationship, string>> = {
  self: 'Subscriber',
  spouse: 'Spouse',
  domestic_partner: 'Domestic Partner',
  child: 'Child',
  step_child: 'Step Child',
  adopted_child: 'Adopted Child',
  other: 'Other',
};

export const isPartner = (relationship: Relationship): boolean =>
  relationship === 'spouse' || relationship === 'domestic_partner';

/**
 * Returns a dependent's relationship after a file lists another one. Changes among partners, and among children and
 * other dependents, are corrections and are applied. A list's word for any child does not contradict a known kind of
 * child. Other changes are a question, because tier and age limit depend on them and it may be another person.
 */
export function correctedRelationship(
  known: Relationship,
  said: Relationship,
  isList: boolean,
): Relationship | 'contradicts' {
  if (known === said) return known;
  if (known === 'self' || said === 'self' || isPartner(known) !== isPartner(said)) return 'contradicts';
  return isList && said === 'child' && known !== 'other' ? known : said;
}
