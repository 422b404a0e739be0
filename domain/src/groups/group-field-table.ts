import { GROUP_TYPE_LABEL } from './group-status.ts';
import {
  BILLING_METHOD_LABEL,
  ENROLLMENT_PERIOD_LABEL,
  NOTIFICATION_LEVEL_LABEL,
  PAYMENT_METHOD_LABEL,
  WAITING_PERIOD_START_LABEL,
} from './group-terms.ts';

/** Parts of the wizard with the step that shows them (specification 1, section 2.11). */
export const SETUP_PARTS = {
  company: { step: 1, title: 'Company' },
  address: { step: 1, title: 'Address' },
  contact: { step: 1, title: 'Contact' },
  dates: { step: 1, title: 'Employees and dates' },
  eligibility: { step: 1, title: 'Eligibility' },
  billing: { step: 4, title: 'Billing and payment' },
  enrollment: { step: 4, title: 'Open enrollment' },
  continuation: { step: 4, title: 'Continuation' },
} as const;
export type SetupPart = keyof typeof SETUP_PARTS;

/** Parts of the form that edits a group's overview. The other fields are edited under Settings and Billing. */
export const EDIT_PARTS = {
  information: 'Group information',
  address: 'Address',
  contact: 'Contact',
  dates: 'Employees and dates',
  eligibility: 'Eligibility',
} as const;
export type EditPart = keyof typeof EDIT_PARTS;

type Options = Readonly<Record<string, string>>;
type Numbers = { readonly min: number; readonly max: number; readonly message: string };

export type GroupFieldSpec = {
  /** As forms and the change history show it. */
  readonly label: string;
  /** The label in the wizard, if the specification words it differently. */
  readonly setupLabel?: string;
  /** Completes "Enter …". */
  readonly noun?: string;
  /** 'always': every group has it. 'setup': required by the wizard, may be missing in older groups. */
  readonly required?: 'always' | 'setup';
  readonly setup?: SetupPart;
  readonly edit?: EditPart;
  readonly placeholder?: string;
  /** Help under the field in the wizard. */
  readonly setupHint?: string;
} & (
  | { readonly kind: 'text' | 'phone' | 'email' | 'website' | 'state' | 'zip' | 'taxId' | 'sic' | 'date' }
  | {
      readonly kind: 'choice';
      readonly options: Options;
      /** What a new form has; '' asks for a choice. */
      readonly initial: string;
      /** The text for no choice yet; the wizard then has an empty option. */
      readonly none?: string;
      /** What is stored where the wizard was given no choice. */
      readonly fallback?: string;
      readonly message?: string;
    }
  | {
      readonly kind: 'whole';
      readonly initial: number;
      readonly limits: Numbers;
      readonly unit?: 'days' | 'weekly';
      /** 0 means unknown: shown as an empty field and stored as null. */
      readonly blank?: boolean;
    }
  | { readonly kind: 'percent'; readonly initial: number; readonly limits: Numbers }
  | { readonly kind: 'toggle'; readonly initial: boolean }
);

/**
 * Every field of an employer group, once. The key is the field's name from form to column (`companyName` in code,
 * `company_name` in the database). Contract, wizard, edit form, rules, storage, change history and export follow from
 * this table; CONTRIBUTING says how a field is added.
 */
export const GROUP_FIELDS = {
  companyName: {
    kind: 'text',
    label: 'Group name',
    setupLabel: 'Company Name',
    noun: 'the company name',
    required: 'always',
    setup: 'company',
    edit: 'information',
  },
  legalName: {
    kind: 'text',
    label: 'Legal name',
    setupLabel: 'Legal Name',
    noun: 'the legal name',
    setup: 'company',
    edit: 'information',
  },
  doingBusinessAs: {
    kind: 'text',
    label: 'Doing business as',
    setupLabel: 'Doing Business As',
    noun: 'the name the company does business under',
    setup: 'company',
    edit: 'information',
  },
  taxId: {
    kind: 'taxId',
    label: 'Tax ID',
    noun: 'the tax ID',
    required: 'setup',
    setup: 'company',
    edit: 'information',
    placeholder: '12-3456789',
  },
  groupType: {
    kind: 'choice',
    label: 'Type',
    setupLabel: 'Group Type',
    options: GROUP_TYPE_LABEL,
    initial: 'traditional',
    setup: 'company',
    edit: 'information',
  },
  industry: { kind: 'text', label: 'Industry', noun: 'the industry', setup: 'company', edit: 'information' },
  sicCode: {
    kind: 'sic',
    label: 'SIC code',
    setupLabel: 'SIC Code',
    noun: 'the SIC code',
    setup: 'company',
    edit: 'information',
    placeholder: '4213',
  },
  addressLine1: {
    kind: 'text',
    label: 'Address',
    setupLabel: 'Address Line 1',
    noun: 'the street address',
    required: 'always',
    setup: 'address',
    edit: 'address',
  },
  addressLine2: {
    kind: 'text',
    label: 'Address, second line',
    setupLabel: 'Address Line 2',
    noun: 'the second address line',
    setup: 'address',
    edit: 'address',
  },
  city: { kind: 'text', label: 'City', noun: 'the city', required: 'always', setup: 'address', edit: 'address' },
  stateProvince: {
    kind: 'state',
    label: 'State',
    noun: 'the state',
    required: 'always',
    setup: 'address',
    edit: 'address',
    placeholder: 'IL',
  },
  zipPostalCode: {
    kind: 'zip',
    label: 'ZIP code',
    setupLabel: 'ZIP Code',
    noun: 'the ZIP code',
    required: 'always',
    setup: 'address',
    edit: 'address',
    placeholder: '62701',
  },
  contactName: { kind: 'text', label: 'Contact name', noun: 'the contact name', edit: 'contact' },
  contactPhone: {
    kind: 'phone',
    label: 'Contact phone',
    setupLabel: 'Phone',
    noun: 'the phone number',
    required: 'setup',
    setup: 'contact',
    edit: 'contact',
    placeholder: '(555) 123-4567',
  },
  faxPhone: { kind: 'phone', label: 'Fax', noun: 'the fax number', setup: 'contact', edit: 'contact' },
  contactEmail: {
    kind: 'email',
    label: 'Contact email',
    setupLabel: 'Email',
    noun: 'the email address',
    setup: 'contact',
    edit: 'contact',
  },
  website: { kind: 'website', label: 'Website', noun: 'the website', setup: 'contact', edit: 'contact' },
  employeeCount: {
    kind: 'whole',
    label: 'Employee count',
    setupLabel: 'Employee Count',
    required: 'always',
    initial: 0,
    limits: { min: 1, max: 1_000_000, message: 'Enter the number of employees, 1 or more.' },
    setup: 'dates',
    edit: 'dates',
  },
  eligibleEmployeeCount: {
    kind: 'whole',
    label: 'Eligible employees',
    setupLabel: 'Eligible Employees',
    initial: 0,
    limits: { min: 0, max: 1_000_000, message: 'Enter a number of 0 or more.' },
    blank: true,
    setup: 'dates',
    edit: 'dates',
  },
  effectiveDate: {
    kind: 'date',
    label: 'Effective date',
    setupLabel: 'Effective Date',
    noun: 'the effective date',
    required: 'always',
    setup: 'dates',
    edit: 'dates',
  },
  renewalDate: {
    kind: 'date',
    label: 'Renewal date',
    setupLabel: 'Renewal Date',
    setupHint: 'If blank, one year after the effective date.',
    setup: 'dates',
    edit: 'dates',
  },
  nextRateIncrease: { kind: 'date', label: 'Next rate increase', edit: 'dates' },
  waitingPeriodDays: {
    kind: 'whole',
    label: 'Waiting period',
    setupLabel: 'Waiting Period Days',
    initial: 0,
    // The longest waiting period the law allows: 29 CFR 2590.715-2708 (domain rules 4.5).
    limits: { min: 0, max: 90, message: 'Enter 0 to 90 days; 90 is the federal limit.' },
    unit: 'days',
    setup: 'eligibility',
    edit: 'eligibility',
  },
  waitingPeriodStart: {
    kind: 'choice',
    label: 'Waiting period start',
    setupLabel: 'Waiting Period Start',
    options: WAITING_PERIOD_START_LABEL,
    initial: 'date_of_hire',
    setup: 'eligibility',
    edit: 'eligibility',
  },
  hoursRequirement: {
    kind: 'whole',
    label: 'Hours requirement',
    setupLabel: 'Hours Requirement',
    initial: 30,
    limits: { min: 0, max: 168, message: 'Enter 0 to 168 hours a week.' },
    unit: 'weekly',
    setup: 'eligibility',
    edit: 'eligibility',
  },
  billingMethod: {
    kind: 'choice',
    label: 'Billing method',
    setupLabel: 'Billing Method',
    required: 'setup',
    options: BILLING_METHOD_LABEL,
    initial: 'list_bill',
    none: 'Select billing method',
    message: 'Choose a billing method.',
    setup: 'billing',
  },
  paymentMethod: {
    kind: 'choice',
    label: 'Payment method',
    setupLabel: 'Payment Method',
    options: PAYMENT_METHOD_LABEL,
    initial: '',
    none: 'Select payment method',
    fallback: 'paper_bill',
    setupHint: 'If blank, Paper Bill.',
    message: 'Choose a payment method.',
    setup: 'billing',
  },
  gracePeriodDays: {
    kind: 'whole',
    label: 'Grace period',
    setupLabel: 'Grace Period Days',
    required: 'setup',
    initial: 31,
    limits: { min: 1, max: 365, message: 'Enter 1 to 365 days.' },
    unit: 'days',
    setup: 'billing',
  },
  retroTermDays: {
    kind: 'whole',
    label: 'Retro term',
    setupLabel: 'Retro Term Days',
    initial: 60,
    limits: { min: 0, max: 365, message: 'Enter 0 to 365 days.' },
    unit: 'days',
    setup: 'billing',
  },
  openEnrollmentStart: {
    kind: 'date',
    label: 'Open enrollment start',
    setupLabel: 'Open Enrollment Start',
    setup: 'enrollment',
  },
  openEnrollmentEnd: {
    kind: 'date',
    label: 'Open enrollment end',
    setupLabel: 'Open Enrollment End',
    setup: 'enrollment',
  },
  cobraEnabled: {
    kind: 'toggle',
    label: 'COBRA',
    setupLabel: 'COBRA Enabled',
    initial: false,
    setup: 'continuation',
    edit: 'eligibility',
  },
  employerContributionPercent: {
    kind: 'percent',
    label: 'Employer contribution',
    initial: 60,
    limits: { min: 0, max: 100, message: 'Enter 0 to 100 percent.' },
    setup: 'billing',
    setupLabel: 'Employer Contribution',
    setupHint: 'Of every premium. Rules by class, location or coverage line are set on the group page.',
  },
  enrollmentPeriod: {
    kind: 'choice',
    label: 'Enrollment period',
    options: ENROLLMENT_PERIOD_LABEL,
    initial: 'closed',
  },
  notificationLevel: { kind: 'choice', label: 'Notifications', options: NOTIFICATION_LEVEL_LABEL, initial: 'all' },
} as const satisfies Readonly<Record<string, GroupFieldSpec>>;
