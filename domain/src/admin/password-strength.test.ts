import { expect, it } from 'vitest';
import { passwordWeakness } from './password-strength.ts';

it.each([
  'short',
  'elevenchars',
  'aaaaaaaaaaaaaaaa',
  'abababababababab',
  'Password1234',
  'P@ssw0rd!!!!',
  'openbenefits2026',
  'qwertyuiop12',
  '123456789012',
  'Welcome-Admin-2026',
])('refuses %s', (password) => expect(passwordWeakness(password)).toBeDefined());

it.each(['paper and petrol', 'k7fw-m2xp-9hqd', '839205716402', 'correct horse battery', 'Ñandú über Straße'])(
  'accepts %s',
  (password) => expect(passwordWeakness(password)).toBeUndefined(),
);
