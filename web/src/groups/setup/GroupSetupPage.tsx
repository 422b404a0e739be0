import { Trans, useLingui } from '@lingui/react/macro';
import { calendarDateOf, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { LAST_STEP, SETUP_STEPS } from '@openbenefits/domain/groups/group-setup';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useMemo, useReducer, useState } from 'react';
import { orpc } from '../../api.ts';
import { problemOf } from '../../errors.ts';
import { paths } from '../../paths.ts';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toastBad, toastError, toastGood } from '../../ui/toasts.ts';
import { useSharedTaxId } from '../fields/use-shared-tax-id.ts';
import { BillingStep } from './BillingStep.tsx';
import { ClassesStep } from './ClassesStep.tsx';
import { CompanyStep } from './CompanyStep.tsx';
import { useCreateGroup } from './create-group.ts';
import { demoSetup } from './demo-setup.ts';
import { DraftsDialog } from './DraftsDialog.tsx';
import { LocationsStep } from './LocationsStep.tsx';
import { PlansStep } from './PlansStep.tsx';
import { PremiumEstimate } from './PremiumEstimate.tsx';
import { ProblemSummary } from './ProblemSummary.tsx';
import { Resume } from './ResumeBanner.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { useSetupDraft } from './setup-draft.ts';
import { firstProblem, focusField, focusStep, problemsByStep, refusedFields, stepOfPath } from './setup-problems.ts';
import { SetupActions } from './SetupActions.tsx';
import { percentOf, StepMenu, StepRail } from './StepList.tsx';
import classes from './Wizard.module.css';
import { WizardContext, type WizardView } from './wizard-context.ts';
import { WizardFooter } from './WizardFooter.tsx';
import { toSetup } from './wizard-form.ts';
import { wizardOf, wizardReducer } from './wizard-reducer.ts';
import { words } from '../../words.ts';

const STEPS: readonly ComponentType<{ title: string }>[] = [
  CompanyStep,
  LocationsStep,
  ClassesStep,
  BillingStep,
  PlansStep,
  ReviewStep,
];

const today = () => {
  const now = new Date();
  return calendarDateOf(now.getFullYear(), now.getMonth() + 1, now.getDate());
};

/** Shows a failed load once, with the specified message. */
function useLoadToast(error: unknown, failedAt: number, words: string): void {
  useEffect(() => {
    if (failedAt > 0) toastError(error, words);
    // oxlint-disable-next-line react/exhaustive-deps -- once per failure, whatever else changes
  }, [failedAt]);
}

/** /groups/setup: the Group Setup Wizard (specification 1, section 2.11). */
export function Component() {
  const { t } = useLingui();
  const [wizard, dispatch] = useReducer(wizardReducer, undefined, () => wizardOf());
  const { form, step, refused } = wizard;
  const [message, setMessage] = useState<string>();
  const [listOpened, setListOpened] = useState(false);
  const setup = useMemo(() => toSetup(form), [form]);

  const on = parseCalendarDate(setup.effectiveDate);
  const plans = useQuery(
    orpc.plans.offered.queryOptions({ input: on ? { on } : {}, placeholderData: keepPreviousData }),
  );
  const drafts = useQuery(orpc.groups.drafts.list.queryOptions());
  useLoadToast(plans.error, plans.isError ? plans.errorUpdatedAt : 0, t`Failed to load benefit plans`);
  useLoadToast(drafts.error, drafts.isError ? drafts.errorUpdatedAt : 0, t`Failed to load saved drafts`);

  const sharedTaxId = useSharedTaxId(setup.taxId);
  const planIds = useMemo(() => plans.data && new Set(plans.data.map(({ id }) => id)), [plans.data]);
  const problems = problemsByStep(setup, refused, planIds, sharedTaxId.problemsOf(wizard.sharedTaxIdReason));
  const draft = useSetupDraft({ form: setup, step }, dispatch);
  const { busy, create } = useCreateGroup(draft.keeper, (error) => {
    const { message: words, fields } = problemOf(error);
    const found = refusedFields(fields);
    const placed = found.filter(({ path }) => stepOfPath(path) !== undefined);
    setMessage(words);
    const [first] = placed;
    if (!first) return;
    dispatch({
      type: 'showProblems',
      step: stepOfPath(first.path) ?? step,
      steps: placed.map(({ path }) => stepOfPath(path) ?? step),
      refused: placed,
    });
    focusField(first.path);
  });

  const goTo = (to: number, path?: string) => {
    // Forward only as far as all before is valid; back freely.
    const stuck = firstProblem(problems.slice(step - 1, to - 1));
    setMessage(undefined);
    if (stuck) {
      const at = step + stuck.index;
      dispatch({ type: 'showProblems', step: at, steps: [at] });
      focusField(stuck.path);
      return;
    }
    dispatch({ type: 'goTo', step: to });
    if (path === undefined) focusStep();
    else focusField(path);
  };
  const submit = () => {
    setMessage(undefined);
    const stuck = firstProblem(problems);
    if (!stuck) {
      void create(setup, sharedTaxId.others.length > 0 ? wizard.sharedTaxIdReason : '');
      return;
    }
    dispatch({
      type: 'showProblems',
      step: stuck.index + 1,
      steps: problems.flatMap((list, index) => (list.length > 0 ? [index + 1] : [])),
    });
    focusField(stuck.path);
  };
  const fillDemo = async () => {
    const offered = plans.data ?? (await plans.refetch()).data ?? [];
    const date = today();
    if (!date) return;
    dispatch({ type: 'demo', setup: demoSetup(offered, date) });
    setMessage(undefined);
    toastGood(t`Demo Data Filled`);
  };
  const openList = () => {
    setListOpened(true);
    // The list shows this form's current state, and what colleagues saved in the meantime.
    void draft.keeper.flush().then(() => drafts.refetch());
  };
  const saveDraft = () => {
    if (setup.companyName.trim() === '') toastBad(t`Please enter a company name before saving`);
    else void draft.save();
  };

  const view: WizardView = { wizard, dispatch, setup, problems, plans, sharedTaxId, goTo };
  const Step = STEPS[step - 1] ?? CompanyStep;
  const full = step >= 5;
  return (
    <WizardContext value={view}>
      <div
        className={classes.progress}
        role="progressbar"
        aria-label={t`Progress`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percentOf(step)}
        aria-valuetext={t`Step ${step} of ${LAST_STEP}`}
      >
        <span style={{ width: `${percentOf(step)}%` }} />
      </div>
      <PageHeader
        title={t`Group Setup Wizard`}
        back={{ label: t`Back to Groups`, to: paths.groups }}
        actions={
          <SetupActions
            named={draft.kept.named}
            drafts={drafts.data?.length ?? 0}
            onFill={() => void fillDemo()}
            onLoad={openList}
            onSave={saveDraft}
          />
        }
      />
      <Resume drafts={drafts.data} draft={draft} snapshot={{ form: setup, step }} />
      <div className={classes.wizard}>
        <div className={classes.rail}>
          <div className={classes.sticky}>
            <StepRail />
            {full && <PremiumEstimate />}
          </div>
        </div>
        <div className={classes.form}>
          <div className="only-narrow">
            <StepMenu />
          </div>
          <div className={full ? undefined : classes.narrow}>
            <ProblemSummary message={message} />
            {draft.opening ? (
              <div className={`panel ${classes.waiting}`} aria-busy="true">
                {[60, 100, 100, 40].map((width, index) => (
                  <Skeleton key={index /* Only a picture. */} width={`${width}%`} />
                ))}
              </div>
            ) : (
              <Step title={words(SETUP_STEPS[step - 1] ?? '')} />
            )}
          </div>
          {full && (
            <div className="only-narrow">
              <PremiumEstimate />
            </div>
          )}
        </div>
      </div>
      <WizardFooter
        kept={draft.kept}
        busy={busy}
        onPrevious={() => goTo(step - 1)}
        onNext={() => goTo(step + 1)}
        onCreate={submit}
      />
      <DraftsDialog
        opened={listOpened}
        onClose={() => setListOpened(false)}
        currentId={draft.kept.id}
        loadingId={draft.loadingId}
        onLoad={(id) =>
          void draft.load(id).then((loaded) => {
            if (!loaded) return;
            setListOpened(false);
            setMessage(undefined);
            toastGood(t`Draft loaded successfully`);
          })
        }
        onDeleted={draft.deleted}
      />
      <LeaveGuard unsaved={() => draft.keeper.state().status === 'failed'}>
        <Trans>Your last changes could not be saved as a draft.</Trans>
      </LeaveGuard>
    </WizardContext>
  );
}
