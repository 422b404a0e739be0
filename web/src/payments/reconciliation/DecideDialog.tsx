import { type Cents, formatMoney } from '@openbenefits/domain/money';
import type { DifferenceAction, DifferenceClass } from '@openbenefits/domain/payments/reconciliation/difference';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api.ts';
import { DIFFERENCE_ACTION_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastGood } from '../../ui/toasts.ts';
import classes from '../Payments.module.css';
import { refreshReconciliation } from './refresh-reconciliation.ts';

/** What is decided: chosen lines, or all of a class; null takes a decision away. */
export type Decided = {
  readonly action: DifferenceAction | null;
  readonly places?: readonly number[];
  readonly kind?: DifferenceClass;
  readonly lines: number;
};
type Values = { note: string; assigneeId: string };

function useMeaning(action: DifferenceAction | null): string {
  const { t } = useLingui();
  switch (action) {
    case 'accept':
      return t`Their figure is right. Your note says why; our bill stays as it is.`;
    case 'adjust':
      return t`Our side is wrong. The months are calculated again with the next bill. You see now whether that changes anything.`;
    case 'dispute':
      return t`Their figure is wrong. The dispute letter asks them to correct it.`;
    case 'task':
      return t`Another user looks at it. They are notified.`;
    default:
      return t`The difference is undecided again.`;
  }
}

type Recalculated = { changed: number; unchanged: number; cents: Cents };

/** What the next bill changes of adjusted differences, and that it changes nothing where our record is as billed. */
function useEffectWords(): (recalculated: Recalculated) => string {
  const { t } = useLingui();
  return ({ changed, unchanged, cents }) => {
    const amount = formatMoney(cents);
    const changes =
      changed === 0
        ? ''
        : plural(changed, {
            one: `The next bill changes # line by ${amount}.`,
            other: `The next bill changes # lines by ${amount}.`,
          });
    const same =
      unchanged === 0
        ? ''
        : t`Our record of ${plural(unchanged, { one: '# line', other: '# lines' })} is as billed. Correct coverage or rates, or add a charge or credit.`;
    return [changes, same].filter((text) => text !== '').join(' ');
  };
}

/** Decides differences, with a note. */
export function DecideDialog({ id, decided, onClose }: { id: string; decided: Decided; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const { action, lines, places, kind } = decided;
  const { data } = useQuery(orpc.reconciliation.sources.queryOptions({ input: {} }));
  const meaning = useMeaning(action);
  const effectOf = useEffectWords();
  const form = useForm<Values>({
    initial: { note: '', assigneeId: '' },
    problemsOf: ({ note, assigneeId }) => [
      ...(action === 'accept' && note.trim() === ''
        ? [{ path: 'note', message: t`Say why their figure is right.` }]
        : []),
      ...(action === 'task' && assigneeId === ''
        ? [{ path: 'assigneeId', message: t`Choose who gets the task.` }]
        : []),
    ],
    send: async ({ note, assigneeId }) => {
      const input = {
        id,
        action,
        note,
        assigneeId: assigneeId === '' ? null : assigneeId,
        ...(places && { places: [...places] }),
        ...(kind && { kind }),
      };
      const { decided: count, recalculated } = await api.reconciliation.decide({
        ...input,
        idempotencyKey: keys.keyFor(input),
      });
      keys.settle();
      await refreshReconciliation();
      toastGood(
        plural(count, { one: '# difference decided', other: '# differences decided' }),
        recalculated ? effectOf(recalculated) : undefined,
      );
      onClose();
    },
  });
  const what = action === null ? t`Remove decision` : DIFFERENCE_ACTION_LABEL[action];
  return (
    <FormDialog
      title={what}
      size={480}
      saveLabel={what}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <div className={classes.form}>
        <p className={classes.text}>
          {plural(lines, { one: '# difference.', other: '# differences.' })} {meaning}
        </p>
        {action === 'task' && (
          <SelectField
            field={form.field('assigneeId')}
            label={t`Assign to`}
            required
            choices={[
              { value: '', label: t`Choose` },
              ...(data?.assignees ?? []).map((user) => ({ value: user.id, label: user.name })),
            ]}
          />
        )}
        {action !== null && (
          <TextField
            field={form.field('note')}
            label={t`Note`}
            required={action === 'accept'}
            description={action === 'dispute' ? <Trans>It is printed in the letter.</Trans> : undefined}
          />
        )}
      </div>
    </FormDialog>
  );
}
