import { describe, expect, it } from 'vitest';
import { logoTypeOf, type OrganizationProfile, problemsOfProfile } from './organization-profile.ts';

const profile: OrganizationProfile = {
  name: 'Prairie Health',
  legalName: '',
  addressLine1: '1 Main Street',
  addressLine2: '',
  city: 'Peoria',
  state: 'IL',
  zipCode: '61602',
  remitName: '',
  remitLine1: '',
  remitLine2: '',
  remitCity: '',
  remitState: '',
  remitZipCode: '',
  phone: '',
  email: '',
  website: '',
  timeZone: 'America/Chicago',
};

describe('the profile of an organization', () => {
  it.each<[Partial<OrganizationProfile>, string[]]>([
    [{}, []],
    [{ name: ' ' }, ['name']],
    [{ state: 'Illinois', zipCode: '616' }, ['state', 'zipCode']],
    [{ email: 'billing' }, ['email']],
    [{ timeZone: 'Europe/Berlin' }, ['timeZone']],
    [{ remitLine1: 'PO Box 1' }, ['remitLine1']],
    [{ remitLine1: 'PO Box 1', remitCity: 'Peoria', remitState: 'IL', remitZipCode: '61602-1234' }, []],
  ])('with %j is wrong at %j', (change, paths) => {
    expect(problemsOfProfile({ ...profile, ...change }).map(({ path }) => path)).toEqual(paths);
  });

  it('takes a logo by its bytes', () => {
    expect(logoTypeOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0))).toBe('image/png');
    expect(logoTypeOf(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0))).toBe('image/jpeg');
    expect(logoTypeOf(new TextEncoder().encode('<svg onload=alert(1)>'))).toBeUndefined();
  });
});
