import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBarDown, IconArrowBarRight } from '@tabler/icons-react';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusSign } from '../../ui/StatusSign.tsx';
import { PlanMatrix } from './PlanMatrix.tsx';
import classes from './Plans.module.css';
import { PlanSettings } from './PlanSettings.tsx';
import { StepHeading } from './SetupSection.tsx';
import { useErrors, useWizard } from './wizard-context.ts';
import { cellKey } from './wizard-form.ts';
import { fillTargets } from './wizard-reducer.ts';
import type { Place } from './plan-place.ts';

/** The current cell: the last one used, or the first. */
function useCurrentCell(): [Place | undefined, (place: Place) => void] {
  const { wizard } = useWizard();
  const { classes: rows, locations } = wizard.form;
  const [chosen, setChosen] = useState<Place>();
  const there =
    chosen &&
    rows.some(({ key }) => key === chosen.classKey) &&
    locations.some(({ key }) => key === chosen.locationKey);
  const [row] = rows;
  const [location] = locations;
  return [there ? chosen : row && location && { classKey: row.key, locationKey: location.key }, setChosen];
}

/** Copies the plans of the current cell to the cells at its right or below it. */
function FillActions({ current }: { current: Place | undefined }) {
  const { t } = useLingui();
  const { wizard, dispatch } = useWizard();
  const { form } = wizard;
  const filled = current !== undefined && (form.cells[cellKey(current.classKey, current.locationKey)] ?? []).length > 0;
  const reason = (to: 'right' | 'down'): string | undefined => {
    if (!current || !filled) return t`Choose plans in a cell first. They are copied from that cell.`;
    if (fillTargets(form, current.classKey, current.locationKey, to).length > 0) return undefined;
    return to === 'right' ? t`There is no cell to the right` : t`There is no cell below`;
  };
  const fill = (to: 'right' | 'down') => current && dispatch({ type: 'fill', ...current, to });
  return (
    <div className={classes.fills}>
      <Button size="small" icon={IconArrowBarRight} disabledReason={reason('right')} onClick={() => fill('right')}>
        <Trans>Fill right</Trans>
      </Button>
      <Button size="small" icon={IconArrowBarDown} disabledReason={reason('down')} onClick={() => fill('down')}>
        <Trans>Fill down</Trans>
      </Button>
    </div>
  );
}

function NoPlans() {
  const { t } = useLingui();
  return (
    <div className="panel">
      <EmptyState
        title={t`No plans available`}
        actions={
          <ButtonLink to={paths.plans} variant="primary">
            <Trans>Manage Plans</Trans>
          </ButtonLink>
        }
      >
        <Trans>A group needs at least one plan. Add plans first. Your entries are kept as a draft.</Trans>
      </EmptyState>
    </div>
  );
}

/**
 * Step 5 (specification 1, section 2.11): per class and location a choice of plans, with their settings for Medical and
 * Dental.
 */
export function PlansStep({ title }: { title: string }) {
  const { t } = useLingui();
  const { wizard, plans } = useWizard();
  const { id, error } = useErrors()('selectedPlans');
  const [current, setCurrent] = useCurrentCell();
  const { form } = wizard;

  const heading = (
    <StepHeading
      title={title}
      actions={plans.data && plans.data.length > 0 ? <FillActions current={current} /> : undefined}
    >
      <Trans>Choose the plans that each class can elect at each billing location.</Trans>
    </StepHeading>
  );

  if (plans.isError && !plans.data) {
    return (
      <>
        {heading}
        <ErrorState error={plans.error} title={t`Failed to load benefit plans`} onRetry={() => void plans.refetch()} />
      </>
    );
  }
  if (!plans.data) {
    return (
      <>
        {heading}
        <div className={`panel ${classes.waiting}`} aria-busy="true">
          {form.classes.map(({ key }) => (
            <Skeleton key={key} width="60%" />
          ))}
        </div>
      </>
    );
  }
  if (plans.data.length === 0) {
    return (
      <>
        {heading}
        <NoPlans />
      </>
    );
  }
  return (
    <>
      {heading}
      {error && (
        <p className={classes.error} id={`${id}-error`} role="alert">
          <StatusSign sign="alert" />
          {error}
        </p>
      )}
      <PlanMatrix plans={plans.data} current={current} onCurrent={setCurrent} />
      {current && <PlanSettings plans={plans.data} at={current} />}
    </>
  );
}
