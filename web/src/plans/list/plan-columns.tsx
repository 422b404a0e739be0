import type { PlanRow } from '@openbenefits/contract/plan-catalog';
import { addDays } from '@openbenefits/domain/calendar-date';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import type { Column } from '../../ui/data-table-types.ts';
import { DateText } from '../../ui/DateText.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { NextRates, PlanStatusBadge, useCarrier, WholeMoney } from '../plan-words.tsx';
import classes from '../Plans.module.css';
import type { planListSettings } from './plan-list-settings.ts';

/** Members by plan; undefined while they are counted. */
export type Enrolled = ReadonlyMap<string, number> | undefined;
type Key = 'name' | 'status' | keyof typeof planListSettings.columns;

function Effective({ plan }: { plan: PlanRow }) {
  if (plan.status !== 'terminated' || plan.terminatedFrom === null) return <DateText date={plan.effectiveDate} />;
  return (
    <>
      <Trans>ended</Trans> <DateText date={addDays(plan.terminatedFrom, -1)} />
    </>
  );
}

function Cost({ plan }: { plan: PlanRow }) {
  const { t } = useLingui();
  if (plan.monthlyCost !== null || !plan.hasRates)
    return <MoneyText cents={plan.monthlyCost} unknownReason={t`The plan has no rates yet`} />;
  return (
    <span className={classes.quiet} data-tip={t`There is no single employee-only rate`}>
      {t`varies`}
    </span>
  );
}

function Type({ plan }: { plan: PlanRow }) {
  const { t } = useLingui();
  const carrier = useCarrier();
  return (
    <>
      <span className="only-wide">{plan.networkType ?? <Unknown reason={t`Only medical plans have a type`} />}</span>
      <span className="only-narrow">{`${plan.code} · ${carrier(plan.carrierName)}`}</span>
    </>
  );
}

/** Widths of the picture; the name takes what is left. */
export function usePlanColumns(enrolled: Enrolled): readonly Column<PlanRow, Key>[] {
  const { t } = useLingui();
  const carrier = useCarrier();
  return [
    {
      key: 'name',
      header: t`Plan`,
      sortable: true,
      narrow: 'name',
      cell: ({ id, name, code, carrierName }) => (
        <>
          <Link className="row-name" to={paths.plan(id)} data-row={id}>
            {name}
          </Link>
          <span className="row-meta">{`${code} · ${carrier(carrierName)}`}</span>
        </>
      ),
    },
    {
      key: 'type',
      header: t`Type`,
      width: 64,
      below: 700,
      // A narrow row shows what is under the name there.
      narrow: 'meta',
      cell: (plan) => <Type plan={plan} />,
    },
    {
      key: 'network',
      header: t`Network`,
      width: 82,
      below: 1100,
      cell: ({ networkSize }) => networkSize ?? <Unknown reason={t`The plan has no network`} />,
    },
    {
      key: 'cost',
      header: t`Monthly cost`,
      width: 98,
      right: true,
      narrow: 'amount',
      cell: (plan) => <Cost plan={plan} />,
    },
    {
      key: 'deductible',
      header: t`Deductible`,
      width: 84,
      right: true,
      below: 820,
      cell: ({ deductible }) => <WholeMoney cents={deductible} unknownReason={t`The plan has no deductible`} />,
    },
    {
      key: 'outOfPocket',
      header: t`Out-of-pocket max`,
      width: 128,
      right: true,
      below: 1100,
      cell: ({ outOfPocketMax }) => (
        <WholeMoney cents={outOfPocketMax} unknownReason={t`The plan has no out-of-pocket maximum`} />
      ),
    },
    {
      key: 'enrolled',
      header: t`Enrolled`,
      width: 72,
      right: true,
      cell: ({ id }) => (enrolled ? (enrolled.get(id) ?? 0).toLocaleString('en-US') : <Skeleton width={32} />),
    },
    { key: 'effective', header: t`Effective`, width: 92, below: 900, cell: (plan) => <Effective plan={plan} /> },
    {
      key: 'rates',
      header: t`Next rates`,
      width: 86,
      cell: ({ nextRates }) => <NextRates rates={nextRates} />,
    },
    { key: 'status', header: t`Status`, width: 112, narrow: 'status', cell: (plan) => <PlanStatusBadge plan={plan} /> },
  ];
}
