/**
 * Features that an administrator can switch off (specification 1, section 2.7, Compliance tab). The server refuses what
 * a switched-off flag governs; the page says why. Names are shown in capitals with spaces instead of underscores.
 */
export const FEATURE_FLAGS = [
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
