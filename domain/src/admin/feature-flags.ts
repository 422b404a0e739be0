/**
 * Features that an administrator can turn off (specification 1, section 2.7, Compliance tab). The server rejects what a
 * flag controls; the page says why. Names are shown in capitals with spaces instead of underscores.
 */
const FEATURE_FLAGS = [
  'protected_value_reveal',
  'data_export',
  'bulk_actions',
  'retro_termination_override',
  'duplicate_merging',
  'age_out_monitoring',
] as const;
export type FeatureFlag = (typeof FEATURE_FLAGS)[number];

/** 'data_export' → 'DATA EXPORT'. */
export const flagTitle = (name: string): string => name.replaceAll('_', ' ').toUpperCase();

export const switchedOffText = (flag: FeatureFlag): string =>
  `${flagTitle(flag)} is turned off. An administrator can turn it on under Group Management, Compliance.`;
