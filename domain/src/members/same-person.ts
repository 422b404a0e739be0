/** Short forms of first names; each line is one name. */
const NICKNAMES = [
  'alexander alex xander',
  'andrew andy drew',
  'anthony tony',
  'benjamin ben benny',
  'catherine katherine kate katie kathy cathy',
  'charles charlie chuck',
  'christopher chris',
  'daniel dan danny',
  'david dave',
  'deborah debbie deb',
  'donald don',
  'edward ed eddie ted',
  'elizabeth liz beth betty eliza',
  'eugene gene',
  'frederick fred',
  'gerald jerry',
  'gregory greg',
  'jacob jake',
  'james jim jimmy',
  'jennifer jen jenny',
  'john jack johnny',
  'jonathan jon',
  'joseph joe joey',
  'joshua josh',
  'kenneth ken',
  'kimberly kim',
  'lawrence larry',
  'margaret maggie peggy meg',
  'matthew matt',
  'michael mike',
  'nathaniel nathan nate',
  'nicholas nick',
  'pamela pam',
  'patricia pat patty',
  'patrick pat',
  'peter pete',
  'philip phil',
  'rebecca becky',
  'richard rick dick rich',
  'robert bob rob bobby',
  'ronald ron',
  'samuel sam',
  'stephen steven steve',
  'susan sue',
  'theodore ted theo',
  'theresa tess terry',
  'thomas tom tommy',
  'timothy tim',
  'victoria vicky',
  'vincent vince',
  'william bill will billy',
  'zachary zach',
].map((line) => new Set(line.split(' ')));

export type Named = { readonly firstName: string; readonly lastName: string };
export type Resemblance = 'same' | 'similar' | 'different';

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Returns whether two names differ by at most one added, missing or different letter, or two swapped ones. */
export function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  if (start === a.length) return true;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}

function likelyFirst(a: string, b: string): boolean {
  if (a === b || a.startsWith(b) || b.startsWith(a)) return true;
  if (NICKNAMES.some((names) => names.has(a) && names.has(b))) return true;
  return Math.min(a.length, b.length) >= 3 && isOneSlip(a, b);
}

const likelyLast = (a: string, b: string): boolean =>
  a === b || (Math.min(a.length, b.length) >= 4 && (isOneSlip(a, b) || a.startsWith(b) || b.startsWith(a)));

/**
 * Compares two names of people with the same birth date or SSN. The first name must be a short form or a typing error
 * of the other, because twins share birth date and last name. First and last name may be swapped.
 */
export function resemblance(a: Named, b: Named): Resemblance {
  const [firstA, lastA, firstB, lastB] = [plain(a.firstName), plain(a.lastName), plain(b.firstName), plain(b.lastName)];
  if ([firstA, lastA, firstB, lastB].includes('')) return 'different';
  if (firstA === firstB && lastA === lastB) return 'same';
  if (firstA === lastB && lastA === firstB) return 'similar';
  return likelyFirst(firstA, firstB) && likelyLast(lastA, lastB) ? 'similar' : 'different';
}

/** A person's names and employee ID, before and after a change. */
export type Identity = Named & { readonly employeeId: string | null };

/**
 * Returns whether a change probably makes the record that of another person: neither name resembles the old one, or a
 * name changes together with the employee ID. A marriage changes one name only. A file is held for it; a manual change
 * needs a reason.
 */
export function isOtherIdentity(before: Identity, after: Identity): boolean {
  const [firstA, lastA] = [plain(before.firstName), plain(before.lastName)];
  const [firstB, lastB] = [plain(after.firstName), plain(after.lastName)];
  if ([firstA, lastA, firstB, lastB].includes('') || (firstA === lastB && lastA === firstB)) return false;
  const isFirst = likelyFirst(firstA, firstB);
  const isLast = likelyLast(lastA, lastB);
  const isOtherNumber =
    before.employeeId !== null && after.employeeId !== null && before.employeeId !== after.employeeId;
  return (!isFirst && !isLast) || (isOtherNumber && (!isFirst || !isLast));
}

export type Placed = { readonly id: string; readonly groupId: string; readonly subscriberId: string | null };
/**
 * 'mergeable': one record too many. Other pairs are lawful, or need other actions, and can only be compared and
 * dismissed.
 */
export type PairKind = 'mergeable' | 'two_groups' | 'subscriber_and_dependent' | 'two_families';

/** Returns the relation of two records that may be the same person. */
export function pairKind(a: Placed, b: Placed): PairKind {
  if (a.groupId !== b.groupId) return 'two_groups';
  if (a.subscriberId === b.subscriberId) return 'mergeable';
  return a.subscriberId === null || b.subscriberId === null ? 'subscriber_and_dependent' : 'two_families';
}

export const PAIR_WORDS: Readonly<Record<PairKind, string>> = {
  mergeable: 'Two records in the same group and family. Merge one record into the other.',
  two_groups: 'Two groups. A person with two jobs has a record in each group. These records cannot be merged.',
  subscriber_and_dependent:
    'A subscriber here and a dependent of another subscriber. Couples who both work here can have duplicate ' +
    'coverage. Terminate one of the two coverages if they should not.',
  two_families:
    'A dependent of two subscribers. Parents who live apart can both cover a child. Terminate one of the two ' +
    'coverages if the child should be covered once.',
};
