import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { matchColumns, type MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import { plainHeading } from '@openbenefits/domain/files/census/headings/field-of-heading';
import type { MappedColumn } from '@openbenefits/domain/files/census/mapping';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import { Refusal } from '@openbenefits/domain/refusal';
import { AddedColumns, NONE_ADDED } from './added-headings.ts';
import { canHead, type Headings, textsOf } from './headings.ts';
import { READER_LIMITS } from '../limits.ts';
import type { Mends } from '../mends.ts';
import type { RowWriter, TableRow } from './table-row.ts';

const FEWEST_HEADINGS = 3;
const DIGIT = /\d/;

/**
 * Whether a row may head a table: texts, hardly any of them with a digit. Nearly all rows of people end this at their
 * first number or date.
 */
function mayHead(cells: TableRow['cells']): boolean {
  let filled = 0;
  let withDigits = 0;
  for (const cell of cells) {
    if (cell === undefined || cell === '') continue;
    if (typeof cell !== 'string') return false;
    filled++;
    if (DIGIT.test(cell) && ++withDigits * 4 > cells.length) return false;
  }
  return filled >= FEWEST_HEADINGS && withDigits * 4 <= filled && cells.length <= READER_LIMITS.columns;
}

const OF_A_DEPENDENT = /^\s*(?:dependent|dependant|dep|family member|member)(?:['’]?s)?[\s_-]+(?=\S)/i;
const OF_AN_EMPLOYEE = /^(?:employee|emp|ee|subscriber|worker|policyholder|primary)\b/i;
const isOf = ({ columns }: Pick<MatchedColumns, 'columns'>, field: CensusColumn['field']): boolean =>
  columns.some((column) => column.field === field && column.dependent === 0);

const same = (one: readonly string[], other: readonly string[]): boolean => {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index++)
    if (plainHeading(one[index] ?? '') !== plainHeading(other[index] ?? '')) return false;
  return true;
};

/**
 * A table below: what its own headings mean, in the places that they have among those of the whole list; and all
 * columns of the list so far.
 */
export type TableBelow = {
  headings: Headings;
  all: Pick<MatchedColumns, 'columns' | 'ignored' | 'leftOut'>;
  /** The same columns as above: the list goes on. */
  goesOn: boolean;
};

/**
 * Tables below the first in one sheet, each with a row of headings of its own (Dependents below Employees). The list is
 * read, and given back, as one that has the columns of all: what a table below calls as one above does, or means the
 * same, stands in that column, and what else it has comes behind.
 */
export class TablesBelow {
  readonly #remembered: readonly MappedColumn[];
  readonly #rowOf: RowWriter | undefined;
  #own: string[] = [];
  #all: Pick<MatchedColumns, 'columns' | 'ignored' | 'leftOut'> = { columns: [], ignored: [], leftOut: [] };
  /** The place in the whole list of each column of the table that is read; undefined for the first. */
  #places: number[] | undefined;

  readonly #mends: Mends | undefined;
  readonly added: AddedColumns;
  /** So many columns the first table has. */
  #width = 0;

  constructor(remembered: readonly MappedColumn[], rowOf: RowWriter | undefined, mends: Mends | undefined) {
    this.#remembered = remembered;
    this.#rowOf = rowOf;
    this.#mends = mends;
    this.added = new AddedColumns(mends?.added ?? NONE_ADDED, remembered, rowOf);
  }

  /** The first table begins. `own`: its headings as they were sent. */
  begin(own: readonly string[], { columns, ignored, leftOut }: MatchedColumns): void {
    this.#own = [...own];
    this.#width = own.length;
    this.#all = { columns, ignored, leftOut };
    this.#places = undefined;
  }

  /**
   * Whether the row heads a table below, unmistakably: half of its texts, and among them the names, are headings.
   * `texts`: the headings of the whole list so far.
   */
  in({ cells, line }: TableRow, texts: readonly string[]): TableBelow | 'repeated' | undefined {
    if (!this.#rowOf || !mayHead(cells)) return undefined;
    const own = textsOf(cells);
    if (same(own, this.#own)) return 'repeated';
    const matched = this.#matched(own);
    const isKnown =
      matched.columns.length >= FEWEST_HEADINGS &&
      matched.columns.length * 2 >= own.filter((text) => text.trim() !== '').length;
    // Dependents go by their employee's last name.
    const isOfDependents = isOf(matched, 'relationship') && isOf(matched, 'firstName');
    if (!isKnown && !(canHead(matched) && this.#repeatsName(own, texts))) return undefined;
    if (!isKnown || !(canHead(matched) || isOfDependents))
      throw new Refusal('invalid', fileText('second_headings', { line }));
    return this.#use(own, matched, texts);
  }

  /** Perhaps no more than a title: the name of somebody is never its heading. */
  #repeatsName(own: readonly string[], texts: readonly string[]): boolean {
    return this.#all.columns.some(
      ({ field, index }) => (field === 'lastName' || field === 'fullName') && own.includes(texts[index] ?? ''),
    );
  }

  /**
   * Below employees, a table that tells relationships is of dependents: names and numbers are theirs, and the
   * employee's SSN says to whom they belong.
   */
  #matched(own: readonly string[]): MatchedColumns {
    const told = matchColumns(own, this.#remembered);
    if (!isOf(told, 'relationship') || isOf(this.#all, 'relationship')) return told;
    const plain =
      isOf(told, 'firstName') || isOf(told, 'fullName')
        ? told
        : matchColumns(
            own.map((text) => text.replace(OF_A_DEPENDENT, '')),
            this.#remembered,
          );
    const isLink = ({ field, dependent, heading }: CensusColumn): boolean =>
      field === 'ssn' && dependent === 0 && OF_AN_EMPLOYEE.test(heading.trim());
    return {
      ...plain,
      columns: plain.columns.map((column): CensusColumn =>
        isLink(column) ? { ...column, field: 'subscriberKey' } : column,
      ),
    };
  }

  #use(own: string[], told: MatchedColumns, texts: readonly string[]): TableBelow {
    const whole = [...texts];
    const taken = new Set<number>();
    const { headings: added, at: end } = this.added;
    const matched = added.length === 0 ? told : this.#matched([...own, ...added]);
    // What was added stands behind all that tables below have beyond the first.
    const free = (): number =>
      added.length === 0
        ? -1
        : whole.findIndex((text, at) => at >= this.#width && at < end && text === '' && !taken.has(at));
    const places = [...own, ...added].map((text, index) => {
      const column = matched.columns.find((one) => one.index === index);
      const known =
        column &&
        this.#all.columns.find(
          ({ field, dependent, index: at }) =>
            field === column.field && dependent === column.dependent && !taken.has(at),
        )?.index;
      const named =
        text.trim() === ''
          ? -1
          : texts.findIndex(
              (other, at) =>
                !taken.has(at) &&
                plainHeading(other) === plainHeading(text) &&
                (!column || !this.#all.columns.some((one) => one.index === at)),
            );
      const place = known ?? (named >= 0 ? named : free() >= 0 ? free() : whole.length);
      whole[place] ||= text;
      taken.add(place);
      return place;
    });
    const columns = matched.columns.map((column): CensusColumn => ({
      ...column,
      index: places[column.index] as number,
    }));
    const more = columns.filter(({ index }) => !this.#all.columns.some((one) => one.index === index));
    const goesOn = more.length === 0 && columns.length === this.#all.columns.length;
    this.#all = {
      columns: [...this.#all.columns, ...more],
      ignored: [...new Set([...this.#all.ignored, ...matched.ignored])],
      leftOut: [...new Set([...this.#all.leftOut, ...matched.leftOut])],
    };
    this.#own = own;
    this.#places = places.slice(0, own.length);
    return { headings: { texts: whole, matched: { ...matched, columns } }, all: this.#all, goesOn };
  }

  /**
   * A row of the table that is read, with its cells in their places in the whole list, or as it was mended there.
   * `width`: so many columns the list has.
   */
  placed(row: TableRow, width: number): TableRow {
    const mended = this.#mends?.at(String(row.line), row.line);
    if (mended !== undefined) {
      const cells = (JSON.parse(mended) as (CellValue | null)[]).map((cell) => cell ?? undefined);
      return { cells, line: row.line, raw: this.#rowOf?.(cells) ?? row.raw };
    }
    const places = this.#places;
    if (!places) return this.added.headings.length === 0 ? row : this.added.placed(row);
    const cells: (CellValue | undefined)[] = Array.from({ length: width }, () => '');
    for (const [index, cell] of row.cells.entries()) {
      const place = places[index];
      if (place !== undefined) cells[place] = cell;
      else if (cell !== undefined && cell !== '') cells.push(cell);
    }
    return { ...row, cells, raw: this.#rowOf?.(cells) ?? row.raw };
  }
}
