import type { SearchCriteria } from '@openbenefits/contract/search';
import { isAllowed } from '@openbenefits/domain/admin/access';
import { api } from '../api.ts';
import { query, type Work } from '../command.ts';
import { ALL_CAP, findGroups, findMembers, GROUP_CAP, MEMBER_CAP } from './search.queries.ts';

/** One more row than is shown tells whether there are more. */
async function find(work: Work, { all, ...criteria }: SearchCriteria & { all: boolean }) {
  const [groupCap, memberCap] = all ? [ALL_CAP, ALL_CAP] : [GROUP_CAP, MEMBER_CAP];
  const maySeeMembers = isAllowed(work.actor.role, 'members.view');
  const groups = await findGroups(work.tx, criteria, groupCap + 1);
  const members = maySeeMembers ? await findMembers(work, criteria, memberCap + 1) : [];
  // What was searched for is not written down: a name or number may be protected. That and how it was searched is.
  if (criteria.ssn?.trim() || members.length > 0)
    work.note({
      targetKind: 'search',
      fields: criteria.ssn?.trim() ? ['ssn', 'name', 'contact'] : ['name', 'contact'],
      itemCount: Math.min(members.length, memberCap),
    });
  return {
    groups: groups.slice(0, groupCap),
    members: members.slice(0, memberCap),
    moreGroups: groups.length > groupCap,
    moreMembers: members.length > memberCap,
  };
}

export const searchRoutes = { find: api.search.find.handler(query(find)) };
