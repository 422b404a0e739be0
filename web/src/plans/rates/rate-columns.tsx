import type { RateRow } from '@openbenefits/contract/rate-tables';
import type { Cents } from '@openbenefits/domain/money';
import { amountText } from '@openbenefits/domain/plans/rate-row';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { RATING_METHOD_LABEL, TIER_LABEL } from '../../domain-labels.ts';
import { paths } from '../../paths.ts';
import type { Column } from '../../ui/data-table-types.ts';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { RateStatusBadge } from './RateStatusBadge.tsx';
import { periodWords } from './version-words.ts';

function Rate({ row }: { row: RateRow }) {
  const { rate, factor, perUnit } = row;
  if (perUnit !== null) return <span className="num">{amountText('per_unit', perUnit)}</span>;
  if (rate === null && factor === null) return null;
  return (
    <>
      {rate === null ? '—' : <MoneyText cents={rate} />}
      {factor !== null && (
        <span className="row-meta num">
          <Trans>factor {amountText('factor', factor)}</Trans>
        </span>
      )}
    </>
  );
}

const Amount = ({ cents }: { cents: Cents | null }) => (cents === null ? null : <MoneyText cents={cents} />);

/** On a phone one amount is shown; a banded row shows what the employee alone costs. */
function Narrow({ row }: { row: RateRow }) {
  if (row.method === 'banded') return <MoneyText cents={row.employee} />;
  return <Rate row={row} />;
}

function Plan({ row }: { row: RateRow }) {
  return (
    <>
      <Link className="row-name" to={paths.rateTable(row.tableId)} data-row={row.id}>
        {row.planName}
      </Link>
      <span className="row-meta">
        <Trans>Version {row.versionNo}</Trans>, {periodWords(row)}
      </span>
    </>
  );
}

/** On a phone, the version is here as well, since its line below the plan is hidden. */
function NarrowVersion({ no }: { no: number }) {
  return (
    <span className="only-narrow">
      {' · '}
      <Trans>Version {no}</Trans>
    </span>
  );
}

function AgeGroup({ row: { unread, ageGroup, tier, versionNo } }: { row: RateRow }) {
  if (unread > 0)
    return (
      <>
        {ageGroup}
        <span className="row-meta">
          <Plural value={unread} one="# entry to correct" other="# entries to correct" />
        </span>
      </>
    );
  if (tier === null)
    return (
      <>
        {ageGroup || <Trans>No rates yet</Trans>}
        <NarrowVersion no={versionNo} />
      </>
    );
  return (
    <>
      <span className="only-wide">
        <Trans>All ages</Trans>
      </span>
      <span className="only-narrow">{TIER_LABEL[tier]}</span>
      <NarrowVersion no={versionNo} />
    </>
  );
}

/** The specified rate row: age group, employee, spouse, child and family rate, tier. */
export function useRateColumns(): readonly Column<RateRow>[] {
  const { t } = useLingui();
  const amount = (key: 'employee' | 'spouse' | 'child' | 'family', header: string): Column<RateRow> => ({
    key,
    header,
    width: 98,
    right: true,
    below: 900,
    cell: (row) => <Amount cents={row[key]} />,
  });
  return [
    {
      key: 'plan',
      header: t`Plan and version`,
      narrow: 'name',
      cell: (row) => <Plan row={row} />,
    },
    {
      key: 'age',
      header: t`Age group`,
      width: 100,
      narrow: 'meta',
      cell: (row) => <AgeGroup row={row} />,
    },
    {
      key: 'tier',
      header: t`Tier`,
      width: 166,
      below: 1100,
      cell: ({ tier, method }) => (tier === null ? RATING_METHOD_LABEL[method] : TIER_LABEL[tier]),
    },
    {
      key: 'rate',
      header: t`Rate`,
      width: 84,
      right: true,
      narrow: 'amount',
      cell: (row) => (
        <>
          <span className="only-wide">
            <Rate row={row} />
          </span>
          <span className="only-narrow">
            <Narrow row={row} />
          </span>
        </>
      ),
    },
    amount('employee', t`Employee rate`),
    amount('spouse', t`Spouse rate`),
    amount('child', t`Child rate`),
    amount('family', t`Family rate`),
    {
      key: 'status',
      header: t`Status`,
      width: 104,
      narrow: 'status',
      cell: ({ status }) => <RateStatusBadge status={status} />,
    },
  ];
}
