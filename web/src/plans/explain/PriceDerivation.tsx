import { Trans, useLingui } from '@lingui/react/macro';
import type { PriceRow, ExplainedPrice } from '@openbenefits/domain/plans/explained-price';
import type { HeldWords } from '@openbenefits/domain/plans/held-words';
import { priceWords, type PriceWords } from '@openbenefits/domain/plans/price-words';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { priceText } from '../price-text.ts';
import classes from './PriceDerivation.module.css';

/** Where a person's record or the group's contribution is corrected; without it the reason has no link. */
export type PriceOwner = { readonly groupId: string };

function Held({ held, price, owner }: { held: HeldWords; price: ExplainedPrice; owner: PriceOwner | undefined }) {
  const { problem, fix, where, memberId } = held;
  const to =
    where === 'rates'
      ? price.table
        ? paths.rateTable(price.table.id)
        : paths.plan(price.planId)
      : where === 'plan'
        ? paths.plan(price.planId, 'benefits')
        : where === 'group' && owner
          ? paths.group(owner.groupId, 'billing')
          : where === 'member' && owner && memberId
            ? paths.groupMember(owner.groupId, memberId)
            : undefined;
  return (
    <div className={classes.held} role="note">
      <b>{priceText(problem)}</b>
      <p>{to ? <Link to={to}>{priceText(fix)}</Link> : priceText(fix)}</p>
    </div>
  );
}

function Facts({ facts, tableId }: { facts: PriceWords['facts']; tableId: string | undefined }) {
  if (facts.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, text, isTable }) => (
        <div key={label.code}>
          <dt>{priceText(label)}</dt>
          <dd>
            {priceText(text)}
            {isTable && (
              <>
                {' '}
                <Link to={tableId ? paths.rateTable(tableId) : paths.plansRates} className="no-print">
                  <Trans>Open</Trans>
                </Link>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Row({ row, isByPerson }: { row: PriceRow; isByPerson: boolean }) {
  const { kind, label, notes, age, factor, cents, isMuted } = row;
  const isPerson = isByPerson && kind === 'charge';
  return (
    <tr data-kind={kind} data-muted={isMuted || undefined}>
      <th scope="row" colSpan={isByPerson && !isPerson ? 3 : 1}>
        {priceText(label)}
        {notes.length > 0 && <small>{notes.map(priceText).join(', ')}</small>}
      </th>
      {isPerson && (
        <>
          <td data-right>{age ?? '—'}</td>
          <td data-right>{factor === null ? '—' : `× ${factor}`}</td>
        </>
      )}
      <td data-right>{cents !== null && <MoneyText cents={cents} difference={kind === 'less'} />}</td>
    </tr>
  );
}

/**
 * How one price came about, row by row: the same derivation in Explain, in the calculator and on a bill. Without
 * `heading` the surroundings name the plan.
 */
export function PriceDerivation({
  price,
  owner,
  heading = true,
}: {
  price: ExplainedPrice;
  owner?: PriceOwner | undefined;
  heading?: boolean;
}) {
  const { t } = useLingui();
  const { heading: plan, facts, rows, held, notes, isByPerson } = priceWords(price);
  return (
    <section className={classes.derivation} aria-label={plan}>
      {heading && <h5>{plan}</h5>}
      <Facts facts={facts} tableId={price.table?.id} />
      {held ? (
        <Held held={held} price={price} owner={owner} />
      ) : (
        <table>
          <caption className="sr">{t`Calculation of ${plan}`}</caption>
          <thead>
            <tr>
              <th scope="col">{isByPerson ? t`Person` : t`Step`}</th>
              {isByPerson && (
                <>
                  <th scope="col" data-right>{t`Age`}</th>
                  <th scope="col" data-right>{t`Factor`}</th>
                </>
              )}
              <th scope="col" data-right>
                {isByPerson ? t`Premium` : t`Amount`}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two children of one age are equal rows
              <Row key={index} row={row} isByPerson={isByPerson} />
            ))}
          </tbody>
        </table>
      )}
      {notes.length > 0 && <p className={classes.notes}>{notes.map(priceText).join(' ')}</p>}
    </section>
  );
}
