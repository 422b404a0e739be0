import { missingColumns, type MatchedColumns } from '@openbenefits/domain/files/census/census-columns';
import type { MappedColumn } from '@openbenefits/domain/files/census/census-mapping';
import { Refusal } from '@openbenefits/domain/refusal';
import { canHead, textsOf, understood, type Headings } from './census-headings.ts';
import { READER_LIMITS } from './limits.ts';
import type { TableRow } from './table-row.ts';

/** Looks for the row of headings in the first rows of a list: titles may stand above it. */
export class HeadingSearch {
  private readonly remembered: readonly MappedColumn[];
  private rowsAbove = 0;
  private bytesAbove = 0;
  /** Texts that were compared with headings. */
  compared = 0;
  /** The texts of the row before. */
  private above: string[] | undefined;
  private best: MatchedColumns | undefined;

  constructor(remembered: readonly MappedColumn[]) {
    this.remembered = remembered;
  }

  /** True while headings may still be found in what follows. */
  get looksOn(): boolean {
    return this.rowsAbove < READER_LIMITS.headerRows && this.bytesAbove < READER_LIMITS.headerBytes;
  }

  /** The row as headings; undefined where it is none. */
  in(row: TableRow): Headings | undefined {
    this.rowsAbove++;
    this.bytesAbove += row.raw.length;
    const texts = textsOf(row.cells);
    this.compared += texts.reduce((count, text) => (text === '' ? count : count + 1), 0);
    const headings = understood(texts, this.above, this.remembered);
    this.above = texts;
    const { matched } = headings;
    if (matched.columns.length > (this.best?.columns.length ?? 0)) this.best = matched;
    return canHead(matched) ? headings : undefined;
  }

  /** Refuses the list that had no headings, naming what is missing. */
  refuse(): never {
    const found = this.best?.columns ?? [];
    if (found.length < 2) {
      throw new Refusal(
        'invalid',
        'No row of headings was found. The list needs a row that names its columns, among them First Name and Last Name.',
      );
    }
    const missing = missingColumns(found);
    throw new Refusal(
      'invalid',
      `${missing.length === 1 ? 'The column' : 'The columns'} ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing. Found: ${found.map(({ heading }) => heading).join(', ')}.`,
      missing.map((name) => ({ path: name, message: `The column ${name} is missing` })),
    );
  }
}
