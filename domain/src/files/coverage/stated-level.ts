import { type FileMessage, fileMessage } from '../messages/file-message.ts';
import { COVERAGE_LINE_LABEL, type CoverageLine } from '../../coverage-line.ts';
import { type Tier, TIER_LABEL, tierOf } from '../../coverage/tier.ts';
import type { Relationship } from '../../relationship.ts';

/**
 * Levels of 005010X220A1 (HD05) that are none of our tiers: what they say in words, and of how many dependents, or of
 * whom.
 */
type Level = { readonly words: string; readonly isSo: (dependents: readonly Relationship[]) => boolean };
const exactly = (count: number, words: string): Level => ({ words, isSo: ({ length }) => length === count });
const atLeast = (count: number): Level => ({
  words: `employee and ${count} or more dependents`,
  isSo: ({ length }) => length >= count,
});
/** Whoever is the only one covered under it may be the child of a policy of its own. */
const withoutEmployee = (words: string): Level => ({ words, isSo: ({ length }) => length === 0 });
/** They leave the subscriber out, who is covered where the level is compared. */
const never = (words: string): Level => ({ words, isSo: () => false });

const LEVELS = {
  TWO: exactly(1, 'two people'),
  E1D: exactly(1, 'employee and 1 dependent'),
  E2D: exactly(2, 'employee and 2 dependents'),
  E3D: exactly(3, 'employee and 3 dependents'),
  E5D: atLeast(1),
  E6D: atLeast(2),
  E7D: atLeast(3),
  E8D: atLeast(4),
  E9D: atLeast(5),
  CHD: withoutEmployee('children only'),
  DEP: withoutEmployee('dependents only'),
  SPO: never('spouse only'),
  SPC: never('spouse and children only'),
} as const satisfies Readonly<Record<string, Level>>;
type LevelCode = keyof typeof LEVELS;

/** What a file says of who is covered with a subscriber: one of our tiers, or a level that tells it in another way. */
export type StatedLevel = Tier | LevelCode;

const isLevelCode = (code: string): code is LevelCode => Object.hasOwn(LEVELS, code);

/** The level that a file names, where it says anything that can be compared. */
export const statedLevel = ({
  tier,
  tierKey,
}: {
  readonly tier?: Tier | undefined;
  readonly tierKey?: string | undefined;
}): StatedLevel | undefined => tier ?? (tierKey !== undefined && isLevelCode(tierKey) ? tierKey : undefined);

/** Who is covered, as the level counts: by whom they are, or how many. */
const coveredWords = (dependents: readonly Relationship[], counts: boolean): string =>
  counts && dependents.length > 0
    ? `employee and ${dependents.length} ${dependents.length === 1 ? 'dependent' : 'dependents'}`
    : TIER_LABEL[tierOf(dependents)];

/**
 * What is said where a file names another level of a subscriber's line than the covered dependents make it (domain
 * rules 4.3); who is covered counts.
 */
export function levelContradicted(
  line: CoverageLine,
  named: StatedLevel,
  dependents: readonly Relationship[],
): FileMessage | undefined {
  if (!isLevelCode(named))
    return named === tierOf(dependents)
      ? undefined
      : fileMessage('row_tier_differs', {
          line: COVERAGE_LINE_LABEL[line],
          sent: TIER_LABEL[named],
          covered: coveredWords(dependents, false),
        });
  const { words, isSo } = LEVELS[named];
  return isSo(dependents)
    ? undefined
    : fileMessage('row_tier_differs', {
        line: COVERAGE_LINE_LABEL[line],
        sent: `${words} (${named})`,
        covered: coveredWords(dependents, /^(TWO|E\dD)$/.test(named)),
      });
}
