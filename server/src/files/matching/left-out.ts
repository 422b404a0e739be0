import type { FamilyLinks } from './family-links.ts';
import type { Staged } from './staged-for-matching.ts';

/** Records that somebody has left out, with whom each means; nobody where it would have brought the person in. */
export type LeftOut = ReadonlyMap<number, string | null>;

/**
 * A subscriber whose record is left out is the family's all the same: dependents who are taken are found by the number
 * that this record gives it.
 */
export function noteLeftOut({ record, groupId, familyKey }: Staged, leftOut: LeftOut, families: FamilyLinks): void {
  const memberId = leftOut.get(record.recordNo);
  if (memberId && record.isSubscriber && familyKey !== null)
    families.note(groupId, familyKey, { memberId, line: record.line, tiers: null });
}
