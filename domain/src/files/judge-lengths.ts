import { fileMessage } from './messages/file-message.ts';
import type { EnrollmentRecord } from './enrollment-record.ts';
import { problem, type Verdict } from './verdict.ts';

export const LONGEST_TEXT = 200;

/**
 * Texts that are kept, with their names for people. A longer one is a damaged file, or a cell that swallowed its
 * neighbours.
 */
const TEXTS = [
  ['firstName', 'First name'],
  ['middleName', 'Middle name'],
  ['lastName', 'Last name'],
  ['suffix', 'Suffix'],
  ['familyKey', 'Family number'],
  ['groupKey', 'Group number'],
  ['masterPolicyKey', 'Master policy number'],
  ['carrierMemberId', 'Member number'],
  ['employeeId', 'Employee number'],
  ['phone', 'Phone number'],
  ['addressLine1', 'Address'],
  ['addressLine2', 'Address line 2'],
  ['city', 'City'],
  ['jobTitle', 'Job title'],
  ['department', 'Department'],
  ['classKey', 'Class'],
  ['locationKey', 'Location'],
  ['maintenanceReason', 'Reason'],
] as const satisfies readonly (readonly [keyof EnrollmentRecord, string])[];

export function judgeLengths(record: EnrollmentRecord, found: Verdict): void {
  if (record.raw.length <= LONGEST_TEXT || !hasLongText(record)) return;
  for (const [field, label] of TEXTS) {
    const text = record[field];
    if (text !== undefined && text.length > LONGEST_TEXT)
      problem(found, field, 'too_long', fileMessage('text_too_long', { field: label, most: LONGEST_TEXT }));
  }
}

/**
 * Asked for every record, so each field is read by its own name: looking eighteen fields up by key costs more than all
 * other rules together.
 */
function hasLongText(r: EnrollmentRecord): boolean {
  return (
    isLong(r.firstName) ||
    isLong(r.middleName) ||
    isLong(r.lastName) ||
    isLong(r.suffix) ||
    isLong(r.familyKey) ||
    isLong(r.groupKey) ||
    isLong(r.masterPolicyKey) ||
    isLong(r.carrierMemberId) ||
    isLong(r.employeeId) ||
    isLong(r.phone) ||
    isLong(r.addressLine1) ||
    isLong(r.addressLine2) ||
    isLong(r.city) ||
    isLong(r.jobTitle) ||
    isLong(r.department) ||
    isLong(r.classKey) ||
    isLong(r.locationKey) ||
    isLong(r.maintenanceReason)
  );
}

const isLong = (text: string | undefined): boolean => text !== undefined && text.length > LONGEST_TEXT;
