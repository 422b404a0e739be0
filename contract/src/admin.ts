import { featureFlags } from './feature-flags.ts';

export const admin = { flags: featureFlags };
