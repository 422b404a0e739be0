import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { refreshPeople } from '../../changes/refresh-people.ts';
import { toastUndoable } from '../../changes/use-undo.ts';
import { type Problem, problemOf } from '../../errors.ts';
import { useIdempotencyKey } from '../../idempotency.ts';

type Write<Input> = (input: Input & { idempotencyKey: string }) => Promise<{ id: string; changeId: string }>;

type Done = {
  title: string;
  name: string;
  onDone: (written: { id: string }) => void;
  onRefused?: (problem: Problem) => void;
};

/**
 * A change of one person from a dialog: a second press while it runs does nothing, the same entries sent again carry
 * the same key. The refusal stays with the dialog; nothing of the entries goes into a cache.
 */
export function useChange<Input extends object>(write: Write<Input>, done: Done) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  // The two presses of a double click come before anything is drawn again.
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const send = async (input: Input): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      const { id, changeId } = await write({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      toastUndoable(done.title, done.name, changeId);
      done.onDone({ id });
      void refreshPeople();
    } catch (error) {
      const found = problemOf(error);
      // Where nothing was refused but nothing was saved either: the words of specification 1, section 8, first.
      const unsaid = ['UNEXPECTED', 'NETWORK', 'UNAVAILABLE'].includes(found.code);
      setProblem(
        unsaid ? { ...found, message: `${t`Failed to save member. Please try again.`} ${found.message}` } : found,
      );
      done.onRefused?.(found);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, problem, send, forget: () => setProblem(undefined) };
}
