import type { FileChange } from '@openbenefits/contract/files';
import { formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { memberFieldLabel } from '@openbenefits/domain/members/field-label';
import { RELATIONSHIP_LABEL, type Relationship } from '@openbenefits/domain/members/relationship';
import { shownContact, shownPhone } from '@openbenefits/domain/phone';
import { MEMBER_STATUS_LABEL, type MemberStatus } from '@openbenefits/domain/members/member-status';

type Value = string | number | null;
/** As the rehearsal keeps it. */
export type StoredDifference = [field: string, before: Value, after: Value];

function words(field: string, value: Value): string | null {
  if (value === null) return null;
  const text = String(value);
  if (field === 'status') return MEMBER_STATUS_LABEL[text as MemberStatus] ?? text;
  if (field === 'relationship') return RELATIONSHIP_LABEL[text as Relationship] ?? text;
  if (field === 'phone') return shownPhone(text);
  if (field === 'emergencyContact') return shownContact(text);
  const date = parseCalendarDate(text);
  return date ? formatDate(date) : text;
}

/** The fields of a record that are another than before, in the words of the pages. */
export const shownDifferences = (stored: readonly StoredDifference[] | null): FileChange['differences'] =>
  (stored ?? []).map(([field, before, after]) => ({ label: memberFieldLabel(field), before: words(field, before), after: words(field, after) }));
