import type { PlanDetail, PlanYear, RuleCorrection } from '@openbenefits/contract/plan-catalog';
import { firstOfMonth } from '@openbenefits/domain/calendar-date';
import type { PlanRules } from '@openbenefits/domain/plans/plan-rules';
import { planYearName } from '@openbenefits/domain/plans/plan-years';
import { problemsOfRuleCorrection } from '@openbenefits/domain/plans/rule-correction';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { WaitingApproval } from '../../approvals/WaitingApproval.tsx';
import { OTHER_DEPENDENTS_LABEL, PRORATION_LABEL, RATE_VERSION_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { useWhyNot } from '../../session.ts';
import { today } from '../../today.ts';
import { TextButton } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { DateField, TextAreaField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastError, toastGood } from '../../ui/toasts.ts';
import { RuleFields } from '../edit/RuleFields.tsx';
import { refreshPlans } from '../refresh-plans.ts';
import { useRetroactiveEffects } from '../retroactive-effects.ts';
import classes from './PlanPage.module.css';

const ofYear = (plan: PlanDetail, year: PlanYear): RuleCorrection[] =>
  plan.ruleCorrections.filter(({ yearId }) => yearId === year.id);

/** The rules of the year with the correction that was approved last. */
function approvedRules(plan: PlanDetail, year: PlanYear): PlanRules {
  const approved = ofYear(plan, year).filter(({ approvedAt }) => approvedAt !== null);
  const [last] = approved.toSorted((a, b) => ((a.approvedAt ?? '') < (b.approvedAt ?? '') ? 1 : -1));
  return last?.rules ?? year.rules;
}

/** Enters corrected rules of a plan year that has begun; another person approves them. */
export function CorrectRulesDialog({ plan, year, onClose }: { plan: PlanDetail; year: PlanYear; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const [{ version }] = useState(plan);
  const current = approvedRules(plan, year);
  const month = firstOfMonth(today());
  const isCurrent = month >= year.from && (year.until === null || month < year.until);
  const form = useForm({
    initial: { from: String(isCurrent ? month : firstOfMonth(year.from)), rules: current, reason: '' },
    // The server compares with the rules of the month, which an earlier correction may have changed.
    problemsOf: (values) => problemsOfRuleCorrection(values, year, null),
    send: async (values) => {
      const input = { id: plan.id, version, yearId: year.id, ...values };
      await api.plans.years.correct({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshPlans();
      toastGood(t`Correction entered`, t`It applies once another person has approved it.`);
      onClose();
    },
  });
  const name = planYearName(year);
  return (
    <FormDialog
      title={t`Correct the rules of plan year ${name}`}
      saveLabel={t`Save Correction`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <DateField
        field={form.field('from')}
        label={t`For coverage from`}
        description={t`The first day of a month. The correction applies to the end of the plan year.`}
        required
      />
      <RuleFields rules={form.values.rules} onChange={(rules) => form.set('rules', rules)} bind={form.bind} />
      <TextAreaField field={form.field('reason')} label={t`Reason`} required />
    </FormDialog>
  );
}

/** What waits for a second person, with the months that the next bills adjust. */
function Waiting({ correction }: { correction: RuleCorrection }) {
  const { id, approval } = correction;
  const effect = useQuery(orpc.plans.years.correctionEffect.queryOptions({ input: { id } }));
  const effects = useRetroactiveEffects(effect.data);
  if (!approval) return null;
  return <WaitingApproval approval={approval} effects={effects} />;
}

/** Names the rules that a correction changes, with their new values. */
function useChangedRules(): (was: PlanRules, is: PlanRules) => string {
  const { t } = useLingui();
  return (was, is) => {
    const texts = [
      [t`Start within a month`, PRORATION_LABEL[was.proration.start], PRORATION_LABEL[is.proration.start]],
      [t`End within a month`, PRORATION_LABEL[was.proration.end], PRORATION_LABEL[is.proration.end]],
      [t`Birth within a month`, PRORATION_LABEL[was.proration.birth], PRORATION_LABEL[is.proration.birth]],
      [t`Free days of a newborn`, String(was.newbornFreeDays), String(is.newbornFreeDays)],
      [t`Other dependents`, OTHER_DEPENDENTS_LABEL[was.otherDependents], OTHER_DEPENDENTS_LABEL[is.otherDependents]],
      [t`Rates of a group`, RATE_VERSION_LABEL[was.rateVersion], RATE_VERSION_LABEL[is.rateVersion]],
    ] as const;
    return texts.flatMap(([label, before, after]) => (before === after ? [] : [`${label}: ${after}`])).join(', ');
  };
}

function Correction({ plan, year, correction }: { plan: PlanDetail; year: PlanYear; correction: RuleCorrection }) {
  const { t } = useLingui();
  const mayNotEdit = useWhyNot('plans.edit');
  const keys = useIdempotencyKey();
  const changed = useChangedRules();
  const { id, from, rules, reason, enteredByName, approvedByName } = correction;
  const remove = useMutation({
    mutationFn: () => {
      const input = { id: plan.id, version: plan.version, correctionId: id };
      return api.plans.years.removeCorrection({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: () => toastGood(t`Correction removed`),
    onError: (error) => toastError(error),
    onSettled: refreshPlans,
  });
  return (
    <li className={classes.head}>
      <span>
        <Trans>
          From <DateText date={from} />
        </Trans>
      </span>
      <span>{changed(year.rules, rules) || t`Rules as entered first`}</span>
      <span className="meta">
        {approvedByName === null ? (
          <Trans>
            {reason}. Entered by {enteredByName}, not approved yet
          </Trans>
        ) : (
          <Trans>
            {reason}. Entered by {enteredByName}, approved by {approvedByName}
          </Trans>
        )}
      </span>
      <span className="grow" />
      {approvedByName === null && (
        <>
          <TextButton disabledReason={mayNotEdit} onClick={() => remove.mutate()}>
            <Trans>Remove</Trans>
          </TextButton>
          <Waiting correction={correction} />
        </>
      )}
    </li>
  );
}

/** Corrections of a year's rules, newest first; the one approved last applies from its month on. */
export function RuleCorrections({ plan, year }: { plan: PlanDetail; year: PlanYear }) {
  const { t } = useLingui();
  const corrections = ofYear(plan, year);
  if (corrections.length === 0) return null;
  return (
    <ul aria-label={t`Corrected rules`}>
      {corrections.map((correction) => (
        <Correction key={correction.id} plan={plan} year={year} correction={correction} />
      ))}
    </ul>
  );
}
