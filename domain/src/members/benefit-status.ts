/** INS05 of 005010X220A1: active, COBRA, surviving insured, TEFRA. */
export const BENEFIT_STATUSES = ['A', 'C', 'S', 'T'] as const;
export type BenefitStatus = (typeof BENEFIT_STATUSES)[number];
export const BENEFIT_STATUS_LABEL: Readonly<Record<BenefitStatus, string>> = {
  A: 'Active',
  C: 'COBRA',
  S: 'Surviving insured',
  T: 'TEFRA',
};

/** INS06, first part: which parts of Medicare. */
export const MEDICARE_PLANS = ['A', 'B', 'C', 'D', 'E'] as const;
export type MedicarePlan = (typeof MEDICARE_PLANS)[number];
export const MEDICARE_LABEL: Readonly<Record<MedicarePlan, string>> = {
  A: 'Part A',
  B: 'Part B',
  C: 'Parts A and B',
  D: 'Medicare',
  E: 'None',
};

/** INS07: why coverage would have ended (005010X220A1). */
export const COBRA_EVENTS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'ZZ'] as const;
export type CobraEvent = (typeof COBRA_EVENTS)[number];
export const COBRA_EVENT_LABEL: Readonly<Record<CobraEvent, string>> = {
  '1': 'Termination of employment',
  '2': 'Reduction of work hours',
  '3': 'Medicare',
  '4': 'Death',
  '5': 'Divorce',
  '6': 'Separation',
  '7': 'Ineligible child',
  '8': 'Bankruptcy of the employer',
  '9': 'Layoff',
  '10': 'Leave of absence',
  ZZ: 'Other',
};
