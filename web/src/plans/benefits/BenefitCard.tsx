import type { BenefitCard as Card, PlanYear } from '@openbenefits/contract/plan-catalog';
import { BENEFIT_CATEGORIES } from '@openbenefits/domain/plans/plan-benefits';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronRight, IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import { BENEFIT_CATEGORY_LABEL } from '../../domain-labels.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useCarrier, wholeMoneyText } from '../plan-words.tsx';
import classes from './Benefits.module.css';
import { PlanBar } from './ShareBar.tsx';

/** The year that the card shows: in force, else the next one. */
export const shownYear = (card: Pick<Card, 'years'>): PlanYear | undefined =>
  card.years.find(({ state }) => state === 'in_force') ?? card.years[0];

/** Life and disability plans pay an amount. */
const isByPercent = ({ line }: Pick<Card, 'line'>): boolean => line !== 'life' && line !== 'disability';

/** The four categories with what the plan pays. */
function Coverage({ card, year }: { card: Pick<Card, 'networkType'>; year: PlanYear }) {
  const { t } = useLingui();
  const isIchra = card.networkType === 'ICHRA';
  return (
    <ul className={classes.coverage}>
      {BENEFIT_CATEGORIES.map((category) => {
        const memberPays = year.benefits.memberPays[category];
        const own = isIchra && (category === 'medical' || category === 'prescription');
        return (
          <li key={category}>
            <span>{BENEFIT_CATEGORY_LABEL[category]}</span>
            {memberPays === null ? (
              <span className={classes.notCovered}>{own ? t`Member’s own policy` : t`Not covered`}</span>
            ) : (
              <>
                <PlanBar memberPays={memberPays} />
                <b className="num">{100 - memberPays}%</b>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Limits({ card, year }: { card: Card; year: PlanYear }) {
  const { t } = useLingui();
  const { deductibleIndividual, outOfPocketMaxIndividual } = year.benefits;
  if (card.networkType === 'ICHRA')
    return (
      <p className={classes.limits}>
        <Trans>Allowance set per class and age</Trans>
      </p>
    );
  const parts = [
    deductibleIndividual === null ? undefined : t`Deductible ${wholeMoneyText(deductibleIndividual)}`,
    outOfPocketMaxIndividual === null ? undefined : t`Out-of-pocket max ${wholeMoneyText(outOfPocketMaxIndividual)}`,
  ].filter((part) => part !== undefined);
  return (
    <p className={classes.limits}>
      {parts.length === 0 ? <Trans>No deductible</Trans> : parts.map((part) => <span key={part}>{part}</span>)}
    </p>
  );
}

/** Where focus returns when the panel closes. */
export const editButtonOf = (planId: string): string => `edit-benefits-${planId}`;

type Props = {
  card: Card;
  enrolled: number | undefined;
  editing: boolean;
  mayNot: string | undefined;
  onEdit: () => void;
};

/** One active plan with what it pays in each category (picture 11b). */
export function BenefitCard({ card, enrolled, editing, mayNot, onEdit }: Props) {
  const { t } = useLingui();
  const carrier = useCarrier();
  const year = shownYear(card);
  const members = enrolled?.toLocaleString('en-US');
  return (
    <article className={`panel ${classes.card}`} data-editing={editing || undefined} aria-label={card.name}>
      <header>
        <h4>
          <Link to={paths.plan(card.id)}>{card.name}</Link>
        </h4>
        {editing ? (
          <span className={classes.editing}>
            <Trans>Editing</Trans>
            <Icon of={IconChevronRight} size={14} />
          </span>
        ) : (
          <Button
            size="small"
            icon={IconPencil}
            id={editButtonOf(card.id)}
            aria-label={t`Edit Benefits of ${card.name}`}
            disabledReason={mayNot}
            onClick={onEdit}
          >
            <Trans>Edit Benefits</Trans>
          </Button>
        )}
      </header>
      <p className={classes.sub}>
        {[card.code, carrier(card.carrierName), ...(members === undefined ? [] : [t`${members} enrolled`])].join(' · ')}
      </p>
      {year && !isByPercent(card) && (
        <p className={classes.none}>
          <Trans>Pays an amount of coverage, not a percentage of costs.</Trans>
        </p>
      )}
      {year && isByPercent(card) && (
        <>
          <p className={classes.heads}>
            <span>
              {card.networkType === 'ICHRA' ? (
                <Trans>Reimburses individual premiums</Trans>
              ) : card.line === 'medical' ? (
                <Trans>In network, after deductible</Trans>
              ) : (
                <Trans>After deductible</Trans>
              )}
            </span>
            <span>
              <Trans>Plan pays</Trans>
            </span>
          </p>
          <Coverage card={card} year={year} />
          <Limits card={card} year={year} />
        </>
      )}
    </article>
  );
}
