import type { GroupDetail } from '@openbenefits/contract/groups';
import { type GroupField, type GroupForm, maskedTaxId } from '@openbenefits/domain/groups/group-edit';
import { shownPhone } from '@openbenefits/domain/phone';

/** A group as its edit form holds it: nothing is empty text or 0. */
export function formOfGroup(group: GroupDetail): GroupForm {
  return {
    companyName: group.name,
    legalName: group.legalName ?? '',
    taxId: maskedTaxId(group.taxIdLast4),
    groupType: group.type,
    industry: group.industry ?? '',
    sicCode: group.sicCode ?? '',
    addressLine1: group.address1,
    addressLine2: group.address2 ?? '',
    city: group.city,
    stateProvince: group.state,
    zipPostalCode: group.zip,
    contactName: group.contactName ?? '',
    contactPhone: shownPhone(group.contactPhone ?? ''),
    contactEmail: group.contactEmail ?? '',
    faxPhone: shownPhone(group.fax ?? ''),
    website: group.website ?? '',
    employeeCount: group.employees,
    eligibleEmployeeCount: group.eligibleEmployees ?? 0,
    effectiveDate: group.effectiveDate,
    renewalDate: group.renewalDate ?? '',
    nextRateIncrease: group.nextRateIncrease ?? '',
    waitingPeriodDays: group.waitingPeriodDays,
    waitingPeriodStart: group.waitingPeriodStart,
    hoursRequirement: group.hoursRequirement,
    billingMethod: group.billingMethod,
    paymentMethod: group.paymentMethod,
    gracePeriodDays: group.gracePeriodDays,
    retroTermDays: group.retroTermDays,
    openEnrollmentStart: group.openEnrollmentStart ?? '',
    openEnrollmentEnd: group.openEnrollmentEnd ?? '',
    cobraEnabled: group.cobraEnabled,
    employerContributionPercent: group.employerContributionPercent,
    enrollmentPeriod: group.enrollmentPeriod,
    notificationLevel: group.notificationLevel,
  };
}

export function pick(form: GroupForm, fields: readonly GroupField[]): Partial<GroupForm> {
  return Object.fromEntries(fields.map((field) => [field, form[field]]));
}

export const fieldIdOf = (field: string): string => `group-${field}`;

/** Puts the focus on the first field of a list once it is drawn. */
export function focusFirst(fields: Iterable<string>): void {
  const wanted = [...fields].map(fieldIdOf);
  requestAnimationFrame(() => {
    const found = [...document.querySelectorAll<HTMLElement>(wanted.map((id) => `#${CSS.escape(id)}`).join(','))];
    found[0]?.focus();
  });
}
