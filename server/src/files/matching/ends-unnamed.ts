import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { DECLINED, REASON_TEXT } from '@openbenefits/domain/files/edi-834/edi-834';

export const goesOn = ({ spans }: PersonDraft): boolean =>
  Object.values(spans).some((held) => held.some(({ until }) => until === null));

/**
 * Declined coverage (INS04 26) of somebody who has some, without a word on which and from when: neither an end nor
 * nothing.
 */
export const declinesUnnamed = (record: EnrollmentRecord, person: PersonDraft): boolean =>
  record.maintenanceReason === DECLINED && endsNothing(record, person);

/** An 834 that names no coverage and ends nobody, of somebody whose coverage goes on. */
const endsNothing = ({ source, action, coverages }: EnrollmentRecord, person: PersonDraft): boolean =>
  source === 'edi834' && coverages.length === 0 && action !== 'end' && action !== 'reinstate' && goesOn(person);

/**
 * INS04: death, termination of benefits or of employment, withdrawal, quit, fired, leave or lay off without benefits,
 * non payment. COBRA's own reason is why it began.
 */
export const leavesUnnamed = (record: EnrollmentRecord, person: PersonDraft): string | undefined =>
  LEAVING.has(record.maintenanceReason ?? '') && !record.cobra && endsNothing(record, person)
    ? `${REASON_TEXT.get(record.maintenanceReason ?? '')?.toLowerCase()} (${record.maintenanceReason})`
    : undefined;

const LEAVING: ReadonlySet<string> = new Set(['03', '07', '08', '14', '16', '17', '38', '40', '59']);
