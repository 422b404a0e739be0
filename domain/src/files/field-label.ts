import { COVERAGE_LINE_LABEL } from '../coverage-line.ts';
import { ownValue } from '../own-value.ts';

const LABEL: Readonly<Record<string, string>> = {
  ssn: 'SSN',
  dateOfBirth: 'Date of birth',
  dateOfDeath: 'Date of death',
  firstName: 'First name',
  lastName: 'Last name',
  middleName: 'Middle name',
  suffix: 'Suffix',
  gender: 'Gender',
  email: 'Email',
  phone: 'Phone',
  addressLine1: 'Address',
  addressLine2: 'Address',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
  country: 'Country',
  hireDate: 'Hire date',
  terminationDate: 'Termination date',
  salary: 'Salary',
  relationship: 'Relationship',
  action: 'Maintenance type',
  familyKey: 'Subscriber',
  groupKey: 'Group',
  classKey: 'Class',
  locationKey: 'Location',
  employeeId: 'Employee ID',
  endsUntil: 'Last day of coverage',
  jobTitle: 'Job title',
  department: 'Department',
  eligibilityFrom: 'Eligibility begin',
  eligibilityUntil: 'Eligibility end',
  effectiveDate: 'Effective date',
  maintenanceReason: 'Reason',
  cobra: 'COBRA',
  cobraBeginDate: 'COBRA start',
  cobraEndDate: 'COBRA end',
  cobraEvent: 'COBRA event',
  cobraEventDate: 'COBRA event',
  waived: 'Coverage',
  enrolled: 'Coverage',
};
const COVERAGE_LABEL: Readonly<Record<string, string>> = {
  planKey: 'Plan',
  tierKey: 'Tier',
  from: 'First day of coverage',
  until: 'Last day of coverage',
  line: 'Insurance line',
  action: 'Coverage action',
};

/** A field of an enrolment record as a person calls it: 'SSN', 'Plan'; `coverages.0.planKey` is 'Plan'. */
export function fieldLabel(field: string): string {
  const [first = '', , third] = field.split('.');
  if (first === 'coverages') return third ? (ownValue(COVERAGE_LABEL, third) ?? 'Coverage') : 'Coverage';
  return ownValue(LABEL, first) ?? ownValue(COVERAGE_LINE_LABEL, first) ?? 'Record';
}
