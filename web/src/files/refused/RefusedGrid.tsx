import type { FileJob } from '@openbenefits/contract/files';
import type { RefusedRow } from '@openbenefits/contract/refused-rows';
import { isWhereFilled, mayBeOfMany, plainlyCalled } from '@openbenefits/domain/files/census/headings/added-columns';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { api, orpc } from '../../api.ts';
import { newKey } from '../../idempotency.ts';
import { useWhyNot } from '../../session.ts';
import { Button, TextButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { toastError } from '../../ui/toasts.ts';
import { words } from '../../words.ts';
import { AddColumn } from './AddColumn.tsx';
import { type Chosen, FindSubscriber } from './FindSubscriber.tsx';
import { GridCell } from './GridCell.tsx';
import { ROLE } from '../../ui/table-roles.ts';
import { asSentence } from '../as-sentence.ts';
import { useCards } from './use-cards.ts';
import { useShownColumns } from './use-shown-columns.ts';
import classes from './RefusedGrid.module.css';

type GridColumn = { heading: string; field: string | null };
type Edit = { row: RefusedRow; column: number; text: string; subscriber?: Chosen; alike?: string };
/** The same change for other rows, offered after an edit. */
type Offer = { edit: Edit; rows: number };

const isSameCell = (a: Edit, b: Edit): boolean => a.row.recordNo === b.row.recordNo && a.column === b.column;

/** Moves to the cell above or below, as in a spreadsheet. */
function step(event: KeyboardEvent<HTMLTableElement>): void {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || !['ArrowUp', 'ArrowDown', 'Enter'].includes(event.key)) return;
  const row = target.closest('tr');
  const { column } = target.dataset;
  const rows = [...event.currentTarget.querySelectorAll<HTMLTableRowElement>('tbody tr[data-row]')];
  const next = row ? rows[rows.indexOf(row) + (event.key === 'ArrowUp' ? -1 : 1)] : undefined;
  event.preventDefault();
  if (next) next.querySelector<HTMLInputElement>(`input[data-column="${column}"]`)?.focus();
  else {
    // Below the last row there is none: what was typed counts, and the keyboard stays where it was.
    target.blur();
    target.focus();
  }
}

/** What a column stands for, below its title where that is not the same. */
function FieldName({ title, children }: { title: string; children: string }) {
  return title.toLowerCase() !== children.toLowerCase() && <small>{children}</small>;
}

/**
 * A row for each refused row of the file, a field for each of its cells; what is wrong is marked and checked again
 * after each change.
 */
export function RefusedGrid({
  job,
  columns,
  rows,
  opensAt,
  adds,
  onAdded,
}: {
  job: FileJob;
  columns: readonly GridColumn[];
  rows: readonly RefusedRow[];
  /** The record whose first wrong cell has the focus to begin with. */
  opensAt: number | undefined;
  /** The heading of a column that is offered to begin with. */
  adds: string | undefined;
  /** It was added, or not wanted. */
  onAdded: () => void;
}) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [asked, ask] = useState<{ row: RefusedRow; column: number } | null>(null);
  const grid = useRef<HTMLTableElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const wrong = `tr[data-row="${opensAt}"] input[aria-invalid]`;
    // Where the list has no column for it, the column comes first.
    const missing = `tr[data-row="${opensAt}"] + tr button`;
    if (opensAt !== undefined)
      (grid.current?.querySelector<HTMLElement>(wrong) ?? grid.current?.querySelector<HTMLElement>(missing))?.focus();
  }, [opensAt]);
  // What could not be saved, because the session had ended or the server was away, stays in its field.
  const [unsaved, setUnsaved] = useState<readonly Edit[]>([]);
  const [offered, setOffered] = useState<{ recordNo: number; offer: Offer } | null>(null);
  const role = useWhyNot('files.process');
  const mayNot = role ?? (job.resentAs === null ? undefined : t`These rows were sent again already.`);
  const { group } = job;
  const { shown, isWide, mayCut, all, showAll } = useShownColumns(columns, rows);
  const cells = shown.flatMap((index) => (columns[index] ? [[index, columns[index]] as const] : []));
  const isCards = useCards(frame, cells.length);
  const isEdi = job.format === 'edi834';
  // Columns are called as the file calls them; the places of an 834 are no names for people.
  const titleOf = ({ heading, field }: GridColumn, index: number): string =>
    (isEdi && field ? words(field) : plainlyCalled(heading)) || t`Column ${index + 1}`;
  const nameOf = (column: GridColumn, index: number, { line, person }: RefusedRow): string => {
    const name = titleOf(column, index);
    // A line of XML may hold many people, and coverages have the same fields.
    if (job.format === 'xml') return `${name}, ${person}`;
    return isEdi ? `${name} (${column.heading}), ${person}` : t`${name}, line ${line}`;
  };
  const lookAgain = () =>
    Promise.all(
      [orpc.files.refusedRows.key(), orpc.files.job.key()].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  const focusOn = (recordNo: number | undefined, column: number): void =>
    grid.current?.querySelector<HTMLInputElement>(`tr[data-row="${recordNo}"] input[data-column="${column}"]`)?.focus();
  const mayHaveMore = job.format === 'csv' || job.format === 'xlsx';
  const [isAdding, openAdding] = useState(adds !== undefined);
  const add = useMutation({
    mutationFn: ({ heading }: { heading: string; recordNo: number | undefined }) =>
      api.files.addColumn({ id: job.id, heading, idempotencyKey: newKey() }),
    onSuccess: async ({ column }, { recordNo }) => {
      await lookAgain();
      closeAdding();
      // Once the dialog has given back what it took.
      setTimeout(() => focusOn(recordNo, column));
    },
    onError: (error) => (isAdding ? undefined : toastError(error)),
  });
  const closeAdding = (): void => {
    openAdding(false);
    add.reset();
    onAdded();
  };
  const mend = useMutation({
    mutationFn: ({ row, column, text, subscriber, alike }: Edit) =>
      api.files.mendRow({
        id: job.id,
        recordNo: row.recordNo,
        column,
        text,
        ...(subscriber !== undefined && { subscriber }),
        ...(alike !== undefined && { alike }),
        idempotencyKey: newKey(),
      }),
    onSuccess: ({ alike }, edit) => {
      const { row, column } = edit;
      ask(null);
      const was = row.cells[column] ?? '';
      // A text that is hidden in part cannot be told from others.
      const isSame = was !== '' || mayBeOfMany(columns[column] ?? { heading: '' });
      const isTold =
        edit.alike === undefined && edit.subscriber === undefined && isSame && !row.hidden.includes(column);
      setOffered(
        alike > 0 && isTold ? { recordNo: row.recordNo, offer: { edit: { ...edit, alike: was }, rows: alike } } : null,
      );
      return lookAgain().then(() => {
        // The button that opened the dialog is gone with what was wrong.
        if (edit.subscriber !== undefined) focusOn(row.recordNo, column);
      });
    },
    onMutate: (edit) => setUnsaved((before) => before.filter((one) => !isSameCell(one, edit))),
    onError: (error, edit) => {
      if (edit.subscriber === undefined && edit.alike === undefined) setUnsaved((before) => [...before, edit]);
      toastError(error);
    },
  });
  return (
    <section aria-label={t`Rejected rows`}>
      <LeaveGuard unsaved={() => unsaved.length > 0}>
        <Trans>Some entries could not be saved.</Trans>
      </LeaveGuard>
      {(mayCut || mayHaveMore) && (
        <div className={classes.columns}>
          <p>
            {!mayCut ? null : all ? (
              <Trans>All columns of the file.</Trans>
            ) : (
              <Trans>The columns to fix, and the person.</Trans>
            )}
          </p>
          {mayCut && (
            <TextButton aria-expanded={all} onClick={() => showAll(!all)}>
              {all ? t`Show only what needs fixing` : t`Show all ${columns.length} columns`}
            </TextButton>
          )}
          {mayHaveMore && (
            <TextButton disabledReason={mayNot} onClick={() => openAdding(true)}>
              <Trans>Add a column…</Trans>
            </TextButton>
          )}
        </div>
      )}
      <div ref={frame} className={classes.frame} data-cards={isCards || undefined}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between its fields, as in a spreadsheet */}
        <table {...ROLE.table} ref={grid} className={classes.grid} onKeyDown={step}>
          <thead {...ROLE.group}>
            <tr {...ROLE.row}>
              <th {...ROLE.header} scope="col" className={classes.line}>
                {isEdi ? t`Segment` : t`Line`}
              </th>
              {cells.map(([index, column]) => (
                <th {...ROLE.header} scope="col" key={index}>
                  {titleOf(column, index)}
                  <FieldName title={titleOf(column, index)}>
                    {isEdi
                      ? column.heading
                      : isWhereFilled(column)
                        ? t`added here`
                        : column.field
                          ? words(column.field)
                          : t`not read`}
                  </FieldName>
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...ROLE.group}>
            {rows.map((row, place) => {
              const offer = offered?.recordNo === row.recordNo ? offered.offer : null;
              const { family } = row;
              const reasonId = `reason-${row.recordNo}`;
              return [
                <tr
                  {...ROLE.row}
                  key={row.recordNo}
                  data-row={row.recordNo}
                  data-done={row.problems.length === 0 || undefined}
                  style={{ order: place * 2 + 1 }}
                >
                  <th scope="row" rowSpan={2} className={`${classes.line} num`}>
                    {row.line}
                  </th>
                  {cells.map(([index, column]) => (
                    <td {...ROLE.cell} key={index} data-heading={titleOf(column, index)}>
                      <GridCell
                        label={nameOf(column, index, row)}
                        column={index}
                        text={row.cells[index] ?? ''}
                        wrong={row.wrong.includes(index)}
                        describedBy={reasonId}
                        lockedReason={mayNot}
                        onTakeBack={() =>
                          setUnsaved((before) =>
                            before.filter((one) => one.row.recordNo !== row.recordNo || one.column !== index),
                          )
                        }
                        onChange={(text) =>
                          mend.mutateAsync({ row, column: index, text }).then(
                            () => true,
                            () => false,
                          )
                        }
                      />
                    </td>
                  ))}
                </tr>,
                <tr
                  {...ROLE.row}
                  key={`${row.recordNo} reason`}
                  className={classes.reason}
                  style={{ order: place * 2 }}
                >
                  <td
                    {...ROLE.cell}
                    data-heading={job.format === 'xml' || isEdi ? row.person : t`Line ${row.line}`}
                    colSpan={cells.length}
                  >
                    <div id={reasonId} aria-live="polite">
                      {/* Names may be out of sight where others are mended; this line stays in sight. */}
                      {isWide && <p className={classes.who}>{row.person}</p>}
                      {row.problems.length === 0 ? (
                        <p className={classes.good}>
                          <Icon of={IconCircleCheck} size={14} />
                          <Trans>This row has no problems left.</Trans>
                        </p>
                      ) : (
                        row.problems.map((problem) => <p key={problem}>{asSentence(problem)}</p>)
                      )}
                      {unsaved
                        .filter((one) => one.row.recordNo === row.recordNo)
                        .map((one) => {
                          const column = columns[one.column];
                          const title = column ? titleOf(column, one.column) : '';
                          return (
                            <p
                              key={one.column}
                            >{t`${title} was not saved. Select the field and leave it to save it.`}</p>
                          );
                        })}
                      {family !== null && group && mayNot === undefined && (
                        <Button
                          size="small"
                          aria-label={`${t`Find subscriber…`} ${row.person}`}
                          onClick={() => ask({ row, column: family })}
                        >
                          <Trans>Find subscriber…</Trans>
                        </Button>
                      )}
                      {mayNot === undefined &&
                        row.missing.map((heading) => (
                          <Button
                            key={heading}
                            size="small"
                            busy={add.isPending}
                            aria-label={`${t`Add the column ${heading}`} ${row.person}`}
                            onClick={() => add.mutate({ heading, recordNo: row.recordNo })}
                          >
                            {t`Add the column ${heading}`}
                          </Button>
                        ))}
                      {offer && (
                        <Button size="small" busy={mend.isPending} onClick={() => mend.mutate(offer.edit)}>
                          {offer.edit.alike === ''
                            ? plural(offer.rows, {
                                one: `Also fill in # other empty row`,
                                other: `Also fill in # other empty rows`,
                              })
                            : plural(offer.rows, {
                                one: `Also change # other row with the same text`,
                                other: `Also change # other rows with the same text`,
                              })}
                        </Button>
                      )}
                    </div>
                  </td>
                </tr>,
              ];
            })}
          </tbody>
        </table>
      </div>
      {isAdding && mayNot === undefined && (
        <AddColumn
          job={job}
          heading={adds ?? ''}
          wanted={[...new Set(rows.flatMap(({ missing }) => missing))]}
          busy={add.isPending}
          error={add.error}
          onAdd={(heading) => add.mutate({ heading, recordNo: rows[0]?.recordNo })}
          onClose={closeAdding}
        />
      )}
      {asked && group && (
        <FindSubscriber
          person={asked.row.person}
          job={job}
          groupName={group.name}
          busy={mend.isPending}
          onPick={(subscriber) => mend.mutate({ ...asked, text: '', subscriber })}
          onClose={() => ask(null)}
        />
      )}
    </section>
  );
}
