import type { Problem } from '../../refusal.ts';

/** An account number as an ACH entry holds it (domain rules 4.14); one of zeros is a placeholder. */
export function accountNumberProblems(path: string, account: string): Problem[] {
  if (!/^[A-Za-z0-9-]{3,17}$/.test(account))
    return [{ path, message: 'Enter the account number, 3 to 17 digits or letters.' }];
  if (/^[0-]+$/.test(account))
    return [{ path, message: 'An account number of zeros is not one. Enter the real number.' }];
  return [];
}
