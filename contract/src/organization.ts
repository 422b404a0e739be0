import { LARGEST_LOGO_BYTES, LOGO_TYPES } from '@openbenefits/domain/admin/organization-profile';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { idempotencyKey } from './wire.ts';

const line = z.string().trim().max(200);
const organizationProfile = z.object({
  name: line,
  legalName: line,
  addressLine1: line,
  addressLine2: line,
  city: line,
  state: z.string().trim().max(2),
  zipCode: z.string().trim().max(10),
  remitName: line,
  remitLine1: line,
  remitLine2: line,
  remitCity: line,
  remitState: z.string().trim().max(2),
  remitZipCode: z.string().trim().max(10),
  phone: line,
  email: line,
  website: line,
  timeZone: z.string().max(60),
});
/** Base64 of the picture's bytes. */
const logo = z.object({ type: z.enum(LOGO_TYPES), base64: z.base64().max(Math.ceil(LARGEST_LOGO_BYTES / 3) * 4) });

/** Who the organization is: on mails, documents and bills. */
export const organization = {
  get: oc
    .route({ method: 'GET', path: '/organization', tags: ['Organization'] })
    .errors(errors)
    .output(organizationProfile.extend({ logo: logo.nullable(), version: z.number().int() })),
  /**
   * Saves the whole profile. `logo`: omit it to keep it, null to remove it. CONFLICT if another user saved the profile
   * since.
   */
  save: oc
    .route({ method: 'PUT', path: '/organization', tags: ['Organization'] })
    .errors(errors)
    .input(
      organizationProfile.extend({
        logo: logo.pick({ base64: true }).nullish(),
        version: z.number().int(),
        idempotencyKey,
      }),
    )
    .output(
      z.object({
        version: z.number().int(),
        /** Why another address for checks waits for a second person; null where everything is saved. */
        waitsBecause: z.string().nullable(),
      }),
    ),
};
