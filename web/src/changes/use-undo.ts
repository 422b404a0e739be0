import { t } from '@lingui/core/macro';
import { api } from '../api.ts';
import { newKey } from '../idempotency.ts';
import { toastError, toastGood } from '../ui/toasts.ts';
import { refreshPeople } from './refresh-people.ts';

/** A large change is taken back in the queue; where it was made, its history says how far that is. */
export function toastQueued(): void {
  toastGood(t`The undo is in the processing queue`, t`Nothing changes until the whole undo is complete.`);
}

/**
 * Takes a change back at once, from the toast that told of it. Who was changed again since is protected by the server's
 * refusal.
 */
async function undoNow(id: string): Promise<void> {
  try {
    const { people, queued } = await api.changes.undo({ id, idempotencyKey: newKey() });
    await refreshPeople();
    if (queued) toastQueued();
    else toastGood(t`Undone`, people === 1 ? t`One person was restored.` : t`${people} people were restored.`);
  } catch (error) {
    toastError(error, undefined, () => void undoNow(id));
  }
}

/** Says that something was done and offers to take it back. */
export function toastUndoable(title: string, text: string, changeId: string): void {
  toastGood(title, text, { label: t`Undo`, onClick: () => void undoNow(changeId) });
}
