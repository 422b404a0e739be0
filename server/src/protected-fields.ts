import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { canAgeOut, type Relationship } from '@openbenefits/domain/relationship';
import { mayBeSsn } from '@openbenefits/domain/protected-numbers';
import type { Place, Vault } from './vault.ts';

/** A member to write, with the encrypted values if new or corrected; indexes are hex digits. */
export type PersonSecrets = {
  ssnEncrypted: string | null;
  ssnIndex: string | null;
  ssnLast4Index: string | null;
  birthEncrypted: string | null;
  birthIndex: string | null;
  birthMonthIndex: string | null;
  carrierIdEncrypted?: string | null;
  carrierIdIndex?: string | null;
};

/** The places of a member's protected values, which are part of the ciphertext. */
export const ssnPlace = (tenant: string, memberId: string): Place => ({
  table: 'members',
  column: 'ssn_encrypted',
  row: memberId,
  tenant,
});
export const birthPlace = (tenant: string, memberId: string): Place => ({
  table: 'members',
  column: 'date_of_birth_encrypted',
  row: memberId,
  tenant,
});

export const carrierIdPlace = (tenant: string, memberId: string): Place => ({
  table: 'members',
  column: 'carrier_id_encrypted',
  row: memberId,
  tenant,
});

/** Returns the carrier member ID as shown on pages: its last four characters if it may be an SSN. */
export function carrierIdShown(vault: Vault, tenant: string, memberId: string, envelope: string | null): string | null {
  const id = envelope ? vault.open(envelope, carrierIdPlace(tenant, memberId)) : null;
  return id !== null && mayBeSsn(id) ? `•••••${id.slice(-4)}` : id;
}

/** Returns the last four digits, all that a page shows without a reveal. */
export function ssnLast4(vault: Vault, tenant: string, memberId: string, envelope: string | null): string | null {
  return envelope ? vault.open(envelope, ssnPlace(tenant, memberId)).slice(-4) : null;
}

/** Returns the year of birth, all that a page shows without a reveal. */
export function birthYear(vault: Vault, tenant: string, memberId: string, envelope: string | null): number | null {
  return envelope ? Number(vault.open(envelope, birthPlace(tenant, memberId)).slice(0, 4)) : null;
}

/**
 * Encrypts the SSN (nine digits) and birth date of a member for their row, with their digests. Absent values are null,
 * which keeps stored values.
 */
export function sealIdentity(
  vault: Vault,
  tenant: string,
  person: { id: string; relationship: Relationship },
  identity: { ssn?: string | undefined; dateOfBirth?: CalendarDate | undefined },
): PersonSecrets {
  const { ssn, dateOfBirth } = identity;
  const digest = (kind: Parameters<Vault['blindIndex']>[0], value: string): string =>
    vault.blindIndexHex(kind, value, tenant);
  return {
    ssnEncrypted: ssn ? vault.seal(ssn, ssnPlace(tenant, person.id)) : null,
    ssnIndex: ssn ? digest('ssn', ssn) : null,
    ssnLast4Index: ssn ? digest('ssn_last4', ssn.slice(-4)) : null,
    birthEncrypted: dateOfBirth ? vault.seal(dateOfBirth, birthPlace(tenant, person.id)) : null,
    birthIndex: dateOfBirth ? digest('date_of_birth', dateOfBirth) : null,
    birthMonthIndex:
      dateOfBirth && canAgeOut(person.relationship) ? digest('birth_month', dateOfBirth.slice(0, 7)) : null,
  };
}
