/** States of a plan and of a plan year (specification 2, section 4). A withdrawn plan is active and takes nobody new. */
export const PLAN_STATUSES = ['active', 'draft', 'terminated'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const PLAN_STATUS_LABEL: Readonly<Record<PlanStatus, string>> = {
  active: 'Active',
  draft: 'Draft',
  terminated: 'Terminated',
};

/** Types of medical plans (specification 2, section 3); other lines have none. */
export const NETWORK_TYPES = ['PPO', 'HMO', 'HDHP', 'ICHRA'] as const;
export type NetworkType = (typeof NETWORK_TYPES)[number];

export const NETWORK_SIZES = ['National', 'Regional', 'National+'] as const;
export type NetworkSize = (typeof NETWORK_SIZES)[number];
