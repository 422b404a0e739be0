import type { SamplePrice } from '@openbenefits/contract/contributions';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { formatMoney } from '@openbenefits/domain/money';
import { TIER_LABEL } from '../../domain-labels.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { ExplainPrice } from '../../plans/explain/ExplainPrice.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { lineLabel, METHODOLOGY_LABEL } from './group-words.ts';
import type { Offer, OfferedPlan } from './offered-plans.ts';
import classes from './PlanCard.module.css';

/** The contribution of an offering in words: the most exact rule, or the group's percentage. */
export type ContributionOf = (offer: Offer, plan: OfferedPlan) => string;

/**
 * Specification 1, sections 2.8 and 9: rates if there are any, 'variable' for an allowance, 'Contact for pricing'
 * without rates.
 */
function Rates({ plan, loading }: { plan: OfferedPlan; loading: boolean }) {
  if (loading) return <Skeleton width={160} />;
  const { catalogue } = plan;
  if (catalogue && catalogue.rates.length > 0) {
    return (
      <dl className={classes.rates}>
        {catalogue.rates.map(({ tier, monthly }) => (
          <div key={tier}>
            <dt>{TIER_LABEL[tier]}</dt>
            <dd>
              <MoneyText cents={monthly} />
            </dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <p className={classes.unrated}>
      {catalogue?.networkType === 'ICHRA' ? <Trans>variable</Trans> : <Trans>Contact for pricing</Trans>}
    </p>
  );
}

/** Terms from a later date, below the current ones. */
function Later({ offer: { begins, next }, plan }: { offer: Offer; plan: OfferedPlan }) {
  const { t, i18n } = useLingui();
  if (begins) return <small className={classes.later}>{t`from ${formatDate(begins)}`}</small>;
  if (!next) return null;
  const deductible = next.deductible ?? plan.catalogue?.deductible ?? null;
  const coinsurance = next.coinsurancePercent ?? plan.catalogue?.coinsurancePercent ?? null;
  const terms = [
    deductible !== null && t`deductible ${formatMoney(deductible)}`,
    coinsurance !== null && t`coinsurance ${coinsurance}%`,
    next.ratingMethodology && i18n._(METHODOLOGY_LABEL[next.ratingMethodology]),
  ];
  return (
    <small
      className={classes.later}
    >{t`from ${formatDate(next.effectiveDate)}: ${terms.filter(Boolean).join(', ')}`}</small>
  );
}

/** What an employee of 40 alone costs and who pays it; several where locations differ. */
function Samples({ offer, plan, samples }: { offer: Offer; plan: OfferedPlan; samples: readonly SamplePrice[] }) {
  const { t } = useLingui();
  const own = samples.filter(
    ({ planId, classId, locationId }) =>
      planId === plan.id && classId === offer.classId && offer.locationIds.includes(locationId),
  );
  const different = [
    ...new Map(
      own.map((one) => [JSON.stringify([one.price.monthly, one.price.employer, one.price.held]), one]),
    ).values(),
  ];
  const [first] = different;
  if (!first) return <Unknown reason={t`Loading the price`} />;
  return different.map(({ locationId, price }) => (
    <span key={locationId} className={classes.sample}>
      {different.length > 1 && <small>{offer.locations[offer.locationIds.indexOf(locationId)]}</small>}
      <span>
        <ExplainPrice prices={[price]} of={`${plan.name}, ${offer.className}`} />
        <MoneyText cents={price.monthly} unknownReason={t`This price is held`} />
      </span>
      {price.employer !== null && <small>{t`Employer ${formatMoney(price.employer)}`}</small>}
    </span>
  ));
}

function OfferRow({
  offer,
  plan,
  allLocations,
  samples,
  contribution,
}: {
  offer: Offer;
  plan: OfferedPlan;
  allLocations: number;
  samples: readonly SamplePrice[];
  contribution: ContributionOf;
}) {
  const { t, i18n } = useLingui();
  const deductible = offer.deductible ?? plan.catalogue?.deductible ?? null;
  const coinsurance = offer.coinsurancePercent ?? plan.catalogue?.coinsurancePercent ?? null;
  return (
    <tr>
      <th scope="row">
        {offer.className}
        <Later offer={offer} plan={plan} />
      </th>
      <td>
        {offer.locations.length === allLocations && allLocations > 1 ? t`All locations` : offer.locations.join(', ')}
      </td>
      <td data-right data-label={t`Deductible`}>
        <MoneyText cents={deductible} unknownReason={t`This plan has no deductible`} />
      </td>
      <td data-right data-label={t`Coinsurance`}>
        {coinsurance === null ? <Unknown reason={t`This plan has no coinsurance`} /> : t`Plan pays ${coinsurance}%`}
      </td>
      <td data-label={t`Rating methodology`}>
        {offer.ratingMethodology ? i18n._(METHODOLOGY_LABEL[offer.ratingMethodology]) : <Unknown reason={t`Not set`} />}
      </td>
      <td data-label={t`Contribution`}>{contribution(offer, plan)}</td>
      <td data-right data-label={t`Employee, 40`}>
        <Samples offer={offer} plan={plan} samples={samples} />
      </td>
    </tr>
  );
}

/** One plan of the group: its rates per tier, and to whom it is offered on which terms. */
export function PlanCard({
  plan,
  loading,
  allLocations,
  samples,
  contribution,
}: {
  plan: OfferedPlan;
  loading: boolean;
  allLocations: number;
  samples: readonly SamplePrice[];
  contribution: ContributionOf;
}) {
  const { t } = useLingui();
  return (
    <li className={`panel ${classes.card}`}>
      <div className={classes.head}>
        <h4>{plan.name}</h4>
        <Tag mono>{plan.code}</Tag>
        <span className={classes.carrier}>
          {lineLabel(plan.line)} · {plan.carrierName}
        </span>
      </div>
      <Rates plan={plan} loading={loading} />
      <table aria-label={t`Who is offered ${plan.name}`}>
        <thead>
          <tr>
            <th scope="col">{t`Class`}</th>
            <th scope="col">{t`Locations`}</th>
            <th scope="col" data-right>{t`Deductible`}</th>
            <th scope="col" data-right>{t`Coinsurance`}</th>
            <th scope="col">{t`Rating methodology`}</th>
            <th scope="col">{t`Contribution`}</th>
            <th scope="col" data-right>
              <abbr
                title={t`Sample price a month: an employee of 40 without dependents, today`}
              >{t`Employee, 40`}</abbr>
            </th>
          </tr>
        </thead>
        <tbody>
          {plan.offers.map((offer) => (
            <OfferRow
              key={offer.key}
              offer={offer}
              plan={plan}
              allLocations={allLocations}
              samples={samples}
              contribution={contribution}
            />
          ))}
        </tbody>
      </table>
    </li>
  );
}
