import { t } from '@lingui/core/macro';
import { api } from '../api.ts';
import { newKey } from '../idempotency.ts';
import { toastError, toastGood } from '../ui/toasts.ts';
import { refreshPeople } from './refresh-people.ts';

/** Message for a large undo in the queue; the history shows its progress. */
export function toastQueued(): void {
  toastGood(t`The undo is in the processing queue`, t`Nothing changes until the whole undo is complete.`);
}

/** Undoes a change at once from its toast. The server's checks protect later changes. */
async function undoNow(id: string): Promise<void> {
  try {
    const { people, queued, waitsBecause } = await api.changes.undo({ id, idempotencyKey: newKey() });
    await refreshPeople();
    if (queued) toastQueued();
    else if (waitsBecause) toastGood(t`Approval was asked for`, waitsBecause);
    else toastGood(t`Undone`, people === 1 ? t`One person was restored.` : t`${people} people were restored.`);
  } catch (error) {
    toastError(error, undefined, () => void undoNow(id));
  }
}

/** Shows a success toast with an Undo button. */
export function toastUndoable(title: string, text: string, changeId: string): void {
  toastGood(title, text, { label: t`Undo`, onClick: () => void undoNow(changeId) });
}
