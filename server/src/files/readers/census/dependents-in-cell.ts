import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { dependentsInCell } from '@openbenefits/domain/files/census/values/dependents-cell';
import { isNothing, isWaived, readYesNo } from '@openbenefits/domain/files/census/values/cell-values';
import { wordsOf } from '@openbenefits/domain/plain-words';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import type { RowWatcher } from '../reader.ts';
import type { RecordSink } from '../record-sink.ts';
import type { Headings } from './headings.ts';
import type { TableRow } from './table-row.ts';

/** Dependents, Covered Dependent Names, Spouse/Children: the whole family; Medical Dependents are those of a line. */
const OF_A_FAMILY =
  /^(?:covered|enrolled|eligible|all|list(?:of)?)?(?:dependents?|deps?|family(?:members?)?|children|kids|spouse(?:s)?(?:and|or)?(?:children|child|kids|deps?|dependents?|family))(?:names?|info(?:rmation)?|details?|list|covered|enrolled)?$/;

/** A column in which each cell names the dependents of its row's employee. */
export type DependentsColumn = { readonly index: number; readonly heading: string };

const DEPENDENTS_READ = fileMessage('dependents_in_cell');
export const dependentsUnread = (heading: string): FileMessage => fileMessage('dependents_column_unread', { heading });

/**
 * The column that names the dependents in one cell, of a list in which nothing else names any. It is no ignored one any
 * more.
 */
export function dependentsColumnIn(
  rows: readonly TableRow[],
  { texts, matched: { columns, ignored } }: Pick<Headings, 'texts' | 'matched'>,
  sink: RecordSink,
  watcher: RowWatcher | undefined,
): DependentsColumn | undefined {
  if (columns.some(({ dependent, field }) => dependent > 0 || field === 'relationship')) return undefined;
  for (const [index, text] of texts.entries()) {
    const heading = text.trim().replace(/\s+/g, ' ');
    if (!ignored.includes(heading) || !OF_A_FAMILY.test(wordsOf(heading))) continue;
    if (!rows.some(({ cells }) => dependentsInCell(cells[index] ?? '') !== undefined)) continue;
    ignored.splice(ignored.indexOf(heading), 1);
    sink.remark('dependents_in_cell', DEPENDENTS_READ);
    sink.facts.columns.push({ heading, field: 'dependent 1: fullName' });
    watcher?.settled(index, 'dependents_in_cell');
    return { index, heading };
  }
  return undefined;
}

/**
 * Puts the dependents of the cell beside the row's own person; false where the cell may name somebody and says not of
 * each who it is.
 */
export function takeDependents(
  { index }: DependentsColumn,
  { cells }: TableRow,
  persons: Map<number, Map<CensusField, CellValue>>,
): boolean {
  const cell = cells[index];
  if (
    typeof cell !== 'string' ||
    isNothing(cell) ||
    isWaived(cell) ||
    readYesNo(cell) !== undefined ||
    !/\p{L}{2}/u.test(cell)
  )
    return true;
  const people = dependentsInCell(cell);
  for (const [place, one] of (people ?? []).entries()) persons.set(place + 1, one);
  return people !== undefined;
}
