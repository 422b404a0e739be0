import type { BillDetail, UnusualSubscriber } from '@openbenefits/contract/billing';
import type { BillAnomaly } from '@openbenefits/domain/billing/bill-anomalies';
import { addMonths } from '@openbenefits/domain/calendar-date';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { BILL_ANOMALY_LABEL } from '../../domain-labels.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { StatusSign } from '../../ui/StatusSign.tsx';
import classes from './BillDetails.module.css';

/** Kinds that name members; the premiums without a price have a section of their own. */
const OF_MEMBERS: ReadonlySet<BillAnomaly> = new Set([
  'terminated_charged',
  'covered_uncharged',
  'zero_lines',
  'large_retro',
  'negative',
]);

function Members({ kind, bill, rows }: { kind: BillAnomaly; bill: BillDetail; rows: readonly UnusualSubscriber[] }) {
  const own = rows.filter((row) => row.kind === (kind === 'negative' ? 'large_retro' : kind));
  return own.map(({ subscriberId, name, cents }) => (
    <span key={subscriberId} className={classes.line}>
      <Link to={paths.groupMember(bill.groupId, subscriberId)}>{name}</Link>
      {cents !== null && cents !== 0 && (
        <>
          {' '}
          <MoneyText cents={cents} difference={kind === 'large_retro' || kind === 'negative'} />
        </>
      )}
    </span>
  ));
}

/** Where the group, its plans or its month before are checked and fixed. */
function useFix(bill: BillDetail): (kind: BillAnomaly) => ReactNode {
  const { t } = useLingui();
  const { groupId, period } = bill;
  return (kind) => {
    if (kind === 'jump')
      return <Link to={paths.billingMonth(groupId, addMonths(period, -1))}>{t`Compare with the month before`}</Link>;
    if (kind === 'empty') return <Link to={paths.group(groupId, 'members')}>{t`Members of the group`}</Link>;
    if (kind === 'first_bill')
      return <Link to={paths.group(groupId, 'billing')}>{t`Billing and plans of the group`}</Link>;
    return null;
  };
}

/** What is unusual about a draft, each with the members or the page where it is checked and fixed. */
export function Unusual({ bill }: { bill: BillDetail }) {
  const fix = useFix(bill);
  const kinds = bill.anomalies.filter((kind) => kind !== 'held');
  const { data, error, refetch } = useQuery(
    orpc.billing.unusual.queryOptions({
      input: { id: bill.id },
      enabled: bill.status === 'draft' && kinds.some((kind) => OF_MEMBERS.has(kind)),
    }),
  );
  if (bill.status !== 'draft' || kinds.length === 0) return null;
  return (
    <section>
      <div className={classes.head}>
        <h3>
          <Trans>What is unusual</Trans>
        </h3>
      </div>
      <ul className={classes.holds}>
        {kinds.map((kind) => (
          <li key={kind}>
            <StatusSign sign="eye" />
            <div className={classes.people}>
              <p>{BILL_ANOMALY_LABEL[kind]}</p>
              {OF_MEMBERS.has(kind) ? <Members kind={kind} bill={bill} rows={data ?? []} /> : fix(kind)}
            </div>
          </li>
        ))}
      </ul>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
    </section>
  );
}
