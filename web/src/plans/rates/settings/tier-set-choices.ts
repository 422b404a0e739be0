import type { TierSet } from '@openbenefits/domain/plans/tier-set';
import { useLingui } from '@lingui/react/macro';

/** The tier sets with what tells them apart. */
export function useTierSetChoices(): { value: TierSet; label: string }[] {
  const { t } = useLingui();
  return [
    { value: 'two', label: t`2: employee, family` },
    { value: 'three', label: t`3: employee, one dependent, family` },
    { value: 'four', label: t`4: employee, spouse, children, family` },
    { value: 'five', label: t`5: employee, spouse, one child, children, family` },
  ];
}
