import { CHECK_FIELDS, type CheckFields, whereChecksGo } from '@openbenefits/domain/admin/organization-profile';
import { type ApprovedSetting, changeSetting } from '../approvals/setting-changes.ts';
import type { Work } from '../command.ts';
import { organizationProfile } from '../organization-profile.ts';

const ofChecks = (profile: CheckFields): CheckFields =>
  Object.fromEntries(CHECK_FIELDS.map((field) => [field, profile[field]])) as CheckFields;

/** Where groups send their checks, as every bill says: once there is an address, it changes with a second person. */
export const CHECK_ADDRESS: ApprovedSetting = {
  setting: 'check_address',
  asks: 'admin.settings',
  label: 'Where groups send their checks',
  link: '/admin/settings',
  read: async ({ tx }) => ofChecks(await organizationProfile(tx)),
  facts: (value) => [
    { label: 'Checks go to', value: whereChecksGo(value as CheckFields).join(', ') },
    { label: 'Name of the organization', value: String(value['name']) },
  ],
  async apply({ tx, now }, _, value) {
    await tx
      .updateTable('organizationProfiles')
      .set((eb) => ({ ...(value as CheckFields), version: eb('version', '+', 1), updatedAt: now }))
      .execute();
  },
};

/**
 * Asks for another address of checks where there is one already. Returns what the profile keeps until then, and why the
 * change waits; null where it is saved at once.
 */
export async function changedCheckAddress(
  work: Work,
  before: CheckFields,
  after: CheckFields,
): Promise<{ kept: CheckFields; waitsBecause: string | null } | null> {
  const [was, becomes] = [whereChecksGo(before), whereChecksGo(after)];
  if (was.length === 0 || was.join('\n') === becomes.join('\n')) return null;
  const { waitsBecause } = await changeSetting(work, CHECK_ADDRESS, '', { ...ofChecks(after) });
  return { kept: ofChecks(before), waitsBecause };
}
