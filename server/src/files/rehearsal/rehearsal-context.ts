import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { AdditionsAbove } from '../matching/additions-above.ts';
import type { FarConflicts } from '../matching/far-conflicts.ts';
import type { KnownKeys } from '../matching/known-keys.ts';
import type { MatchingContext } from '../matching/people-of-slice.ts';
import type { SeenKeys } from '../staging/seen-keys.ts';
import type { CoveredTwice } from './covered-twice.ts';
import type { DependentsLeft } from './missing/dependents-left.ts';
import type { MovedGroups } from './missing/moved-groups.ts';
import type { Newcomers } from './newcomers/newcomers.ts';
import type { Noticed } from './noticed.ts';
import type { PreviewRates } from './premiums/rates.ts';
import type { Repeats } from './repeats.ts';
import type { TypedTiers } from './typed-tiers.ts';

/** What a rehearsal knows from chunk to chunk. */
export type RehearsalContext = MatchingContext & {
  known: KnownKeys;
  /** The day that premiums are compared on. */
  premiumDay: CalendarDate;
  rates: PreviewRates;
  /** What each plan costs more or less with the file, in cents a month. */
  byPlan: Map<string, number>;
  /**
   * New subscribers whose dependents come much later in the file; nobody else outlives a chunk. Null where no
   * dependents come late.
   */
  kept: PersonDraft[] | null;
  newcomers: Newcomers;
  /** New subscribers who contradict each other across chunks. */
  conflicts: FarConflicts;
  /** Records about people whom an earlier chunk has brought in or changed. */
  repeats: Repeats;
  /** What the file has added so far of what goes on. */
  above: AdditionsAbove;
  /** What stands out about people, for the remarks and the safety stops. */
  noticed: Noticed;
  /** Dependents of earlier files whom this one covers as well. */
  covered: SeenKeys;
  /** People who are covered twice afterwards, in two places of a group. */
  coveredTwice: CoveredTwice;
  /** People who come from another group; null where a group was chosen, so that the file speaks of no other. */
  moved: MovedGroups | null;
  /** Dependents who stay ended though their subscriber is covered again. */
  dependentsLeft: DependentsLeft;
  /** Tiers that the file names and covered dependents contradict. */
  typedTiers: TypedTiers;
  /** Newcomers found so far: each has a change item and a member number of its own. */
  newcomersFound: number;
  /**
   * The lines of coverage that the file names, by group; a group of whom it names people is there though it names no
   * line.
   */
  linesNamed: Map<string, Set<CoverageLine>>;
  /** People whose SSN somebody of another group has as well. */
  elsewhere: number;
  /** What the newcomers of a group are worked out from, asked before anybody of it is looked up. */
  bases: Map<string, string | null>;
  /** Whether rows of records that somebody has left out were put aside (choices.ts). */
  hasChoices: boolean;
};
