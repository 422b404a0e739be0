import type { LogoType, OrganizationProfile } from '@openbenefits/domain/admin/organization-profile';
import type { Tx } from './db/connect.ts';

export const FIELDS = [
  'name',
  'legalName',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'remitName',
  'remitLine1',
  'remitLine2',
  'remitCity',
  'remitState',
  'remitZipCode',
  'phone',
  'email',
  'website',
  'timeZone',
] as const satisfies readonly (keyof OrganizationProfile)[];

export type StoredProfile = OrganizationProfile & { logo: { type: LogoType; bytes: Buffer } | null; version: number };

/** Returns the organization's profile, for mails, documents and bills. */
export async function organizationProfile(tx: Tx): Promise<StoredProfile> {
  const row = await tx
    .selectFrom('organizationProfiles')
    .select([...FIELDS, 'logo', 'logoType', 'version'])
    .executeTakeFirstOrThrow();
  const { logo, logoType, ...profile } = row;
  return { ...profile, logo: logo && logoType ? { type: logoType as LogoType, bytes: logo } : null };
}
