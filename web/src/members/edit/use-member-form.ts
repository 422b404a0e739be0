import type { Problem as DomainProblem } from '@openbenefits/domain/refusal';
import { useLingui } from '@lingui/react/macro';
import { refreshPeople } from '../../changes/refresh-people.ts';
import { toastUndoable } from '../../changes/use-undo.ts';
import type { Problem } from '../../errors.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { useForm } from '../../ui/form/use-form.ts';

type Write<Input> = (input: Input & { idempotencyKey: string }) => Promise<{ id: string; changeId: string }>;

type Options<Values, Input> = {
  readonly initial: Values;
  readonly problemsOf: (values: Values) => readonly DomainProblem[];
  readonly write: Write<Input>;
  readonly inputOf: (values: Values) => Input;
  readonly sentAs?: string;
  readonly isSeen?: (path: string, values: Values, wasLeft: boolean) => boolean;
  readonly title: string;
  readonly nameOf: (values: Values) => string;
  readonly onDone: (written: { id: string; name: string }) => void;
};

/**
 * Sends a member's change from a dialog with one idempotency key per input. Errors stay in the dialog; entries are not
 * cached.
 */
export function useMemberForm<Values extends object, Input extends object>(options: Options<Values, Input>) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const { initial, problemsOf, write, inputOf, sentAs, isSeen, title, nameOf, onDone } = options;
  // Where nothing was refused but nothing was saved either: the words of specification 1, section 8, first.
  const explain = (problem: Problem): Problem =>
    ['UNEXPECTED', 'NETWORK', 'UNAVAILABLE'].includes(problem.code)
      ? { ...problem, message: `${t`Failed to save member. Please try again.`} ${problem.message}` }
      : problem;
  return useForm<Values>({
    initial,
    problemsOf,
    explain,
    ...(sentAs && { sentAs }),
    ...(isSeen && { isSeen }),
    send: async (values) => {
      const input = inputOf(values);
      const { id, changeId } = await write({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      const name = nameOf(values);
      toastUndoable(title, name, changeId);
      onDone({ id, name });
      void refreshPeople();
    },
  });
}
