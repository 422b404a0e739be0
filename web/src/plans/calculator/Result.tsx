import { Trans, useLingui } from '@lingui/react/macro';
import type { Calculated, CalculatedPlan } from '@openbenefits/contract/rate-calculator';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { formatMoney } from '@openbenefits/domain/money';
import { chargeAndWaiver } from '@openbenefits/domain/plans/price-household';
import { priceWords } from '@openbenefits/domain/plans/price-words';
import { Banner } from '../../ui/Banner.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { StatStrip } from '../../ui/StatStrip.tsx';
import { PriceDerivation } from '../explain/PriceDerivation.tsx';
import { priceText } from '../price-text.ts';
import classes from './Calculator.module.css';
import type { Calculator } from './use-calculator.ts';

type BillOfPlan = CalculatedPlan['firstBills'][number];

/** A bill that differs from the monthly price: a part of a month, or a newborn's free days, charged and waived. */
function Bill({ bill: { from, to, price }, isFirst }: { bill: BillOfPlan; isFirst: boolean }) {
  const { facts, rows } = priceWords(price);
  const rule = facts.find(({ label }) => label.code === 'proration');
  const part = rows.flatMap(({ notes }) => notes).find((note) => typeof note !== 'string' && note.code === 'part_of');
  const days = typeof part === 'object' ? part.params['part'] : undefined;
  const { charged, waived } = chargeAndWaiver(price.lines);
  const [first, last] = [formatDate(from), formatDate(to)];
  return (
    <aside className={classes.firstBill}>
      <b>
        {isFirst ? (
          <Trans>
            First bill, {first} – {last}
          </Trans>
        ) : (
          <Trans>
            Bill, {first} – {last}
          </Trans>
        )}
      </b>
      <MoneyText cents={price.monthly} />
      <small>
        {typeof days === 'object' && priceText(days)}
        {typeof days === 'object' && rule && ', '}
        {rule ? priceText(rule.text) : <Trans>Charged for the full month</Trans>}
      </small>
      {waived !== 0 && (
        <small>
          <Trans>
            Charged {formatMoney(charged)}, free days of a newborn {formatMoney(waived)}
          </Trans>
        </small>
      )}
    </aside>
  );
}

function Plan({ plan, heading }: { plan: CalculatedPlan; heading: boolean }) {
  return (
    <article className={classes.derivation}>
      {plan.isOffered === false && (
        <p className={classes.notOffered}>
          <Trans>The group does not offer this plan to this class at this location.</Trans>
        </p>
      )}
      <PriceDerivation price={plan.price} heading={heading} />
      {plan.firstBills.map((bill, index) => (
        <Bill key={bill.from} bill={bill} isFirst={index === 0} />
      ))}
    </article>
  );
}

/** The figures of several plans in one table; a held one says so. */
function Comparison({ plans }: { plans: readonly CalculatedPlan[] }) {
  const { t } = useLingui();
  return (
    <table className={classes.comparison}>
      <caption className="sr">{t`Plans compared`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Plan`}</th>
          <th scope="col" data-right>{t`Total premium`}</th>
          <th scope="col" data-right>{t`Employer`}</th>
          <th scope="col" data-right>{t`Employee pays`}</th>
        </tr>
      </thead>
      <tbody>
        {plans.map(({ price }) => (
          <tr key={price.planId}>
            <th scope="row">
              {price.planName} <small>{price.planCode}</small>
            </th>
            {[price.monthly, price.employer, price.employee].map((cents, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- three fixed columns
              <td key={place} data-right>
                <MoneyText cents={cents} unknownReason={t`Held: see the reason below`} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Figures({ result }: { result: Calculated }) {
  const { t } = useLingui();
  const [first, ...others] = result.plans;
  if (!first) return null;
  if (others.length > 0) return <Comparison plans={result.plans} />;
  const { monthly, employer, employee } = first.price;
  const reason = t`Held: see the reason below`;
  const stat = (label: string, cents: typeof monthly) => ({
    label,
    value: cents === null ? null : <MoneyText cents={cents} />,
    unknownReason: reason,
    amount: true,
  });
  return (
    <StatStrip
      label={t`Monthly premium`}
      compact
      stats={[stat(t`Total premium per month`, monthly), stat(t`Employer`, employer), stat(t`Employee pays`, employee)]}
    />
  );
}

/** The result with its derivation: the same as Explain shows anywhere else. */
export function Result({ calculator }: { calculator: Calculator }) {
  const { t } = useLingui();
  const { result, problem, isCalculating } = calculator;
  return (
    <section className={classes.result} aria-label={t`Result`} aria-busy={isCalculating}>
      {problem && <Banner role="alert" tone="bad" title={problem.message} />}
      {result ? (
        <>
          <div role="status" className="sr">
            {result.plans
              .map(({ price }) => `${price.planName}: ${price.monthly === null ? t`held` : formatMoney(price.monthly)}`)
              .join(', ')}
          </div>
          <Figures result={result} />
          <h2>
            <Trans>Explain this number</Trans>
          </h2>
          <div className={classes.derivations} data-several={result.plans.length > 1 || undefined}>
            {result.plans.map((plan) => (
              <Plan key={plan.price.planId} plan={plan} heading={result.plans.length > 1} />
            ))}
          </div>
          <p className={classes.foot}>
            <Trans>The same calculation makes the bills. Nothing here is saved.</Trans>
          </p>
        </>
      ) : (
        !problem && (
          <EmptyState title={t`No result yet`}>
            <Trans>Choose a plan, then enter the coverage date and the people.</Trans>
          </EmptyState>
        )
      )}
    </section>
  );
}
