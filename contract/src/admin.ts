import { audit } from './audit.ts';
import { featureFlags } from './feature-flags.ts';
import { jobs } from './jobs.ts';
import { mails } from './mails.ts';
import { organization } from './organization.ts';

export const admin = { flags: featureFlags, audit, jobs, mails, organization };
