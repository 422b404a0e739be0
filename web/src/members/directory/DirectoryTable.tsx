import type { DirectoryRow } from '@openbenefits/contract/directory';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { shownPhone } from '@openbenefits/domain/phone';
import { COVERAGE_LINE_LABEL, RELATIONSHIP_LABEL } from '../../domain-labels.ts';
import { useLingui } from '@lingui/react/macro';
import { IconBuilding, IconEye, IconFilter } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useWidth } from '../../groups/list/use-width.ts';
import { RowClicks } from '../../ui/RowClicks.tsx';
import { paths } from '../../paths.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column, RowAction, Sort, TableFooter } from '../../ui/data-table-types.ts';
import { DateText } from '../../ui/DateText.tsx';
import { MemberStatusBadge } from '../../ui/StatusBadge.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { directorySettings, type MemberColumn } from './directory-settings.ts';
import classes from './DirectoryTable.module.css';

/** Below these widths a column has no room left; the record has it. Narrower windows show two-line rows instead. */
const ROOM: readonly (readonly [number, MemberColumn])[] = [
  [1200, 'added'],
  [960, 'contact'],
  [820, 'number'],
  [700, 'coverage'],
];

function crowdedOut(width: number | undefined): readonly MemberColumn[] {
  if (width === undefined || !globalThis.matchMedia('(min-width: 900px)').matches) return [];
  return ROOM.filter(([least]) => width < least).map(([, column]) => column);
}

const dayOf = (instant: string): CalendarDate => instant.slice(0, 10) as CalendarDate;

type CellProps = { row: DirectoryRow };

function NumberCell({ row: { employeeId, memberNumber } }: CellProps) {
  return (
    <span className={classes.two}>
      <span className="mono">{employeeId ?? memberNumber}</span>
      {employeeId && <span className={`mono ${classes.second}`}>{memberNumber}</span>}
    </span>
  );
}

function ContactCell({ row: { email, phone } }: CellProps) {
  const { t } = useLingui();
  if (!email && !phone) return <Unknown reason={t`No email or phone is on record`} />;
  return (
    <span className={classes.two}>
      {email && (
        <span className="trunc" title={email}>
          {email}
        </span>
      )}
      {phone && <span className={`num ${classes.second}`}>{shownPhone(phone)}</span>}
    </span>
  );
}

function CoverageCell({ row }: CellProps) {
  const { t } = useLingui();
  const [first, ...others] = row.lines;
  if (!first) return <Unknown reason={t`No coverage today`} />;
  return (
    <span className={classes.lines}>
      <span>{COVERAGE_LINE_LABEL[first]}</span>
      {others.length > 0 && (
        <span className={`trunc ${classes.second}`}>{others.map((line) => COVERAGE_LINE_LABEL[line]).join(', ')}</span>
      )}
    </span>
  );
}

function AddedCell({ row: { addedAt, effectiveDate } }: CellProps) {
  const { t } = useLingui();
  return (
    <span className={classes.two}>
      <span>
        <DateText date={dayOf(addedAt)} />
      </span>
      {effectiveDate && (
        <span className={classes.second}>
          {t`from`} <DateText date={effectiveDate} />
        </span>
      )}
    </span>
  );
}

function useColumns(addressOf: (row: DirectoryRow) => string): readonly Column<DirectoryRow>[] {
  const { t } = useLingui();
  return [
    {
      key: 'name',
      header: t`Member`,
      sortable: true,
      narrow: 'name',
      cell: (row) => (
        <>
          <Link className="row-name" to={addressOf(row)} data-row={row.id} preventScrollReset>
            {row.name}
          </Link>
          <span className="row-meta">{RELATIONSHIP_LABEL[row.relationship]}</span>
        </>
      ),
    },
    {
      key: 'group',
      header: t`Group`,
      width: 192,
      sortable: true,
      narrow: 'meta',
      cell: ({ groupId, groupName }) => (
        <Link className="trunc" to={paths.group(groupId)} title={groupName}>
          {groupName}
        </Link>
      ),
    },
    {
      key: 'number',
      header: t`Employee ID`,
      width: 108,
      cell: (row) => <NumberCell row={row} />,
    },
    {
      key: 'contact',
      header: t`Email and phone`,
      width: 188,
      cell: (row) => <ContactCell row={row} />,
    },
    {
      key: 'coverage',
      header: t`Coverage today`,
      width: 128,
      cell: (row) => <CoverageCell row={row} />,
    },
    {
      key: 'added',
      header: t`Added`,
      width: 128,
      sortable: true,
      cell: (row) => <AddedCell row={row} />,
    },
    {
      key: 'status',
      header: t`Status`,
      width: 166,
      narrow: 'status',
      cell: ({ status }) => <MemberStatusBadge status={status} short />,
    },
  ];
}

type Props = {
  rows: readonly DirectoryRow[] | undefined;
  refreshing: boolean;
  sort: Sort;
  onSort: (key: string) => void;
  footer: TableFooter;
  empty: ReactNode;
  addressOf: (row: DirectoryRow) => string;
  onOnlyGroup: (groupId: string) => void;
};

export function DirectoryTable({ rows, refreshing, sort, onSort, footer, empty, addressOf, onOnlyGroup }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { density, hidden } = directorySettings.use();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const away = [...hidden, ...crowdedOut(width)];
  const columns = useColumns(addressOf).filter(({ key }) => !away.some((column) => column === key));
  const actions = (row: DirectoryRow): RowAction[] => [
    {
      label: t`View Details`,
      icon: IconEye,
      onClick: () => void navigate(addressOf(row), { preventScrollReset: true }),
      onHover: true,
    },
    { label: t`Open group`, icon: IconBuilding, to: paths.group(row.groupId) },
    { label: t`Show only this group`, icon: IconFilter, onClick: () => onOnlyGroup(row.groupId) },
  ];
  return (
    <div ref={box} className={classes.table} data-density={density}>
      {/* Records are not prefetched, because each read is audited. */}
      <RowClicks className={classes.table}>
        <DataTable
          label={t`Members`}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          sort={sort}
          onSort={onSort}
          actions={actions}
          isEnded={({ status }) => status === 'terminated' || status === 'inactive'}
          loadingText={t`Loading members...`}
          refreshing={refreshing}
          footer={footer}
          empty={empty}
          fill
        />
      </RowClicks>
    </div>
  );
}
