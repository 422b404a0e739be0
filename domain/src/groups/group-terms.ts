/** The choices of the group setup wizard with their labels and defaults (specification 1, sections 2.11 and 9). */
export const BILLING_METHODS = ['list_bill', 'self_bill'] as const;
export type BillingMethod = (typeof BILLING_METHODS)[number];
export const BILLING_METHOD_LABEL: Readonly<Record<BillingMethod, string>> = {
  list_bill: 'List Bill',
  self_bill: 'Self Bill',
};

const PAYMENT_METHODS = ['paper_bill', 'recurring_ach', 'recurring_credit_card'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const PAYMENT_METHOD_LABEL: Readonly<Record<PaymentMethod, string>> = {
  paper_bill: 'Paper Bill',
  recurring_ach: 'Recurring ACH',
  recurring_credit_card: 'Recurring Credit Card',
};

export const WAITING_PERIOD_STARTS = [
  'date_of_hire',
  'first_of_month_following',
  'first_of_month_coincident',
  'first_of_quarter_following',
] as const;
export type WaitingPeriodStart = (typeof WAITING_PERIOD_STARTS)[number];
export const WAITING_PERIOD_START_LABEL: Readonly<Record<WaitingPeriodStart, string>> = {
  date_of_hire: 'Date of Hire',
  first_of_month_following: '1st of Month Following Hire',
  first_of_month_coincident: '1st of Month Coincident or Following',
  first_of_quarter_following: '1st of Quarter Following Hire',
};

export const RATING_METHODOLOGIES = ['composite', 'age_rated'] as const;
export type RatingMethodology = (typeof RATING_METHODOLOGIES)[number];

export const ENROLLMENT_PERIODS = ['open', 'closed', 'qualifying_events_only'] as const;
export type EnrollmentPeriod = (typeof ENROLLMENT_PERIODS)[number];
export const ENROLLMENT_PERIOD_LABEL: Readonly<Record<EnrollmentPeriod, string>> = {
  open: 'Open',
  closed: 'Closed',
  qualifying_events_only: 'Qualifying Events Only',
};

const NOTIFICATION_LEVELS = ['all', 'critical', 'none'] as const;
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number];
export const NOTIFICATION_LEVEL_LABEL: Readonly<Record<NotificationLevel, string>> = {
  all: 'All',
  critical: 'Critical Only',
  none: 'None',
};

/** The industries to choose from: the four of specification 1, section 2.8, then other common ones. */
export const INDUSTRIES = [
  'Technology',
  'Healthcare',
  'Finance',
  'Manufacturing',
  'Aerospace',
  'Agriculture',
  'Architecture',
  'Construction',
  'Education',
  'Food production',
  'Hospitality',
  'Logistics',
  'Nonprofit',
  'Professional services',
  'Retail',
  'Transportation',
  'Utilities',
] as const;

/** Federal COBRA starts at 20 employees; the specification's text says "20+" (ruling: 20 and more forces it on). */
const COBRA_EMPLOYEES = 20;
export const COBRA_LOCKED_TEXT = 'Automatically enabled for groups with 20+ employees';
export const isCobraForced = (employeeCount: number): boolean => employeeCount >= COBRA_EMPLOYEES;

/** Classes and locations for groups that have none (specification 1, sections 8 and 9). */
export const FALLBACK_CLASSES: readonly { code: string; name: string }[] = [
  { code: 'FT001', name: 'Full-Time Employee' },
  { code: 'PT001', name: 'Part-Time Employee' },
  { code: 'EXE001', name: 'Executive' },
  { code: 'ENG001', name: 'Engineering' },
  { code: 'SALES001', name: 'Sales Team' },
  { code: 'HR001', name: 'Human Resources' },
];
export const FALLBACK_LOCATIONS: readonly { code: string; department: string }[] = [
  { code: 'HQ-MAIN', department: 'General' },
  { code: 'HQ-EXEC', department: 'Executive' },
  { code: 'TECH-FLOOR', department: 'Engineering' },
  { code: 'SALES-WING', department: 'Sales' },
  { code: 'HR-DEPT', department: 'Human Resources' },
];
