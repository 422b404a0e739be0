import type { BillDetail } from '@openbenefits/contract/billing';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { tierName } from '../bill-words.tsx';
import classes from './BillDetails.module.css';
import { ExplainTotal } from './ExplainTotal.tsx';

type Total = BillDetail['plans'][number];
type Plan = Omit<Total, 'tier'> & { tiers: readonly Total[] };

const sumOf = (rows: readonly { cents: Cents }[]): Cents => fromCents(rows.reduce((sum, { cents }) => sum + cents, 0));

/** The totals by plan, each with its tiers. */
function plansOf(totals: readonly Total[]): Plan[] {
  return [...Map.groupBy(totals, ({ line, planCode, planName }) => `${line} ${planCode} ${planName}`).values()].flatMap(
    (tiers) => {
      const [first] = tiers;
      if (!first) return [];
      const subscribers = tiers.reduce((sum, one) => sum + one.subscribers, 0);
      return [{ ...first, subscribers, cents: sumOf(tiers), tiers: tiers.filter(({ tier }) => tier !== null) }];
    },
  );
}

function PlanRows({ billId, plan }: { billId: string; plan: Plan }) {
  const [open, setOpen] = useState(false);
  const line = COVERAGE_LINE_LABEL[plan.line];
  const name = (
    <>
      <b>{plan.planName}</b> <span className={classes.line}>{line}</span>
    </>
  );
  return (
    <>
      <tr className={classes.plan}>
        <th scope="row">
          {plan.tiers.length > 0 ? (
            <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
              <Icon of={IconChevronRight} size={14} />
              <span>{name}</span>
            </button>
          ) : (
            <span className={classes.indent}>{name}</span>
          )}
        </th>
        <td>{plan.subscribers.toLocaleString('en-US')}</td>
        <td>
          <ExplainTotal billId={billId} plan={plan} />
        </td>
      </tr>
      {open &&
        plan.tiers.map(({ tier, subscribers, cents }) => (
          <tr key={tier} className={classes.tier}>
            <th scope="row">{tierName(tier)}</th>
            <td>{subscribers.toLocaleString('en-US')}</td>
            <td>
              <MoneyText cents={cents} />
            </td>
          </tr>
        ))}
    </>
  );
}

function Sum({ label, cents, total }: { label: ReactNode; cents: Cents; total?: boolean }) {
  return (
    <tr className={total ? classes.total : classes.sum}>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td>
        <MoneyText cents={cents} />
      </td>
    </tr>
  );
}

/** What was paid or refunded since, the balance of earlier bills, and what is left to pay. */
function Balance({ bill }: { bill: BillDetail }) {
  const { total, due, status, earlierBalance, totalDue } = bill;
  const settled = fromCents(status === 'draft' ? 0 : due - total);
  const isEnded = status === 'replaced' || status === 'void';
  // Credits that exceed all charges stay on the account, and the bill shows nothing due.
  const carried = fromCents(totalDue - total - settled - earlierBalance);
  const day = formatDate(bill.dueDate);
  return (
    <>
      {settled !== 0 && (
        <Sum label={isEnded ? <Trans>Reversed</Trans> : <Trans>Paid or credited</Trans>} cents={settled} />
      )}
      <Sum label={<Trans>Balance of earlier bills</Trans>} cents={earlierBalance} />
      {carried !== 0 && <Sum label={<Trans>Stays as a credit on the account</Trans>} cents={carried} />}
      <Sum total label={<Trans>Total due {day}</Trans>} cents={totalDue} />
    </>
  );
}

/** Premium, adjustments, earlier balance and total due in one column that can be added up (picture 15). */
export function PlanLines({ bill }: { bill: BillDetail }) {
  const { t } = useLingui();
  const adjusted = plansOf(bill.adjustments);
  const premium = sumOf(bill.plans);
  return (
    <table className={classes.lines} aria-label={t`Line items`}>
      <thead>
        <tr>
          <th scope="col">{t`Line item`}</th>
          <th scope="col">{t`Subscribers`}</th>
          <th scope="col">{t`Amount`}</th>
        </tr>
      </thead>
      <tbody>
        {plansOf(bill.plans).map((plan) => (
          <PlanRows key={`${plan.line} ${plan.planCode}`} billId={bill.id} plan={plan} />
        ))}
        <Sum
          label={
            <>
              <Trans>Premium</Trans>, <Plural value={bill.subscribers} one="# subscriber" other="# subscribers" />
            </>
          }
          cents={premium}
        />
        {adjusted.map(({ line, planName, planCode, subscribers, cents }) => (
          <tr key={`${line} ${planCode}`} className={classes.adjustment}>
            <th scope="row">
              <span className={classes.indent}>
                <Trans>Adjustment of earlier months</Trans>{' '}
                <span className={classes.line}>
                  {planName}, {COVERAGE_LINE_LABEL[line]}
                </span>
              </span>
            </th>
            <td>{subscribers.toLocaleString('en-US')}</td>
            <td>
              <MoneyText cents={cents} />
            </td>
          </tr>
        ))}
        <Balance bill={bill} />
      </tbody>
    </table>
  );
}
