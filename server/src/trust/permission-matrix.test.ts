import { expect, it } from 'vitest';
import { POLICY, TRANSFERS } from '../policy/policy.ts';
import { doors, provePermissions } from './permission-matrix.ts';

const isTransfer = (action: string): boolean => (TRANSFERS as readonly string[]).includes(action);

it('every caller gets what the table of permissions says, at doors in turn', async () => {
  expect(await provePermissions('some doors')).toBeGreaterThan(1000);
});

it('has a door for every row, two for every operation', () => {
  for (const [action, many] of Object.keys(POLICY).map((one) => [one, isTransfer(one) ? 1 : 2] as const))
    expect(doors.filter((door) => door.action === action).length, action).toBeGreaterThanOrEqual(many);
});
