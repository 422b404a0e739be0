import type { Insight } from '@openbenefits/contract/dashboard';
import {
  insightAdvice,
  type InsightSeverity,
  insightSeverity,
  insightTitle,
} from '@openbenefits/domain/dashboard/insights';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertCircle, IconArrowRight, IconClock, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { orpc } from '../api.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Icon, type IconType } from '../ui/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { words } from '../words.ts';
import { INSIGHT_LINK } from './insight-links.ts';
import classes from './InsightList.module.css';

const SIGN: Readonly<Record<InsightSeverity, IconType>> = { act: IconAlertCircle, soon: IconClock, tidy: IconPencil };

/** Kept figures that are being refreshed are fetched again soon. */
export const whileRecounting = ({ state }: { state: { data?: { recounting: boolean } | undefined } }): number | false =>
  state.data?.recounting ? 5000 : false;

export const useInsights = () =>
  useQuery(orpc.dashboard.insights.queryOptions({ staleTime: 30_000, refetchInterval: whileRecounting }));

function InsightItem({
  insight: { kind, count, more },
  withAdvice = true,
}: {
  insight: Insight;
  withAdvice?: boolean;
}) {
  const { t } = useLingui();
  const severity = insightSeverity(kind);
  const label = { act: t`Act now`, soon: t`Soon`, tidy: t`When you have time` }[severity];
  return (
    <Link to={INSIGHT_LINK[kind]} data-severity={severity}>
      <Icon of={SIGN[severity]} size={16} />
      <b>
        <span className="sr">{label}: </span>
        {words(insightTitle(kind, count, more))}
      </b>
      <Icon of={IconArrowRight} size={14} />
      {withAdvice && <p>{words(insightAdvice(kind))}</p>}
    </Link>
  );
}

/** All recommendations, problems first; each links to its rows. */
export function InsightList({ withAdvice = true }: { withAdvice?: boolean }) {
  const { t } = useLingui();
  const { data, error, refetch } = useInsights();
  if (!data)
    return error ? (
      <ErrorState error={error} title={t`The recommendations could not be loaded`} onRetry={() => void refetch()} />
    ) : (
      <Skeleton width="100%" height={120} />
    );
  if (data.rows.length === 0) {
    return (
      <p className={classes.calm}>
        <Trans>Nothing needs your attention right now.</Trans>
      </p>
    );
  }
  return (
    <ul className={classes.list}>
      {data.rows.map((insight) => (
        <li key={insight.kind}>
          <InsightItem insight={insight} withAdvice={withAdvice} />
        </li>
      ))}
    </ul>
  );
}
