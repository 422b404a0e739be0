import { api } from '../api.ts';
import { command, query } from '../command.ts';
import { changeById, changeItems, listChanges } from './changes.queries.ts';
import {
  pauseChangeUndo,
  resumeChangeUndo,
  stopChangeUndo,
  undoOrQueue,
} from '../files/undo/undo-import.operations.ts';
import { undoPreview } from './undo-change.ts';

export const changeRoutes = {
  list: api.changes.list.handler(query(({ tx }, input) => listChanges(tx, input))),
  items: api.changes.items.handler(
    query(async ({ tx, note }, input) => {
      note({ targetKind: 'change', targetId: input.id, fields: ['name', 'details', 'coverage'] });
      return { change: await changeById(tx, input.id), ...(await changeItems(tx, input)) };
    }),
  ),
  undoPreview: api.changes.undoPreview.handler(
    query(({ tx, note }, input) => {
      note({ targetKind: 'change', targetId: input.id, fields: ['name'] });
      return undoPreview(tx, input);
    }),
  ),
  undo: api.changes.undo.handler(command(undoOrQueue)),
  pauseUndo: api.changes.pauseUndo.handler(command(pauseChangeUndo)),
  resumeUndo: api.changes.resumeUndo.handler(command(resumeChangeUndo)),
  stopUndo: api.changes.stopUndo.handler(command(stopChangeUndo)),
};
