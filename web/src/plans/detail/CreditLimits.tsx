import type { PlanDetail } from '@openbenefits/contract/plan-catalog';
import { firstOfMonth } from '@openbenefits/domain/calendar-date';
import { type CreditLimit, problemsOfCreditLimit } from '@openbenefits/domain/plans/credit-limit';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { useWhyNot } from '../../session.ts';
import { today } from '../../today.ts';
import { Button, TextButton } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { FieldGrid } from '../../ui/Fields.tsx';
import { WholeNumberField } from '../../ui/form/NumberFields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { DateField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastError, toastGood } from '../../ui/toasts.ts';
import { refreshPlans } from '../refresh-plans.ts';
import classes from './PlanPage.module.css';

/** The usual carrier's terms, as a start. */
const USUAL: CreditLimit = { noticeDays: 30, creditMonths: 1 };

function LimitDialog({ plan, onClose }: { plan: PlanDetail; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const [{ version }] = useState(plan);
  const current = plan.creditLimits[0]?.limit ?? USUAL;
  const form = useForm({
    initial: { effectiveOn: String(firstOfMonth(today())), kind: 'limited', limit: current },
    problemsOf: ({ effectiveOn, kind, limit }) =>
      problemsOfCreditLimit({ effectiveOn, limit: kind === 'limited' ? limit : null }),
    send: async ({ effectiveOn, kind, limit }) => {
      const input = { id: plan.id, version, effectiveOn, limit: kind === 'limited' ? limit : null };
      await api.plans.creditLimits.set({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshPlans();
      toastGood(t`Credit limit saved`, t`The next bill run applies it.`);
      onClose();
    },
  });
  const { kind, limit } = form.values;
  return (
    <FormDialog
      title={t`Credit limit of ${plan.name}`}
      saveLabel={t`Save Credit Limit`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <p className={classes.notice}>
        <Trans>
          What the carrier credits when it learns of a termination late. The bill shows what is not credited, with the
          reason.
        </Trans>
      </p>
      <FieldGrid>
        <DateField field={form.field('effectiveOn')} label={t`For coverage from`} required />
        <SelectField
          field={form.field('kind')}
          label={t`Late terminations`}
          choices={[
            { value: 'limited', label: t`Credit some months` },
            { value: 'none', label: t`Credit every month` },
          ]}
        />
        {kind === 'limited' && (
          <>
            <WholeNumberField
              field={form.bind('limit.noticeDays', limit.noticeDays, (noticeDays) =>
                form.set('limit', { ...limit, noticeDays }),
              )}
              label={t`Notice is late after`}
              unit={t`days`}
            />
            <WholeNumberField
              field={form.bind('limit.creditMonths', limit.creditMonths, (creditMonths) =>
                form.set('limit', { ...limit, creditMonths }),
              )}
              label={t`Months credited`}
              unit={t`months`}
            />
          </>
        )}
      </FieldGrid>
    </FormDialog>
  );
}

function limitWords({ noticeDays, creditMonths }: CreditLimit): string {
  const days = plural(noticeDays, { one: '# day', other: '# days' });
  const months = plural(creditMonths, { one: '# month is credited', other: '# months are credited' });
  return `${days}: ${months}`;
}

function LimitRow({ plan, effectiveOn, limit, setBy }: { plan: PlanDetail } & PlanDetail['creditLimits'][number]) {
  const { t } = useLingui();
  const mayNot = useWhyNot('plans.edit');
  const keys = useIdempotencyKey();
  const remove = useMutation({
    mutationFn: () => {
      const input = { id: plan.id, version: plan.version, effectiveOn };
      return api.plans.creditLimits.remove({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: () => toastGood(t`Credit limit removed`),
    onError: (error) => toastError(error),
    onSettled: refreshPlans,
  });
  return (
    <li className={classes.head}>
      <span>
        <Trans>
          From <DateText date={effectiveOn} />
        </Trans>
      </span>
      <span>
        {limit ? <Trans>Notice later than {limitWords(limit)}</Trans> : <Trans>Every month is credited</Trans>}
      </span>
      <span className="meta">{setBy}</span>
      <span className="grow" />
      <TextButton disabledReason={mayNot} onClick={() => remove.mutate()}>
        <Trans>Remove</Trans>
      </TextButton>
    </li>
  );
}

/** What the plan's carrier credits after a late notice of a termination, by month. */
export function CreditLimits({ plan }: { plan: PlanDetail }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('plans.edit');
  const [adding, setAdding] = useState(false);
  return (
    <section>
      <div className={classes.bar}>
        <h2>
          <Trans>Credit limit</Trans>
        </h2>
        <Button size="small" icon={IconPlus} disabledReason={mayNot} onClick={() => setAdding(true)}>
          <Trans>Set Credit Limit</Trans>
        </Button>
      </div>
      <article className={`panel ${classes.year}`} aria-label={t`Credit limit`}>
        {plan.creditLimits.length === 0 ? (
          <p>
            <Trans>No limit: every month after a termination is credited.</Trans>
          </p>
        ) : (
          <ul>
            {plan.creditLimits.map((limit) => (
              <LimitRow key={limit.effectiveOn} plan={plan} {...limit} />
            ))}
          </ul>
        )}
      </article>
      {adding && <LimitDialog plan={plan} onClose={() => setAdding(false)} />}
    </section>
  );
}
