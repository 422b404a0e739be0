import { groupFieldLabel, groupFieldText } from '@openbenefits/domain/groups/field-label';
import type { ChangeEntity, ChangeFeature, ShownRecord } from '../change-registry.ts';
import type { Tx } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import { CONTRIBUTION } from './contribution-records.ts';
import { undoOfContribution } from './undo-contribution.ts';

const CHANGED_AGAIN = {
  never: 'This history entry changed no members, so there is nothing to undo. Change the group again instead.',
};

async function namesOfGroups(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, ShownRecord>> {
  const rows = await tx.selectFrom('groups').select(['id', 'companyName as name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, { name }]));
}

const group: ChangeEntity = {
  names: namesOfGroups,
  difference: (field, { before, after }) => ({
    field,
    label: groupFieldLabel(field),
    before: groupFieldText(field, before),
    after: groupFieldText(field, after),
  }),
};

/** Contributions are shown like the group's fields; `rules` is what an undo records again. */
const contribution: ChangeEntity = {
  names: namesOfGroups,
  difference: (field, values, record) => (field === 'rules' ? undefined : group.difference(field, values, record)),
};

/** What groups write to the history: contributions can be undone, their own fields are changed again. */
export const CHANGES_OF_GROUPS: ChangeFeature<Services> = {
  entities: { group, [CONTRIBUTION]: contribution },
  kinds: {
    group_created: CHANGED_AGAIN,
    group_edited: CHANGED_AGAIN,
    contribution: undoOfContribution,
    group_status: CHANGED_AGAIN,
    group_access: CHANGED_AGAIN,
    renewal: CHANGED_AGAIN,
  },
};
