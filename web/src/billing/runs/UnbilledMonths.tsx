import { UNBILLED_CHOICES, type UnbilledChoice } from '@openbenefits/domain/billing/unbilled-months';
import { fromCents } from '@openbenefits/domain/money';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { useWhyNot } from '../../session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { monthName } from '../../ui/month-name.ts';
import { toastGood } from '../../ui/toasts.ts';
import { refreshBilling } from '../refresh-billing.ts';
import type { RunDetail } from './run-detail.ts';
import classes from './Runs.module.css';

type Values = { choice: UnbilledChoice | null; reason: string };

function useChoiceLabels(): Record<UnbilledChoice, string> {
  const { t } = useLingui();
  return {
    bill: t`Bill these months on this bill`,
    own_run: t`Bill them in runs of their own, one for each month`,
    never: t`Never bill them`,
  };
}

function DecideDialog({ run, figures, onClose }: RunDetail & { onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const labels = useChoiceLabels();
  const form = useForm<Values>({
    initial: { choice: null, reason: '' },
    problemsOf: ({ choice, reason }) => [
      ...(choice === null ? [{ path: 'choice', message: t`Choose what happens with these months.` }] : []),
      ...(choice === 'never' && reason.trim() === '' ? [{ path: 'reason', message: t`Enter a reason.` }] : []),
    ],
    send: async ({ choice, reason }) => {
      if (choice === null) return;
      const input = { id: run.id, groupIds: null, choice, ...(choice === 'never' && { reason }) };
      const { runs } = await api.billing.runs.unbilled({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      if (runs.length > 0) toastGood(t`Bill runs started`, t`The months are in the list of bill runs.`);
      onClose();
      await refreshBilling();
    },
  });
  const problem = form.errorAt('choice');
  return (
    <FormDialog
      title={t`Months not billed yet`}
      size={480}
      saveLabel={t`Save Decision`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <ul className={classes.months}>
        {figures.unbilled.map(({ month, groups, cents, held }) => (
          <li key={month}>
            <span>{monthName(month)}</span>
            <Plural value={groups} one="# group" other="# groups" />
            <span>{held > 0 && <Plural value={held} one="# without a price" other="# without a price" />}</span>
            <MoneyText cents={cents} />
          </li>
        ))}
      </ul>
      <fieldset className={classes.scope}>
        <legend>
          <Trans>What happens with these months?</Trans>
        </legend>
        {UNBILLED_CHOICES.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="choice"
              checked={form.values.choice === choice}
              onChange={() => form.set('choice', choice)}
            />
            {labels[choice]}
          </label>
        ))}
      </fieldset>
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {form.values.choice === 'never' && <TextAreaField field={form.field('reason')} label={t`Reason`} required />}
    </FormDialog>
  );
}

/** Earlier months that groups of the run have no bill of. Their drafts wait until somebody decides, once. */
export function UnbilledMonths(detail: RunDetail) {
  const { t } = useLingui();
  const [deciding, setDeciding] = useState(false);
  const mayNot = useWhyNot('billing.run');
  const { run, figures } = detail;
  if (figures.unbilled.length === 0 || run.status !== 'review') return null;
  const months = figures.unbilled.map(({ month }) => monthName(month, 'short')).join(', ');
  const total = fromCents(figures.unbilled.reduce((sum, { cents }) => sum + cents, 0));
  return (
    <Banner
      tone="waits"
      title={t`Months not billed yet: ${months}`}
      actions={
        <Button disabledReason={mayNot} onClick={() => setDeciding(true)}>
          <Trans>Decide…</Trans>
        </Button>
      }
    >
      <Trans>
        Premium of <MoneyText cents={total} /> was never billed. The bills of these groups wait until you decide.
      </Trans>
      {deciding && <DecideDialog {...detail} onClose={() => setDeciding(false)} />}
    </Banner>
  );
}
