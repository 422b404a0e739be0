import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { Tier } from '@openbenefits/domain/coverage/tier';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { Place, Vault } from '../../vault.ts';

export const rawPlace = (tenant: string, jobId: string): Place => ({
  table: 'file_refusals',
  column: 'raw',
  row: jobId,
  tenant,
});
export const headPlace = (tenant: string, jobId: string): Place => ({
  table: 'file_jobs',
  column: 'head',
  row: jobId,
  tenant,
});

const isSsn = (text: string): boolean => /^\d{3}-?\d{2}-?\d{4}$/.test(text);

/**
 * A family key as a keyed digest in hex digits; a key that is an SSN has the same digest as that SSN in the members
 * table.
 */
export function familyIndex(vault: Vault, tenant: string, key: string): string {
  return vault.blindIndexHex(
    'ssn',
    isSsn(key) ? key.replaceAll('-', '') : `family:${key.trim().toLowerCase()}`,
    tenant,
  );
}

/** Null for a line that is named without a tier; 'kept' for one that stays as it is, for whoever has it. */
export type FamilyTiers = Partial<Record<CoverageLine, Tier | 'kept' | null>>;

/**
 * The lines that a list names for a subscriber, with their tiers: whom of a family its plans cover, where dependents
 * name no plan of their own.
 */
export function tiersOf({ source, isSubscriber, coverages, kept = [] }: EnrollmentRecord): FamilyTiers | null {
  if (source === 'edi834' || !isSubscriber || coverages.length + kept.length === 0) return null;
  const named: FamilyTiers = Object.fromEntries(kept.map(({ line, tier }) => [line, tier ?? 'kept']));
  for (const { line, tier, action } of coverages) if (action !== 'waive') named[line] = tier ?? null;
  return named;
}

/**
 * How a person is named on screen: the name, or the place in the file where there is none. Where the cells of a row
 * have shifted, an SSN or a birth date stands in the place of a name, and names are shown to whoever may see no such
 * value.
 */
export function personLabel({ firstName, lastName, recordNo }: EnrollmentRecord): string {
  const name = firstName && lastName ? `${firstName} ${lastName}` : (firstName ?? lastName);
  if (!name) return `Record ${recordNo}`;
  return DIGITS.test(name) ? name.replace(DIGITS, (digits) => '•'.repeat(digits.length)) : name;
}
/** Five digits or more, whatever stands between them, and no letter at either end. */
const DIGITS = /(?<![\p{L}\d])\d(?:[-/. ]?\d){4,}(?![\p{L}\d])/u;
