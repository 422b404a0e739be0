import { api } from '../api.ts';
import { command, query } from '../command.ts';
import { dismissPair, mergeMembers } from './duplicates.operations.ts';
import { compareMembers, listDuplicates } from './duplicates.queries.ts';

export const duplicateRoutes = {
  list: api.duplicates.list.handler(
    query(async ({ tx, note }) => {
      const found = await listDuplicates(tx);
      note({ targetKind: 'duplicates', fields: ['name'], itemCount: found.rows.length });
      return found;
    }),
  ),
  compare: api.duplicates.compare.handler(query(compareMembers)),
  merge: api.duplicates.merge.handler(command(mergeMembers)),
  dismiss: api.duplicates.dismiss.handler(command(dismissPair)),
};
