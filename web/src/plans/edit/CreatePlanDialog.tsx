import { addDays, addMonths, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { problemsOfBenefits } from '@openbenefits/domain/plans/benefit-form';
import { NO_BENEFITS, type PlanBenefits } from '@openbenefits/domain/plans/plan-benefits';
import { problemsOfPlan } from '@openbenefits/domain/plans/plan-form';
import { nextPlanYear, problemsOfPlanYear } from '@openbenefits/domain/plans/plan-years';
import type { Problem } from '@openbenefits/domain/refusal';
import { Trans, useLingui } from '@lingui/react/macro';
import { api } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { today } from '../../today.ts';
import { FieldGrid } from '../../ui/Fields.tsx';
import { DateField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { BenefitFields } from '../benefits/BenefitFields.tsx';
import { refreshPlans } from '../refresh-plans.ts';
import { PlanFields, type PlanValues } from './PlanFields.tsx';
import classes from './Dialogs.module.css';

type Values = PlanValues & { year: { from: string; to: string }; benefits: PlanBenefits };

const at = (prefix: string, problems: readonly Problem[]): Problem[] =>
  problems.map(({ path, message }) => ({ path: `${prefix}.${path}`, message }));

const problemsOf = (values: Values): Problem[] => [
  ...problemsOfPlan(values),
  ...at('year', problemsOfPlanYear(values.year, [])),
  ...at('benefits', problemsOfBenefits(values.benefits)),
];

function startOf(): Values {
  const year = nextPlanYear([], today());
  return {
    code: '',
    name: '',
    line: 'medical',
    networkType: null,
    carrierName: '',
    effectiveDate: year.from,
    year: { from: year.from, to: year.to },
    benefits: NO_BENEFITS,
  };
}

/** The plan year follows the effective date until it is entered by hand. */
function withEffectiveDate(values: Values, effectiveDate: string): Partial<Values> {
  const follows = values.year.from === values.effectiveDate;
  const from = parseCalendarDate(effectiveDate);
  return {
    effectiveDate,
    ...(follows && from && { year: { from, to: addDays(addMonths(from, 12), -1) } }),
  };
}

/** Creates a draft plan with its first plan year and benefits. Rates follow on its page. */
export function CreatePlanDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const form = useForm<Values>({
    initial: startOf(),
    problemsOf,
    send: async (values) => {
      const { id } = await api.plans.create({ ...values, idempotencyKey: keys.keyFor(values) });
      keys.settle();
      await refreshPlans();
      toastGood(t`Plan created as a draft`, t`Add its rates, then activate it.`);
      onClose();
      onCreated(id);
    },
  });
  const { values } = form;
  const year = (name: 'from' | 'to') =>
    form.bind(`year.${name}`, values.year[name], (value) => form.set('year', { ...values.year, [name]: value }));
  return (
    <FormDialog
      title={t`Create Plan`}
      size={880}
      saveLabel={t`Create Plan`}
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
          effectiveDate: {
            ...form.field('effectiveDate'),
            onChange: (value) => form.update(withEffectiveDate(values, value)),
          },
        }}
      />
      <h3 className={classes.part}>
        <Trans>First plan year</Trans>
      </h3>
      <FieldGrid>
        <DateField field={year('from')} label={t`First day`} required />
        <DateField field={year('to')} label={t`Last day`} description={t`Leave blank if it has no end yet.`} />
      </FieldGrid>
      <BenefitFields
        networkType={values.networkType}
        benefits={values.benefits}
        onChange={(benefits) => form.set('benefits', benefits)}
        errorAt={(path) => form.errorAt(`benefits.${path}`)}
      />
    </FormDialog>
  );
}
