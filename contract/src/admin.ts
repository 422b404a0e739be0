import { audit } from './audit.ts';
import { featureFlags } from './feature-flags.ts';

export const admin = { flags: featureFlags, audit };
