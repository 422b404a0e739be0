import { type FileMessage, fileMessage, fileText } from '@openbenefits/domain/files/messages/file-message';
import { missingColumns, type MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import { areOfNumbers, mayHoldNames } from '@openbenefits/domain/files/census/headings/numbers-alone';
import { plainHeading } from '@openbenefits/domain/files/census/headings/field-of-heading';
import { inPlainFields } from '@openbenefits/domain/files/census/headings/ultipro-fields';
import type { MappedColumn } from '@openbenefits/domain/files/census/mapping';
import { Refusal } from '@openbenefits/domain/refusal';
import { canHead, textsOf, understood, type Headings } from './headings.ts';
import { READER_LIMITS } from '../limits.ts';
import type { TableRow } from './table-row.ts';

/** Proposed Effective Date: 1/1/2027, Coverage begins January 1, 2027. */
const STARTS = /\beffective\b|\b(?:coverage|benefits?|plan year|policy)\b.{0,20}\b(?:start|begin)/i;
const A_DAY =
  /\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b|\b[A-Za-z]{3,9} \d{1,2},? \d{4}\b|\b4[5-9]\d{3}\b/;
const START_ABOVE = fileMessage('title_date_unused');

/** Looks for the row of headings in the first rows of a list: titles may stand above it. */
export class HeadingSearch {
  private readonly remembered: readonly MappedColumn[];
  private rowsAbove = 0;
  private bytesAbove = 0;
  /** Texts that were compared with headings. */
  compared = 0;
  /** The texts of the row before. */
  private above: string[] | undefined;
  /** The row before the one that was looked at last: a title, where that are headings. */
  rowAbove: TableRow | undefined;
  private last: TableRow | undefined;
  private best: MatchedColumns | undefined;
  private readonly titles: string[] = [];
  /** A row that could head a list of numbers without names, and the rows below it. */
  private ofNumbers: { row: TableRow; headings: Headings; below: TableRow[] } | undefined;

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
    const texts = inPlainFields(textsOf(row.cells), this.remembered);
    this.compared += texts.reduce((count, text) => (text === '' ? count : count + 1), 0);
    const headings = understood(texts, this.above, this.remembered);
    this.above = texts;
    this.rowAbove = this.last;
    this.last = row;
    const { matched } = headings;
    if (!canHead(matched)) this.titles.push(texts.join(' '));
    if (matched.columns.length > (this.best?.columns.length ?? 0)) this.best = matched;
    if (canHead(matched)) return headings;
    if (this.ofNumbers) this.ofNumbers.below.push(row);
    else if (areOfNumbers(matched)) this.ofNumbers = { row, headings, below: [] };
    return undefined;
  }

  /** The headings of a list that tells its people by numbers alone, where no row with names has come. Once. */
  takeOfNumbers(): { row: TableRow; headings: Headings; below: readonly TableRow[] } | undefined {
    const found = this.ofNumbers;
    this.ofNumbers = undefined;
    if (!found) return undefined;
    const { ignored } = found.headings.matched;
    const unread = found.headings.texts.flatMap((text, index) => (ignored.includes(plainHeading(text)) ? [index] : []));
    return unread.some((index) => mayHoldNames(found.below.map(({ cells }) => String(cells[index] ?? '').trim())))
      ? undefined
      : found;
  }

  /**
   * What a title above the headings says of the start of coverage, where no column tells it: in words, so that nobody
   * believes it was read.
   */
  unreadTitles({ columns, planYear }: MatchedColumns): FileMessage[] {
    const isTold =
      planYear !== undefined ||
      columns.some(
        ({ field, dependent }) => dependent === 0 && (/^from(?:\.|$)/.test(field) || field === 'eligibleFrom'),
      );
    return !isTold && this.titles.some((title) => STARTS.test(title) && A_DAY.test(title)) ? [START_ABOVE] : [];
  }

  /** Refuses the list that had no headings, naming what is missing. */
  refuse(): never {
    const found = this.best?.columns ?? [];
    if (found.length < 2) {
      throw new Refusal('invalid', fileText('headings_missing'));
    }
    const missing = missingColumns(found);
    throw new Refusal(
      'invalid',
      fileText('columns_missing', { count: missing.length, missing, found: found.map(({ heading }) => heading) }),
      missing.map((name) => ({ path: name, message: fileText('column_missing', { name }) })),
    );
  }
}
