import type { SearchCriteria } from '@openbenefits/contract/search';
import { requirePermission } from '../policy/actor.ts';
import { isEnabled } from '../admin/feature-flags.queries.ts';
import { api } from '../api.ts';
import { query, type Work } from '../command.ts';
import { countLookups } from '../members/protected-lookups.ts';
import { ALL_CAP, findGroups, findMembers, GROUP_CAP, MEMBER_CAP } from './search.queries.ts';

/**
 * An SSN search counts once, plus each member shown, because the user then knows that member's SSN or its last four
 * digits.
 */
async function findBySsn(work: Work, criteria: SearchCriteria, limit: number) {
  const { actor, tx } = work;
  requirePermission(actor, 'protected.search');
  await countLookups(work, 'ssn_search');
  const members = await findMembers(work, criteria, limit + 1);
  if (actor.may('protected.reveal') && (await isEnabled(tx, 'protected_value_reveal'))) {
    const shown = Math.min(members.length, limit);
    if (shown > 1) await countLookups(work, 'ssn_search', shown - 1);
    return { members, concealed: null };
  }
  return { members: [], concealed: members.length };
}

/** One more row than is shown tells whether there are more. */
async function find(work: Work, { all, ...criteria }: SearchCriteria & { all: boolean }) {
  const [groupCap, memberCap] = all ? [ALL_CAP, ALL_CAP] : [GROUP_CAP, MEMBER_CAP];
  const bySsn = Boolean(criteria.ssn?.trim());
  const maySeeMembers = work.actor.may('members.view');
  const groups = await findGroups(work.tx, criteria, groupCap + 1);
  // An SSN search never returns 200 members.
  const limit = bySsn ? MEMBER_CAP : memberCap;
  const { members, concealed } =
    maySeeMembers && bySsn
      ? await findBySsn(work, criteria, limit)
      : { members: maySeeMembers ? await findMembers(work, criteria, limit + 1) : [], concealed: null };
  // What was searched for is not written down: a name or number may be protected. That and how it was searched is.
  if (bySsn || members.length > 0)
    work.note({
      targetKind: 'search',
      fields: bySsn ? ['ssn', 'name', 'contact'] : ['name', 'contact'],
      itemCount: concealed ?? Math.min(members.length, limit),
    });
  return {
    groups: groups.slice(0, groupCap),
    members: members.slice(0, limit),
    moreGroups: groups.length > groupCap,
    moreMembers: members.length > limit && !bySsn,
    concealedMembers: concealed,
  };
}

export const searchRoutes = { find: api.search.find.handler(query(find)) };
