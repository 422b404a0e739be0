import { audit } from './audit.ts';
import { featureFlags } from './feature-flags.ts';
import { jobs } from './jobs.ts';

export const admin = { flags: featureFlags, audit, jobs };
