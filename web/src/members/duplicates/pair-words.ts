import type { DuplicatePair } from '@openbenefits/contract/duplicates';
import { type PairKind, PAIR_WORDS } from '@openbenefits/domain/members/same-person';
import { t } from '@lingui/core/macro';
import { throughLingui } from '../../words.ts';

export const PAIR_EXPLANATION = throughLingui(PAIR_WORDS);

export function kindLabel(kind: PairKind): string {
  return {
    mergeable: t`Can be merged`,
    two_groups: t`Two groups`,
    subscriber_and_dependent: t`Subscriber and dependent`,
    two_families: t`Two families`,
  }[kind];
}

/** Returns why two records are shown as a pair. */
export function sharedWords({ shared, names }: Pick<DuplicatePair, 'shared' | 'names'>): string {
  if (shared === 'ssn')
    return names === 'different'
      ? t`Same SSN, different name`
      : names === 'same'
        ? t`Same SSN and name`
        : t`Same SSN, similar name`;
  return names === 'same' ? t`Same birth date and name` : t`Same birth date, similar name`;
}
