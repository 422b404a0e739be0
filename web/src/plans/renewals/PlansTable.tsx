import type { GroupRenewal, RenewalFigures } from '@openbenefits/contract/renewals';
import { fromCents } from '@openbenefits/domain/money';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { Select } from '../../ui/Fields.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { percentText } from './renewal-words.tsx';
import classes from './Renewals.module.css';

type Row = RenewalFigures['plans'][number];
type Choice = GroupRenewal['choices'][number];

type Props = {
  summary: RenewalFigures;
  /** Where members could move; without it nobody moves. */
  moving?: {
    choices: readonly Choice[];
    mapping: ReadonlyMap<string, string>;
    onMove: (planId: string, toPlanId: string) => void;
    lockedReason: string | undefined;
  };
};

function MoveSelect({ row, moving }: { row: Row; moving: NonNullable<Props['moving']> }) {
  const { t } = useLingui();
  const choice = moving.choices.find(({ planId }) => planId === row.planId);
  if (!choice) return null;
  return (
    <Select
      label={t`Next plan of ${row.planName} members`}
      hideLabel
      value={moving.mapping.get(row.planId) ?? ''}
      choices={[
        { value: '', label: t`Stay in the plan` },
        ...choice.others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(to) => moving.onMove(row.planId, to)}
      {...(moving.lockedReason !== undefined && { lockedReason: moving.lockedReason })}
    />
  );
}

function PlanCell({ row: { planName, planId, newPlanId, newPlanName, held } }: { row: Row }) {
  return (
    <span className={classes.plan}>
      <b>{planName}</b>
      {newPlanId !== planId && (
        <small>
          <Trans>to {newPlanName}</Trans>
        </small>
      )}
      {held > 0 && (
        <small className={classes.held}>
          <Plural value={held} one="# without a price" other="# without a price" />
        </small>
      )}
    </span>
  );
}

function ShareBar({ row: { before, after }, top }: { row: Row; top: number }) {
  return (
    <svg className={classes.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect width={(Math.abs(after - before) / top) * 100} height="10" data-falls={after < before || undefined} />
    </svg>
  );
}

/** What each plan costs before and after, and where its members go. */
export function PlansTable({ summary, moving }: Props) {
  const { t } = useLingui();
  const top = Math.max(1, ...summary.plans.map(({ before, after }) => Math.abs(after - before)));
  const columns: Column<Row>[] = [
    {
      key: 'plan',
      header: t`Plan`,
      narrow: 'name',
      cell: (row) => <PlanCell row={row} />,
    },
    ...(moving
      ? [
          {
            key: 'move',
            header: t`Next year`,
            width: 170,
            below: 700 as const,
            cell: (row: Row) => <MoveSelect row={row} moving={moving} />,
          },
        ]
      : []),
    {
      key: 'subscribers',
      header: t`Subscribers`,
      width: 96,
      right: true,
      below: 820,
      cell: ({ subscribers }) => subscribers.toLocaleString('en-US'),
    },
    {
      key: 'before',
      header: t`Before`,
      width: 108,
      right: true,
      below: 700,
      cell: ({ before }) => <MoneyText cents={before} />,
    },
    {
      key: 'after',
      header: t`After`,
      width: 108,
      right: true,
      cell: ({ after }) => <MoneyText cents={after} />,
      narrow: 'amount',
    },
    {
      key: 'difference',
      header: t`Difference`,
      width: 112,
      right: true,
      below: 600,
      cell: ({ before, after }) => <MoneyText cents={fromCents(after - before)} difference />,
    },
    {
      key: 'percent',
      header: '%',
      width: 92,
      right: true,
      narrow: 'meta',
      cell: ({ before, after }) => percentText(before, after),
    },
    {
      key: 'bar',
      header: t`Share`,
      width: 88,
      below: 820,
      cell: (row) => <ShareBar row={row} top={top} />,
    },
  ];
  return (
    <DataTable
      label={t`By plan`}
      columns={columns}
      rows={summary.plans}
      rowKey={({ planId, newPlanId }) => `${planId} ${newPlanId}`}
      rowName={({ planName }) => planName}
    />
  );
}
