import {
  LARGEST_LOGO_BYTES,
  logoTypeOf,
  type LogoType,
  type OrganizationProfile,
  problemsOfProfile,
} from '@openbenefits/domain/admin/organization-profile';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import type { Work } from '../command.ts';
import { changedCheckAddress } from './check-address.ts';
import { afterCommit } from '../db/after-commit.ts';
import { FIELDS, organizationProfile } from '../organization-profile.ts';

/** Returns the profile as the API shows it. */
export async function getOrganization({ tx }: Work) {
  const { logo, ...profile } = await organizationProfile(tx);
  return { ...profile, logo: logo && { type: logo.type, base64: logo.bytes.toString('base64') } };
}

function pictureOf(base64: string): { logo: Buffer; logoType: LogoType } {
  const logo = Buffer.from(base64, 'base64');
  const logoType = logoTypeOf(logo);
  if (!logoType || logo.length > LARGEST_LOGO_BYTES)
    throw new Refusal('invalid', 'The logo must be a PNG or JPEG image of at most 200 KB.', [
      { path: 'logo', message: 'Choose a PNG or JPEG image of at most 200 KB.' },
    ]);
  return { logo, logoType };
}

type Input = OrganizationProfile & { logo?: { base64: string } | null | undefined; version: number };

/**
 * Saves the profile. Another address for checks waits for a second person (check-address.ts). This process follows a new time zone at once, others within a minute.
 */
export async function saveOrganization(
  work: Work,
  { logo, version, ...given }: Input,
): Promise<{ version: number; waitsBecause: string | null }> {
  const { tx, note, now, services } = work;
  const wanted = Object.fromEntries(FIELDS.map((field) => [field, given[field]])) as OrganizationProfile;
  refuseIfAny(problemsOfProfile(wanted));
  const picture = logo === undefined ? {} : logo === null ? { logo: null, logoType: null } : pictureOf(logo.base64);
  const before = await organizationProfile(tx);
  const waiting = before.version === version ? await changedCheckAddress(work, before, wanted) : null;
  const profile = { ...wanted, ...waiting?.kept };
  const saved = await tx
    .updateTable('organizationProfiles')
    .set((eb) => ({ ...profile, ...picture, version: eb('version', '+', 1), updatedAt: now }))
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  if (!saved)
    throw new Refusal(
      'conflict',
      'Another administrator saved this profile after you opened it. Reload it, then make your changes.',
    );
  const changed = FIELDS.filter((field) => before[field] !== profile[field]);
  note({ targetKind: 'organization', fields: [...changed, ...(logo === undefined ? [] : ['logo'])] });
  afterCommit(tx, () => services.clock.useZone(profile.timeZone));
  return { ...saved, waitsBecause: waiting?.waitsBecause ?? null };
}
