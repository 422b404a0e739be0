import type { Place, Vault } from '../vault.ts';

/** Where a member's protected values live: the one place that says it, because the place is part of the ciphertext. */
export const ssnPlace = (tenant: string, memberId: string): Place => ({ table: 'members', column: 'ssn_encrypted', row: memberId, tenant });
export const birthPlace = (tenant: string, memberId: string): Place => ({ table: 'members', column: 'date_of_birth_encrypted', row: memberId, tenant });

/** The last four digits, all that a page shows before somebody gives a reason. */
export function ssnLast4(vault: Vault, tenant: string, memberId: string, envelope: string | null): string | null {
  return envelope ? vault.open(envelope, ssnPlace(tenant, memberId)).slice(-4) : null;
}

/** The year of birth, all that a page shows before somebody gives a reason. */
export function birthYear(vault: Vault, tenant: string, memberId: string, envelope: string | null): number | null {
  return envelope ? Number(vault.open(envelope, birthPlace(tenant, memberId)).slice(0, 4)) : null;
}
