import { api } from '../api.ts';
import { query } from '../command.ts';
import { memberDetail } from './member-detail.queries.ts';
import { membersOfGroup } from './members.queries.ts';

export const memberRoutes = {
  ofGroup: api.members.ofGroup.handler(
    query(({ tx, today, note }, input) => {
      note({ targetKind: 'group', targetId: input.groupId, fields: ['name', 'contact', 'plan', 'premium'] });
      return membersOfGroup(tx, input, today);
    }),
  ),
  get: api.members.get.handler(query(memberDetail)),
};
