import type { PlanDetail, PlanYear } from '@openbenefits/contract/plan-catalog';
import { addDays, formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import {
  nextPlanYear,
  planYearDays,
  planYearName,
  problemsOfPlanRules,
  problemsOfPlanYear,
  yearsToClose,
} from '@openbenefits/domain/plans/plan-years';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { today } from '../../today.ts';
import { FieldGrid } from '../../ui/Fields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { DateField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { refreshPlans } from '../refresh-plans.ts';
import classes from './Dialogs.module.css';
import { RuleFields } from './RuleFields.tsx';

/** Which year ends the day before the new one begins. */
function Closing({ plan, from }: { plan: PlanDetail; from: string }) {
  const start = parseCalendarDate(from);
  const [closing] = start ? yearsToClose(plan.years, { from: start, until: null }) : [];
  if (!start || !closing) return null;
  const name = planYearName(closing);
  const last = formatDate(addDays(start, -1));
  return (
    <p className={classes.summary}>
      <Trans>
        The plan year {name} has no end yet. It will end on {last}.
      </Trans>
    </p>
  );
}

/** Adds a plan year with the benefits of another one. */
export function NewYearDialog({
  plan,
  onClose,
  onAdded,
}: {
  plan: Pick<PlanDetail, 'id' | 'version' | 'name' | 'years'>;
  onClose: () => void;
  onAdded?: (yearId: string) => void;
}) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const [{ id, version }] = useState(plan);
  const newest = plan.years.toSorted((a, b) => (a.from < b.from ? 1 : -1));
  const form = useForm({
    initial: { ...nextPlanYear(plan.years, today()), copyFrom: newest[0]?.id ?? '' },
    problemsOf: (values) => problemsOfPlanYear(values, plan.years),
    send: async (values) => {
      const { yearId } = await api.plans.years.add({
        id,
        version,
        ...values,
        idempotencyKey: keys.keyFor({ values, version }),
      });
      keys.settle();
      await refreshPlans();
      toastGood(t`Plan year added`, t`Its benefits are a draft until it begins.`);
      onClose();
      onAdded?.(yearId);
    },
  });
  return (
    <FormDialog
      title={t`New plan year of ${plan.name}`}
      saveLabel={t`Add Plan Year`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <FieldGrid>
        <DateField field={form.field('from')} label={t`First day`} required />
        <DateField field={form.field('to')} label={t`Last day`} description={t`Leave blank if it has no end yet.`} />
        <SelectField
          field={form.field('copyFrom')}
          label={t`Copy benefits from`}
          choices={newest.map((year) => ({ value: year.id, label: `${planYearName(year)}, ${planYearDays(year)}` }))}
        />
      </FieldGrid>
      <Closing plan={plan as PlanDetail} from={form.values.from} />
    </FormDialog>
  );
}

/** Changes the days of a plan year that has not begun, and how it charges parts of a month. */
export function EditYearDialog({ plan, year, onClose }: { plan: PlanDetail; year: PlanYear; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const [{ version }] = useState(year);
  const others = plan.years.filter(({ id }) => id !== year.id);
  const form = useForm({
    initial: {
      from: String(year.from),
      to: year.until ? addDays(year.until, -1) : '',
      rules: year.rules,
    },
    problemsOf: (values) => [...problemsOfPlanYear(values, others), ...problemsOfPlanRules(values.rules)],
    send: async (values) => {
      const input = { id: plan.id, yearId: year.id, version, ...values };
      await api.plans.years.edit({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshPlans();
      toastGood(t`Plan year saved`);
      onClose();
    },
  });
  const name = planYearName(year);
  return (
    <FormDialog
      title={t`Edit plan year ${name}`}
      saveLabel={t`Save Changes`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <FieldGrid>
        <DateField field={form.field('from')} label={t`First day`} required />
        <DateField field={form.field('to')} label={t`Last day`} description={t`Leave blank if it has no end yet.`} />
      </FieldGrid>
      <RuleFields rules={form.values.rules} onChange={(rules) => form.set('rules', rules)} bind={form.bind} />
    </FormDialog>
  );
}
