/** The list of member statuses with the label of every screen (specification 1, section 4; 'Termed' is terminated). */
export const MEMBER_STATUSES = [
  'active',
  'pending',
  'leave_of_absence',
  'pending_termination',
  'suspended',
  'terminated',
  'inactive',
] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

export const MEMBER_STATUS_LABEL: Readonly<Record<MemberStatus, string>> = {
  active: 'Active',
  pending: 'Pending',
  leave_of_absence: 'Leave of Absence (LOA)',
  pending_termination: 'Pending Termination',
  suspended: 'Suspended',
  terminated: 'Terminated',
  inactive: 'Inactive',
};
