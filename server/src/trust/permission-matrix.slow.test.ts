import { expect, it } from 'vitest';
import { provePermissions } from './permission-matrix.ts';

it('every caller gets what the table of permissions says, at every door', async () => {
  expect(await provePermissions('every door')).toBeGreaterThan(6000);
});
