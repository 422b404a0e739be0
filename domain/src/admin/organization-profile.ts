import type { Problem } from '../refusal.ts';
import { isUsState } from '../us-states.ts';

/** Who the organization is, as its administrators enter it. */
export type OrganizationProfile = {
  name: string;
  legalName: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  state: string;
  zipCode: string;
  /** Where payments by check go; all empty means the address above. */
  remitName: string;
  remitLine1: string;
  remitLine2: string;
  remitCity: string;
  remitState: string;
  remitZipCode: string;
  phone: string;
  email: string;
  website: string;
  timeZone: string;
};

/** Time zones of the United States and its territories (IANA names). */
const TIME_ZONES: readonly { readonly zone: string; readonly label: string }[] = [
  { zone: 'America/New_York', label: 'Eastern' },
  { zone: 'America/Chicago', label: 'Central' },
  { zone: 'America/Denver', label: 'Mountain' },
  { zone: 'America/Phoenix', label: 'Arizona' },
  { zone: 'America/Los_Angeles', label: 'Pacific' },
  { zone: 'America/Anchorage', label: 'Alaska' },
  { zone: 'Pacific/Honolulu', label: 'Hawaii' },
  { zone: 'America/Puerto_Rico', label: 'Atlantic (Puerto Rico)' },
  { zone: 'Pacific/Guam', label: 'Chamorro (Guam)' },
];

export const LOGO_TYPES = ['image/png', 'image/jpeg'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];
export const LARGEST_LOGO_BYTES = 200_000;

const ZIP = /^\d{5}(-\d{4})?$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns what is wrong with a profile, by field. */
export function problemsOfProfile(profile: OrganizationProfile): Problem[] {
  const problems: Problem[] = [];
  const add = (path: keyof OrganizationProfile, message: string): void => void problems.push({ path, message });
  if (profile.name.trim() === '') add('name', 'Enter the name of the organization.');
  for (const [state, zip] of [
    ['state', 'zipCode'],
    ['remitState', 'remitZipCode'],
  ] as const) {
    if (profile[state] !== '' && !isUsState(profile[state]))
      add(state, 'Enter a state by its two letters, such as IL.');
    if (profile[zip] !== '' && !ZIP.test(profile[zip]))
      add(zip, 'Enter a ZIP code of five digits, or of nine with a hyphen.');
  }
  if (profile.email !== '' && !EMAIL.test(profile.email))
    add('email', 'Enter an email address, such as billing@example.com.');
  if (!TIME_ZONES.some(({ zone }) => zone === profile.timeZone)) add('timeZone', 'Choose a time zone from the list.');
  const remit = [profile.remitLine1, profile.remitCity, profile.remitState, profile.remitZipCode];
  if (remit.some((part) => part !== '') && remit.includes(''))
    add('remitLine1', 'Complete the remittance address, or leave all of it empty.');
  return problems;
}

/** Returns the image type by its signature, never by a name (ASVS 5.0, 5.2.2); undefined for other data. */
export function logoTypeOf(bytes: Uint8Array): LogoType | undefined {
  const starts = (...signature: number[]): boolean => signature.every((byte, index) => bytes[index] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  return starts(0xff, 0xd8, 0xff) ? 'image/jpeg' : undefined;
}

/** The fields that say where payments by check go. */
export const CHECK_FIELDS = [
  'name',
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
] as const satisfies readonly (keyof OrganizationProfile)[];
export type CheckFields = Pick<OrganizationProfile, (typeof CHECK_FIELDS)[number]>;

/** The lines of the address to which groups send their checks; empty while there is none. */
export function whereChecksGo(profile: CheckFields): string[] {
  const { name, remitName, remitLine1, remitLine2, remitCity, remitState, remitZipCode } = profile;
  const [line1, line2, city, state, zipCode] =
    remitLine1 === ''
      ? [profile.addressLine1, profile.addressLine2, profile.city, profile.state, profile.zipCode]
      : [remitLine1, remitLine2, remitCity, remitState, remitZipCode];
  if (line1 === '') return [];
  return [remitName || name, line1, line2, `${city}, ${state} ${zipCode}`.trim()].filter((line) => line !== '');
}
