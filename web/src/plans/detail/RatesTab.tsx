import type { PlanDetail } from '@openbenefits/contract/plan-catalog';
import { addDays } from '@openbenefits/domain/calendar-date';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { RATING_METHOD_LABEL } from '../../domain-labels.ts';
import { paths } from '../../paths.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import classes from './PlanPage.module.css';

const FORM = {
  active: { tone: 'ok', sign: 'dot' },
  draft: { tone: 'idle', sign: 'circle' },
  replaced: { tone: 'end', sign: 'stop' },
} as const;

/** The versions of the plan's rates, newest first; each opens its table. */
export function RatesTab({ plan }: { plan: PlanDetail }) {
  const { t } = useLingui();
  const status = { active: t`Active`, draft: t`Draft`, replaced: t`Replaced` };
  return (
    <>
      <div className={classes.bar}>
        <h2>
          <Trans>Rate versions</Trans>
        </h2>
      </div>
      <DataTable
        label={t`Rate versions`}
        rows={plan.rateVersions}
        rowKey={({ id }) => id}
        rowName={({ versionNo }) => t`Version ${versionNo}`}
        isEnded={(version) => version.status === 'replaced'}
        empty={
          <EmptyState title={plan.networkType === 'ICHRA' ? t`An ICHRA has no rates` : t`No rates yet`}>
            {plan.networkType === 'ICHRA' ? (
              <Trans>Its allowances are set per class and age.</Trans>
            ) : (
              <Trans>Add a version of rates under Rate Tables.</Trans>
            )}
          </EmptyState>
        }
        columns={[
          {
            key: 'version',
            header: t`Version`,
            narrow: 'name',
            cell: ({ id, versionNo, by, at }) => (
              <>
                <Link className="row-name" to={paths.rateTable(id)}>
                  <Trans>Version {versionNo}</Trans>
                </Link>
                <span className="row-meta">
                  {by} · <TimeAgo instant={at} />
                </span>
              </>
            ),
          },
          {
            key: 'method',
            header: t`Method`,
            width: 124,
            narrow: 'meta',
            cell: ({ method }) => RATING_METHOD_LABEL[method],
          },
          { key: 'from', header: t`From`, width: 108, narrow: 'amount', cell: ({ from }) => <DateText date={from} /> },
          {
            key: 'until',
            header: t`Until`,
            width: 108,
            cell: ({ until }) => <DateText date={until && addDays(until, -1)} unknownReason={t`It has no end`} />,
          },
          {
            key: 'status',
            header: t`Status`,
            width: 116,
            narrow: 'status',
            cell: (version) => <StatusBadge {...FORM[version.status]}>{status[version.status]}</StatusBadge>,
          },
        ]}
      />
    </>
  );
}
