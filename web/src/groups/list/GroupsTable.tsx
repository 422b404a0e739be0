import type { GroupRow } from '@openbenefits/contract/groups';
import { add, formatMoney } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCopy, IconEye, IconSettings } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { RowAction, Sort, TableFooter } from '../../ui/data-table-types.ts';
import { toastGood } from '../../ui/toasts.ts';
import { RowClicks } from '../../ui/RowClicks.tsx';
import { useGroupColumns } from './group-columns.tsx';
import classes from './GroupsTable.module.css';
import { type ChosenColumn, groupListSettings } from './group-list-settings.ts';
import { useWidth } from './use-width.ts';

/**
 * Below these widths a column has no room left; the row's own page has it. Narrower windows show two-line rows instead.
 */
const ROOM: readonly (readonly [number, ChosenColumn])[] = [
  [1060, 'type'],
  [940, 'cim'],
  [800, 'renewal'],
];

function crowdedOut(width: number | undefined): readonly ChosenColumn[] {
  if (width === undefined || !globalThis.matchMedia('(min-width: 900px)').matches) return [];
  return ROOM.filter(([least]) => width < least).map(([, column]) => column);
}

type Props = {
  rows: readonly GroupRow[] | undefined;
  refreshing: boolean;
  sort: Sort;
  onSort: (key: string) => void;
  footer: Omit<TableFooter, 'note'>;
  /** Shown instead of rows. */
  empty: ReactNode;
};

function PagePremium({ rows }: { rows: readonly GroupRow[] }) {
  const sum = formatMoney(
    add(...rows.flatMap(({ monthlyPremium }) => (monthlyPremium === null ? [] : [monthlyPremium]))),
  );
  return <Trans>Monthly premium on this page {sum}</Trans>;
}

export function GroupsTable({ rows, refreshing, sort, onSort, footer, empty }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { density, hidden } = groupListSettings.use();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const away = [...hidden, ...crowdedOut(width)];
  const columns = useGroupColumns().filter(({ key }) => !away.some((column) => column === key));
  const actions = ({ id, cim }: GroupRow): RowAction[] => [
    { label: t`View`, icon: IconEye, to: paths.group(id), onHover: true },
    { label: t`Manage`, icon: IconSettings, to: `${paths.group(id)}/management`, onHover: true },
    {
      label: t`Copy CIM`,
      icon: IconCopy,
      onClick: () => void navigator.clipboard.writeText(cim).then(() => toastGood(t`Copied`, cim)),
    },
  ];
  return (
    <div ref={box} className={classes.table} data-density={density}>
      <RowClicks onNear={(id) => void client.prefetchQuery(orpc.groups.get.queryOptions({ input: { id } }))}>
        <DataTable
          label={t`Groups`}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          sort={sort}
          onSort={onSort}
          actions={actions}
          isEnded={({ status }) => status === 'terminated' || status === 'inactive'}
          footer={{ ...footer, note: rows && <PagePremium rows={rows} /> }}
          loadingText={t`Loading groups...`}
          refreshing={refreshing}
          empty={empty}
          fill
        />
      </RowClicks>
    </div>
  );
}
