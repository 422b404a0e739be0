import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { refreshPeople } from '../../changes/refresh-people.ts';
import { toastUndoable } from '../../changes/use-undo.ts';
import { type Problem, problemOf } from '../../errors.ts';
import { useIdempotencyKey } from '../../idempotency.ts';

type Write<Input> = (input: Input & { idempotencyKey: string }) => Promise<{ id: string; changeId: string }>;

/**
 * A change of one person from a dialog: a second press while it runs does nothing, the same entries sent again carry the same key. The refusal stays with
 * the dialog; nothing of the entries goes into a cache.
 */
export function useChange<Input extends object>(write: Write<Input>, done: { title: string; name: string; onDone: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const send = async (input: Input): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { changeId } = await write({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      toastUndoable(done.title, done.name, changeId);
      done.onDone();
      void refreshPeople();
    } catch (error) {
      const found = problemOf(error);
      const unsaid = found.code === 'UNEXPECTED' || found.code === 'NETWORK';
      setProblem(unsaid ? { ...found, message: `${t`Failed to save member. Please try again.`} ${found.message}` } : found);
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, send, forget: () => setProblem(undefined) };
}
