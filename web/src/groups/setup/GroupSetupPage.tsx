import { Trans, useLingui } from '@lingui/react/macro';
import { LAST_STEP, SETUP_STEPS } from '@openbenefits/domain/groups/group-setup';
import { type ComponentType, useState } from 'react';
import { paths } from '../../paths.ts';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toastBad, toastGood } from '../../ui/toasts.ts';
import { BillingStep } from './BillingStep.tsx';
import { ClassesStep } from './ClassesStep.tsx';
import { CompanyStep } from './CompanyStep.tsx';
import { DraftsDialog } from './DraftsDialog.tsx';
import { LocationsStep } from './LocationsStep.tsx';
import { PlansStep } from './PlansStep.tsx';
import { PremiumEstimate } from './PremiumEstimate.tsx';
import { ProblemSummary } from './ProblemSummary.tsx';
import { Resume } from './ResumeBanner.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { SetupActions } from './SetupActions.tsx';
import { percentOf, StepMenu, StepRail } from './StepList.tsx';
import classes from './Wizard.module.css';
import { WizardContext, type WizardView } from './wizard-context.ts';
import { useSetupActions, useSetupWizard } from './use-setup-wizard.ts';
import { WizardFooter } from './WizardFooter.tsx';
import { words } from '../../words.ts';

const STEPS: readonly ComponentType<{ title: string }>[] = [
  CompanyStep,
  LocationsStep,
  ClassesStep,
  BillingStep,
  PlansStep,
  ReviewStep,
];

function Progress({ step }: { step: number }) {
  const { t } = useLingui();
  return (
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
  );
}

function OpeningDraft() {
  return (
    <div className={`panel ${classes.waiting}`} aria-busy="true">
      {[60, 100, 100, 40].map((width, index) => (
        <Skeleton key={index /* Only a picture. */} width={`${width}%`} />
      ))}
    </div>
  );
}

/** The current step with its rail; on a phone a menu replaces the rail. */
function StepArea({ step, opening, message }: { step: number; opening: boolean; message: string | undefined }) {
  const Step = STEPS[step - 1] ?? CompanyStep;
  const full = step >= 5;
  return (
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
          {opening ? <OpeningDraft /> : <Step title={words(SETUP_STEPS[step - 1] ?? '')} />}
        </div>
        {full && (
          <div className="only-narrow">
            <PremiumEstimate />
          </div>
        )}
      </div>
    </div>
  );
}

/** /groups/setup: the Group Setup Wizard (specification 1, section 2.11). */
export function Component() {
  const { t } = useLingui();
  const [message, setMessage] = useState<string>();
  const [listOpened, setListOpened] = useState(false);
  const state = useSetupWizard();
  const { wizard, dispatch, setup, plans, drafts, sharedTaxId, problems, draft } = state;
  const { step } = wizard;
  const { busy, goTo, submit, fillDemo } = useSetupActions(state, setMessage);

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
  return (
    <WizardContext value={view}>
      <Progress step={step} />
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
      <StepArea step={step} opening={draft.opening} message={message} />
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
