/** What a group's member list can be sorted by. */
export const MEMBER_SORTS = ['name', 'employeeId', 'status'] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];
