import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { settingRows } from '@openbenefits/domain/plans/rate-file-settings';
import {
  cellsOfRows,
  cellText,
  columnLabel,
  GRID_COLUMNS,
  type GridRow,
  rowName,
} from '@openbenefits/domain/plans/rate-row';
import type { TableSettings } from '@openbenefits/domain/plans/table-settings';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import { arrayOf } from '../../db/pg-arrays.ts';

/** Writes the cells of rows that changed, with who entered them; the cells of other rows stay as they are. */
export async function writeCells(
  { tx, actor, now }: Work,
  tableId: string,
  settings: TableSettings,
  before: readonly GridRow[],
  after: readonly GridRow[],
): Promise<void> {
  const keyOf = ({ place, kind }: { place: number; kind: string }): string => `${place} ${kind}`;
  const stored = new Map(cellsOfRows(settings, before).map((cell) => [keyOf(cell), cell]));
  const wanted = cellsOfRows(settings, after);
  const kept = new Set(wanted.map(keyOf));
  const gone = [...stored.values()].filter((cell) => !kept.has(keyOf(cell)));
  if (gone.length > 0)
    await sql`delete from rate_cells c using unnest(${arrayOf(
      'int',
      gone.map(({ place }) => place),
    )}, ${arrayOf(
      'text',
      gone.map(({ kind }) => kind),
    )}) as g(place, kind)
      where c.table_id = ${tableId} and c.place = g.place and c.kind = g.kind`.execute(tx);
  const changed = wanted.filter((cell) => {
    const was = stored.get(keyOf(cell));
    return JSON.stringify(was) !== JSON.stringify(cell);
  });
  if (changed.length === 0) return;
  // A cell whose row got other ages was not entered again: its amount keeps who entered it.
  const entered = changed.map((cell) => {
    const was = stored.get(keyOf(cell));
    return was?.amount !== cell.amount || was.entered !== cell.entered;
  });
  await sql`
    insert into rate_cells as c (table_id, place, kind, age_from, age_to, age_entered, amount, entered, entered_by, entered_by_name, entered_at)
    select ${tableId}, n.place, n.kind, n.age_from, n.age_to, n.age_entered, n.amount, n.entered, ${actor.id}, ${actor.name}, ${now}
    from unnest(${arrayOf(
      'int',
      changed.map(({ place }) => place),
    )}, ${arrayOf(
      'text',
      changed.map(({ kind }) => kind),
    )},
      ${arrayOf(
        'int',
        changed.map(({ ageFrom }) => ageFrom),
      )}, ${arrayOf(
        'int',
        changed.map(({ ageTo }) => ageTo),
      )},
      ${arrayOf(
        'text',
        changed.map(({ ageEntered }) => ageEntered),
      )}, ${arrayOf(
        'bigint',
        changed.map(({ amount }) => amount),
      )},
      ${arrayOf(
        'text',
        changed.map((cell) => cell.entered),
      )}, ${arrayOf('boolean', entered)})
      as n(place, kind, age_from, age_to, age_entered, amount, entered, is_entered)
    on conflict (tenant_id, table_id, place, kind) do update set age_from = excluded.age_from, age_to = excluded.age_to, age_entered = excluded.age_entered,
      amount = excluded.amount, entered = excluded.entered,
      entered_by = case when (c.amount, c.entered) is distinct from (excluded.amount, excluded.entered) then excluded.entered_by else c.entered_by end,
      entered_by_name = case when (c.amount, c.entered) is distinct from (excluded.amount, excluded.entered) then excluded.entered_by_name else c.entered_by_name end,
      entered_at = case when (c.amount, c.entered) is distinct from (excluded.amount, excluded.entered) then excluded.entered_at else c.entered_at end`.execute(
    tx,
  );
}

type Texts = Record<string, string | null>;

const orNothing = (text: string): string | null => (text === '' ? null : text);

/** The cells and settings of a version as the history shows them, by what they are called. */
function textsOf(settings: TableSettings, rows: readonly GridRow[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name = '', text = ''] of settingRows(settings) as string[][]) texts.set(name, text);
  if (settings.method === 'composite') texts.set('Tiers', settings.tiers);
  if (settings.unread) texts.set('Not read', settings.unread.join(' '));
  for (const row of rows)
    for (const column of GRID_COLUMNS[settings.method])
      texts.set(
        column === 'age' ? `Row ${row.place + 1}, Age group` : `${rowName(row)}, ${columnLabel(settings, column)}`,
        cellText(row, column),
      );
  return texts;
}

type Contents = { readonly settings: TableSettings; readonly rows: readonly GridRow[] };

/** Returns what differs between two states of a version, by name, as the history keeps it. */
export function differencesBetween(
  one: Contents | null,
  other: Contents,
): { before: Texts; after: Texts; names: string[] } {
  const [was, is] = [
    one ? textsOf(one.settings, one.rows) : new Map<string, string>(),
    textsOf(other.settings, other.rows),
  ];
  const names = [...new Set([...is.keys(), ...was.keys()])].filter(
    (name) => (was.get(name) ?? '') !== (is.get(name) ?? ''),
  );
  const pick = (texts: ReadonlyMap<string, string>): Texts =>
    Object.fromEntries(names.map((name) => [name, orNothing(texts.get(name) ?? '')]));
  return { before: pick(was), after: pick(is), names };
}

export const periodTexts = ({ from, until }: { from: CalendarDate; until: CalendarDate | null }): Texts => ({
  'Valid from': formatDate(from),
  'Valid until': until === null ? null : formatDate(until),
});
