import type { DelinquencyRuleRow } from '@openbenefits/contract/arrears';
import { parseDays, problemsOfRule, type RuleScope } from '@openbenefits/domain/billing/delinquency-rule';
import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { type Cents, ZERO } from '@openbenefits/domain/money';
import { useLingui } from '@lingui/react/macro';
import { api } from '../../api.ts';
import { END_RULE_LABEL, FIRST_GRACE_DAY_LABEL, RULE_SCOPE_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { today } from '../../today.ts';
import { MoneyField } from '../../ui/form/NumberFields.tsx';
import { choicesOf, SelectField } from '../../ui/form/SelectField.tsx';
import { DateField, TextField } from '../../ui/form/TextField.tsx';
import { ToggleField } from '../../ui/form/ToggleField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastGood } from '../../ui/toasts.ts';
import classes from './Arrears.module.css';
import { refreshArrears } from './refresh-arrears.ts';

type Values = Pick<DelinquencyRuleRow, 'scopeValue' | 'firstGraceDay' | 'copiesBroker' | 'endRule'> & {
  scope: RuleScope;
  effectiveOn: string;
  graceDays: string;
  reminderDays: string;
  letterDays: string;
  endAfterDays: string;
  tolerance: Cents | null;
  tolerancePercent: string;
  isFirstPaymentStrict: boolean;
  reinstatements: string;
};

/** A blank field is null, and what is no whole number is NaN, which every rule rejects. */
const whole = (text: string): number | null => {
  if (text.trim() === '') return null;
  return /^\d{1,4}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
};

const entered = (values: Values) => ({
  ...values,
  scopeValue: values.scope === 'default' ? '' : values.scopeValue.trim(),
  graceDays: whole(values.graceDays),
  reminderDays: parseDays(values.reminderDays) ?? [Number.NaN],
  letterDays: parseDays(values.letterDays) ?? [Number.NaN],
  endAfterDays: whole(values.endAfterDays) ?? 0,
  tolerance: values.tolerance ?? ZERO,
  tolerancePercent: whole(values.tolerancePercent) ?? 0,
  reinstatements: whole(values.reinstatements),
});

const textOf = (value: number | null): string => (value === null ? '' : String(value));

type Form = ReturnType<typeof useForm<Values>>;

function Fields({ form }: { form: Form }) {
  const { t } = useLingui();
  const { scope } = form.values;
  return (
    <div className={classes.form}>
      <div className={classes.pair}>
        <SelectField field={form.field('scope')} label={t`Holds for`} choices={choicesOf(RULE_SCOPE_LABEL)} />
        {scope !== 'default' && (
          <TextField
            field={form.field('scopeValue')}
            label={scope === 'state' ? t`State` : t`Carrier`}
            required
            maxLength={100}
          />
        )}
        <DateField
          field={form.field('effectiveOn')}
          label={t`Effective date`}
          required
          description={t`For bills due on this day or later.`}
        />
      </div>
      <div className={classes.pair}>
        <TextField
          field={form.field('graceDays')}
          label={t`Grace period in days`}
          inputMode="numeric"
          description={t`Blank: the grace period of each group. A longer one of a group always counts.`}
        />
        <SelectField
          field={form.field('firstGraceDay')}
          label={t`First grace day`}
          choices={choicesOf(FIRST_GRACE_DAY_LABEL)}
        />
        <TextField
          field={form.field('reminderDays')}
          label={t`Reminders, days after the due date`}
          description={t`Separate days with commas.`}
        />
        <TextField field={form.field('letterDays')} label={t`Letters, days after the due date`} />
      </div>
      <ToggleField field={form.field('copiesBroker')} label={t`Letters are copied to the broker`} />
      <div className={classes.pair}>
        <SelectField field={form.field('endRule')} label={t`Coverage ends on`} choices={choicesOf(END_RULE_LABEL)} />
        <TextField
          field={form.field('endAfterDays')}
          label={t`Days from suspension to termination`}
          inputMode="numeric"
          required
        />
        <MoneyField field={form.field('tolerance')} label={t`Tolerance on the arrears`} />
        <TextField
          field={form.field('tolerancePercent')}
          label={t`Tolerance in percent of the bills`}
          inputMode="numeric"
          description={t`Rounded up to the cent. The larger tolerance applies.`}
        />
        <TextField
          field={form.field('reinstatements')}
          label={t`Reinstatements in twelve months`}
          inputMode="numeric"
          description={t`Blank: no limit.`}
        />
      </div>
      <ToggleField field={form.field('isFirstPaymentStrict')} label={t`No tolerance for the first payment`} />
    </div>
  );
}

/** Sets a rule from a day on; bills that were due before keep theirs. */
export function RuleDialog({ rule, onClose }: { rule: DelinquencyRuleRow; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const form = useForm<Values>({
    initial: {
      ...rule,
      effectiveOn: today(),
      graceDays: textOf(rule.graceDays),
      reminderDays: rule.reminderDays.join(', '),
      letterDays: rule.letterDays.join(', '),
      endAfterDays: textOf(rule.endAfterDays),
      tolerancePercent: textOf(rule.tolerancePercent),
      reinstatements: textOf(rule.reinstatements),
    },
    problemsOf: (values) => problemsOfRule(entered(values), today()),
    send: async (values) => {
      const { effectiveOn, ...terms } = entered(values);
      const input = { ...terms, effectiveOn: calendarDateFrom(effectiveOn) };
      await api.arrears.rules.set({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshArrears();
      toastGood(t`Rule saved`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Set delinquency rule`}
      size={640}
      saveLabel={t`Save rule`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  );
}
