import { Trans, useLingui } from '@lingui/react/macro';
import { add, type Cents } from '@openbenefits/domain/money';
import type { ExplainedPrice } from '@openbenefits/domain/plans/explained-price';
import { explanationText } from '@openbenefits/domain/plans/price-words';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { ExplainPopover } from './ExplainPopover.tsx';
import { PriceDerivation, type PriceOwner } from './PriceDerivation.tsx';
import classes from './ExplainPrice.module.css';

const sumOf = (amounts: readonly (Cents | null)[]): Cents | null => {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : add(...known);
};

/** The three sums of several plans. */
function Sums({ prices, total }: { prices: readonly ExplainedPrice[]; total: Cents | null }) {
  const { t } = useLingui();
  const rows = [
    [t`Total premium`, total],
    [t`Employer`, sumOf(prices.map(({ employer }) => employer))],
    [t`Employee pays`, sumOf(prices.map(({ employee }) => employee))],
  ] as const;
  return (
    <table className={classes.sums}>
      <caption className="sr">{t`All plans together`}</caption>
      <tbody>
        {rows.map(([label, cents]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <MoneyText cents={cents} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The derivations of one or several plans, with their sums. */
export function ExplainedPrices({
  prices,
  total,
  owner,
}: {
  prices: readonly ExplainedPrice[];
  total: Cents | null;
  owner?: PriceOwner | undefined;
}) {
  return (
    <>
      {prices.length > 1 && <Sums prices={prices} total={total} />}
      {prices.map((price) => (
        <PriceDerivation key={`${price.line}/${price.planId}`} price={price} owner={owner} />
      ))}
    </>
  );
}

/**
 * "Explain" beside a premium, of one plan or of several with their total: every step of the calculation down to the
 * version of the rates, or why there is no price. Renders nothing without prices.
 */
export function ExplainPrice({
  prices,
  total = sumOf(prices.map(({ monthly }) => monthly)),
  of,
  owner,
}: {
  prices: readonly ExplainedPrice[];
  total?: Cents | null;
  /** Whose premium it is, where a page has several. */
  of?: string | undefined;
  owner?: PriceOwner | undefined;
}) {
  if (prices.length === 0) return null;
  return (
    <ExplainPopover
      of={of}
      title={
        total === null ? (
          <Trans>Why this premium is held</Trans>
        ) : (
          <Trans>
            Why <MoneyText cents={total} /> per month
          </Trans>
        )
      }
      text={() => explanationText(prices, total)}
    >
      {() => <ExplainedPrices prices={prices} total={total} owner={owner} />}
    </ExplainPopover>
  );
}
