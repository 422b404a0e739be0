import type { PlanRow } from '@openbenefits/contract/plan-catalog';
import { addDays, type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { type Cents, formatMoney } from '@openbenefits/domain/money';
import type { PlanStatus } from '@openbenefits/domain/plans/plan-status';
import { rateChangeText } from '@openbenefits/domain/plans/rate-change';
import { Trans, useLingui } from '@lingui/react/macro';
import { PLAN_STATUS_LABEL } from '../domain-labels.ts';
import { today } from '../today.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { StatusSign } from '../ui/StatusSign.tsx';
import { Tag } from '../ui/Tag.tsx';
import { Unknown } from '../ui/Unknown.tsx';
import classes from './Plans.module.css';

const FORM = {
  active: { tone: 'ok', sign: 'dot' },
  draft: { tone: 'idle', sign: 'circle' },
  terminated: { tone: 'end', sign: 'stop' },
} as const;

type Shown = {
  status: PlanStatus;
  withdrawnFrom: CalendarDate | null;
  terminatedFrom: CalendarDate | null;
};

/** The status, and what closes the plan to new members. */
export function PlanStatusBadge({ plan }: { plan: Shown }) {
  const { t } = useLingui();
  const { status, withdrawnFrom, terminatedFrom } = plan;
  const last = terminatedFrom && formatDate(addDays(terminatedFrom, -1));
  const from = withdrawnFrom && formatDate(withdrawnFrom);
  return (
    <span className={classes.status}>
      <StatusBadge {...FORM[status]}>{PLAN_STATUS_LABEL[status]}</StatusBadge>
      {status === 'active' &&
        (last ? (
          <span data-tip={t`The last day of coverage is ${last}`}>
            <Tag>
              <Trans>Ends {last}</Trans>
            </Tag>
          </span>
        ) : (
          withdrawnFrom && (
            <span data-tip={t`No new members from ${from} on`}>
              <Tag>{withdrawnFrom <= today() ? <Trans>Withdrawn</Trans> : <Trans>Withdrawn {from}</Trans>}</Tag>
            </span>
          )
        ))}
    </span>
  );
}

/** What is known of the rates of the next plan year. */
export function NextRates({ rates }: { rates: PlanRow['nextRates'] }) {
  const { t } = useLingui();
  if (rates === null) return <Unknown reason={t`The plan has no next plan year`} />;
  const from = formatDate(rates.from);
  switch (rates.kind) {
    case 'change':
      return (
        <span className="num" data-tip={t`From ${from}, all rates compared`}>
          {rateChangeText(rates.change ?? 0)}
        </span>
      );
    case 'none':
      return <span data-tip={t`From ${from}`}>{t`no change`}</span>;
    case 'new':
      return <span className="num">{t`from ${from}`}</span>;
    case 'draft':
      return <span className={classes.quiet} data-tip={t`Rates from ${from} are not active yet`}>{t`in draft`}</span>;
    case 'not_rated':
      return (
        <span className={classes.quiet} data-tip={t`An ICHRA pays an allowance and has no rates`}>{t`not rated`}</span>
      );
    case 'missing':
      return (
        <span className={classes.missing} data-tip={t`No rates from ${from} on`}>
          <StatusSign sign="eye" />
          {t`Missing`}
        </span>
      );
  }
}

/** Whole dollars without their cents: benefits are round amounts. */
export const wholeMoneyText = (cents: Cents): string => formatMoney(cents).replace(/\.00$/, '');

export function WholeMoney({ cents, unknownReason }: { cents: Cents | null; unknownReason: string }) {
  return cents === null ? <Unknown reason={unknownReason} /> : <span className="num">{wholeMoneyText(cents)}</span>;
}

/** Refers to the carrier, also where there is none. */
export function useCarrier(): (name: string) => string {
  const { t } = useLingui();
  return (name) => name || t`No carrier`;
}
