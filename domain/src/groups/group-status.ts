/**
 * The list of group statuses with the label of each screen (specification 1, section 4; ruling "status words differ by
 * screen"): 'pending' is shown as Pending Review, 'Termed' is terminated.
 */
export const GROUP_STATUSES = ['active', 'pending', 'under_review', 'suspended', 'terminated', 'inactive'] as const;
export type GroupStatus = (typeof GROUP_STATUSES)[number];

export const GROUP_STATUS_LABEL: Readonly<Record<GroupStatus, string>> = {
  active: 'Active',
  pending: 'Pending Review',
  under_review: 'Under Review',
  suspended: 'Suspended',
  terminated: 'Terminated',
  inactive: 'Inactive',
};

export const GROUP_TYPES = ['traditional', 'ichra'] as const;
export type GroupType = (typeof GROUP_TYPES)[number];

export const GROUP_TYPE_LABEL: Readonly<Record<GroupType, string>> = {
  traditional: 'Traditional Group',
  ichra: 'ICHRA',
};
