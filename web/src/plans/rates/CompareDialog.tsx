import type { RateTableDetail } from '@openbenefits/contract/rate-tables';
import {
  EMPTY_VALUE,
  GRID_COLUMNS,
  type GridRow,
  amountText,
  cellText,
  hasAgeGroups,
  rowName,
  rowsOfCells,
} from '@openbenefits/domain/plans/rate-row';
import type { TableSettings } from '@openbenefits/domain/plans/table-settings';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { gridColumnLabel } from '../../domain-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Select } from '../../ui/Fields.tsx';
import { words } from '../../words.ts';
import { percentText } from './row-facts.ts';
import { periodWords } from './version-words.ts';
import classes from './RateTable.module.css';

type Line = { key: string; name: string; column: string; before: string; after: string; change: string };

/** One line per cell that differs. */
function linesOf(before: readonly GridRow[], after: readonly GridRow[], settings: TableSettings): Line[] {
  const { method } = settings;
  const isWhole = settings.method === 'banded' && settings.dependents === 'whole';
  const nameOf = (row: GridRow): string => (hasAgeGroups(method) ? cellText(row, 'age') : row.key);
  const old = new Map(before.map((row) => [nameOf(row), row]));
  const now = new Map(after.map((row) => [nameOf(row), row]));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) =>
    GRID_COLUMNS[method].flatMap((column): Line[] => {
      if (column === 'age') return [];
      const [was, is] = [old.get(name)?.values[column] ?? EMPTY_VALUE, now.get(name)?.values[column] ?? EMPTY_VALUE];
      if (was.amount === is.amount && was.entered === is.entered) return [];
      const row = now.get(name) ?? old.get(name);
      return [
        {
          key: `${name} ${column}`,
          name: row ? words(rowName(row)) : name,
          column: gridColumnLabel(column, isWhole),
          before: was.amount === null ? (was.entered ?? '—') : amountText(column, was.amount),
          after: is.amount === null ? (is.entered ?? '—') : amountText(column, is.amount),
          change:
            was.amount === null || was.amount === 0 || is.amount === null ? '—' : percentText(was.amount, is.amount),
        },
      ];
    }),
  );
}

/** Two versions of a plan, cell by cell. */
export function CompareDialog({
  table,
  rows,
  settings,
  onClose,
}: {
  table: RateTableDetail;
  rows: readonly GridRow[];
  settings: TableSettings;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const others = table.versions.filter(({ id, method }) => id !== table.id && method === table.method).toReversed();
  const [chosen, choose] = useState(table.before?.id ?? others[0]?.id ?? '');
  const { data, error, refetch } = useQuery(orpc.plans.rates.get.queryOptions({ input: { id: chosen } }));
  const lines = data ? linesOf(rowsOfCells(data.settings, data.cells), rows, settings) : undefined;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Compare version ${table.versionNo}`}
      size={640}
      isRead
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <Select
        label={t`With`}
        value={chosen}
        onChange={choose}
        choices={others.map(({ id, versionNo, ...period }) => ({
          value: id,
          label: t`Version ${versionNo}, ${periodWords(period)}`,
        }))}
      />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {lines?.length === 0 && (
        <p className={classes.remarks}>
          <Trans>All rates are the same.</Trans>
        </p>
      )}
      {lines && lines.length > 0 && (
        <div className={classes.scroll}>
          <table className={classes.compare}>
            <thead>
              <tr>
                <th scope="col">{t`Row`}</th>
                <th scope="col">{t`Column`}</th>
                <th scope="col">{t`Version ${data?.versionNo ?? ''}`}</th>
                <th scope="col">{t`Version ${table.versionNo}`}</th>
                <th scope="col">{t`Change`}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ key, name, column, before, after, change }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  <td>{column}</td>
                  <td>{before}</td>
                  <td>{after}</td>
                  <td>{change}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
