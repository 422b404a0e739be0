/** What the list of groups can be sorted by. */
export const GROUP_SORTS = ['name', 'employees', 'renewal', 'status'] as const;
export type GroupSort = (typeof GROUP_SORTS)[number];
