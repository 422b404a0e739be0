import type { ChangeFeature } from './change-registry.ts';
import { CHANGES_OF_CHANGES } from './changes/changes-of-changes.ts';
import { CHANGES_OF_FILES } from './files/undo/changes-of-files.ts';
import { CHANGES_OF_GROUPS } from './groups/changes-of-groups.ts';
import { CHANGES_OF_MEMBERS } from './members/undo/changes-of-members.ts';
import { CHANGES_OF_RATES } from './plans/rates/changes-of-rates.ts';
import { CHANGES_OF_PLANS } from './plans/changes-of-plans.ts';
import type { Services } from './request-context.ts';

/** All features that write to the history, in the order they react when members are restored. */
export const CHANGE_FEATURES: readonly ChangeFeature<Services>[] = [
  CHANGES_OF_RATES,
  CHANGES_OF_PLANS,
  CHANGES_OF_GROUPS,
  CHANGES_OF_MEMBERS,
  CHANGES_OF_CHANGES,
  CHANGES_OF_FILES,
];
