import { paths } from '../../paths.ts';

/** A member's record over the group's member list. */
export const memberAddress = (groupId: string, memberId: string): string => `${paths.groupMember(groupId, memberId)}?tab=members`;
