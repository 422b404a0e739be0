import { api } from '../api.ts';
import { command, query } from '../command.ts';
import { changeById, changeItems, listChanges } from './changes.queries.ts';
import { pauseChangeUndo, previewUndo, resumeChangeUndo, stopChangeUndo, undoOrQueue } from './undo.operations.ts';

export const changeRoutes = {
  list: api.changes.list.handler(query(({ tx, services }, input) => listChanges(tx, services.changes, input))),
  items: api.changes.items.handler(
    query(async ({ tx, services: { changes }, note }, input) => {
      note({ targetKind: 'change', targetId: input.id, fields: ['name', 'details', 'coverage'] });
      return { change: await changeById(tx, changes, input.id), ...(await changeItems(tx, changes, input)) };
    }),
  ),
  undoPreview: api.changes.undoPreview.handler(query(previewUndo)),
  undo: api.changes.undo.handler(command(undoOrQueue)),
  pauseUndo: api.changes.pauseUndo.handler(command(pauseChangeUndo)),
  resumeUndo: api.changes.resumeUndo.handler(command(resumeChangeUndo)),
  stopUndo: api.changes.stopUndo.handler(command(stopChangeUndo)),
};
