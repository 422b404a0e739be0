import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import classes from './charts.module.css';

/** A number that links to its rows. */
type Linked = { value: number; to: string };
type Cell = string | number | Linked;
export type ChartTable = { head: readonly string[]; rows: readonly (readonly [string, ...Cell[]])[] };

function CellText({ cell }: { cell: Cell }) {
  if (typeof cell === 'object') return <Link to={cell.to}>{cell.value.toLocaleString('en-US')}</Link>;
  return typeof cell === 'number' ? cell.toLocaleString('en-US') : cell;
}

/** A chart's title, the value at the pointer or arrow keys, and the numbers as a table. */
export function ChartFrame({
  title,
  note,
  reading,
  table,
  children,
}: {
  title: string;
  note?: ReactNode;
  reading?: string | undefined;
  table: ChartTable;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const id = useId();
  return (
    <section className={`panel ${classes.chart}`} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id}>{title}</h3>
        {note && <p>{note}</p>}
        {reading !== undefined && <output>{reading}</output>}
      </div>
      {children}
      <details className={classes.table}>
        <summary>
          <Trans>Show as a table</Trans>
        </summary>
        {/* Scrolls sideways on a phone, by keyboard too. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
        <div role="region" aria-label={t`${title}, as a table`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {table.head.map((cell) => (
                  <th key={cell} scope="col">
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([name, ...cells]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, index) => (
                    <td key={table.head[index + 1]}>
                      <CellText cell={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}
