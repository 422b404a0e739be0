import type { BillRun } from '@openbenefits/contract/bill-runs';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import type { RunDetail } from './run-detail.ts';
import classes from './Runs.module.css';

const AT: Readonly<Record<BillRun['status'], number>> = {
  calculating: 0,
  paused: 0,
  review: 1,
  posting: 2,
  posted: 3,
  cancelled: 0,
  nothing_to_do: 3,
};

type Step = { name: string; note: ReactNode };

function useSteps({ run, figures }: RunDetail): Step[] {
  const { t } = useLingui();
  const found = figures.anomalies.reduce((sum, { bills }) => sum + bills, 0);
  const done = run.groupsDone.toLocaleString('en-US');
  const total = run.groupsTotal.toLocaleString('en-US');
  return [
    {
      name: t`Draft`,
      note:
        run.status === 'calculating' || run.status === 'paused' ? (
          run.groupsTotal === 0 ? (
            <Trans>waiting to begin</Trans>
          ) : (
            <Trans>
              {done} of {total} groups
            </Trans>
          )
        ) : (
          <>
            <Trans>calculated</Trans> <TimeAgo instant={run.cutOffAt} />
          </>
        ),
    },
    {
      name: t`Review`,
      note:
        AT[run.status] < 1 ? (
          <Trans>what stands out</Trans>
        ) : found === 0 ? (
          <Trans>nothing unusual</Trans>
        ) : (
          <Plural value={found} one="# thing to look at" other="# things to look at" />
        ),
    },
    {
      name: t`Post`,
      note: run.postedAt ? (
        <>
          {run.postedBy}, <TimeAgo instant={run.postedAt} />
        </>
      ) : (
        <Trans>numbers the bills, writes the ledger</Trans>
      ),
    },
  ];
}

/** How far a run is: Draft, Review, Post. Nothing is written before Post (picture 14). */
export function RunSteps(detail: RunDetail) {
  const { t } = useLingui();
  const steps = useSteps(detail);
  const at = AT[detail.run.status];
  return (
    <ol className={classes.steps} aria-label={t`Steps of the bill run`}>
      {steps.map(({ name, note }, index) => {
        const state = index < at ? 'done' : index === at ? 'current' : 'ahead';
        return (
          <li key={name} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span className={classes.number} aria-hidden="true">
              {state === 'done' ? <Icon of={IconCheck} size={14} /> : index + 1}
            </span>
            <div>
              <b>
                {name}
                {state === 'done' && <span className="sr"> ({t`done`})</span>}
              </b>
              <small>{note}</small>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
