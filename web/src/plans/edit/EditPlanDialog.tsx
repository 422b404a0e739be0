import type { PlanDetail } from '@openbenefits/contract/plan-catalog';
import { problemsOfPlan } from '@openbenefits/domain/plans/plan-form';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { paths } from '../../paths.ts';
import { today } from '../../today.ts';
import { FieldGrid } from '../../ui/Fields.tsx';
import { DateField, TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { nextPlanYear } from '@openbenefits/domain/plans/plan-years';
import { refreshPlans } from '../refresh-plans.ts';
import { PlanFields, type PlanValues } from './PlanFields.tsx';

const valuesOf = ({ code, name, line, networkType, carrierName, effectiveDate }: PlanDetail): PlanValues => ({
  code,
  name,
  line,
  networkType,
  carrierName,
  effectiveDate,
});

/** Changes what identifies a plan. */
export function EditPlanDialog({ plan, onClose }: { plan: PlanDetail; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  // What the entries rest on, even if the page is fetched again meanwhile.
  const [{ id, version }] = useState(plan);
  const form = useForm<PlanValues>({
    initial: valuesOf(plan),
    problemsOf: problemsOfPlan,
    send: async (values) => {
      await api.plans.edit({ id, version, ...values, idempotencyKey: keys.keyFor({ values, version }) });
      keys.settle();
      await refreshPlans();
      toastGood(t`Plan saved`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Edit ${plan.name}`}
      saveLabel={t`Save Changes`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <PlanFields
        fields={{
          code: form.field('code'),
          name: form.field('name'),
          line: form.field('line'),
          networkType: form.field('networkType'),
          carrierName: form.field('carrierName'),
          effectiveDate: form.field('effectiveDate'),
        }}
        lineLocked={plan.status === 'draft' ? undefined : t`Members are enrolled by line`}
      />
    </FormDialog>
  );
}

/** Creates a draft from another plan: its identity and benefits, not its rates. */
export function CopyPlanDialog({ plan, onClose }: { plan: PlanDetail; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const navigate = useNavigate();
  const form = useForm({
    initial: { name: t`${plan.name} (copy)`, code: '', effectiveDate: nextPlanYear([], today()).from },
    problemsOf: (values) => problemsOfPlan({ ...valuesOf(plan), ...values }),
    send: async (values) => {
      const { id } = await api.plans.copy({ id: plan.id, ...values, idempotencyKey: keys.keyFor(values) });
      keys.settle();
      await refreshPlans();
      toastGood(t`Plan copied as a draft`, t`Benefits were copied. Add rates, then activate it.`);
      onClose();
      void navigate(paths.plan(id));
    },
  });
  return (
    <FormDialog
      title={t`Copy ${plan.name}`}
      saveLabel={t`Copy Plan`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField field={form.field('name')} label={t`Plan name`} required maxLength={120} isFirst />
        <TextField
          field={form.field('code')}
          label={t`Plan code`}
          required
          maxLength={30}
          description={t`Files use this code. It must be unique.`}
        />
        <DateField field={form.field('effectiveDate')} label={t`Effective date`} required />
      </FieldGrid>
    </FormDialog>
  );
}
