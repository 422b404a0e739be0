import type { FileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import { fieldOfHeading } from '@openbenefits/domain/files/census/headings/field-of-heading';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { headingKey, type MappedColumn } from '@openbenefits/domain/files/census/mapping';
import { wordsOf } from '@openbenefits/domain/plain-words';
import type { DateContext } from '@openbenefits/domain/files/census/values/read-date';
import { unreadColumns } from '../census/unread-columns.ts';
import { READER_LIMITS } from '../limits.ts';
import { isReadByPlace, mayNameLinesThere } from './read-by-place.ts';
import { fieldOfElement } from './person-elements.ts';
import type { NamedField } from './named-field.ts';

/** Names with what stands around them that are remembered while a file is read; a file has a few dozen. */
const MOST_NAMES = 5000;

const BEYOND: NamedField = { index: -1, field: null, dependent: 0, mayNameLines: false };
/** Values of a name that are looked at for what it may tell. */
const MOST_SAMPLES = 20;

/**
 * The names of a document's elements and attributes that hold values, as the columns of a list: in the order in which
 * they come, each once.
 */
export class XmlNames {
  /** Grow as the document is read. */
  readonly headings: string[] = [];
  readonly matched: MatchedColumns = { columns: [], ignored: [], leftOut: [] };
  private readonly remembered: ReadonlyMap<string, MappedColumn>;
  private readonly known = new Map<string, NamedField>();
  private readonly indexes = new Map<string, number>();

  constructor(remembered: readonly MappedColumn[]) {
    this.remembered = new Map(remembered.map((column) => [headingKey(column.heading), column]));
  }

  /** True where somebody has said which elements hold the names of people. */
  get areNamesTold(): boolean {
    return [...this.remembered.values()].some(({ field }) => field === 'lastName' || field === 'fullName');
  }

  of(name: string, around: string): NamedField {
    const key = `${around} ${name}`;
    const known = this.known.get(key);
    if (known) return known;
    const found = this.look(name, around);
    if (this.known.size < MOST_NAMES) this.known.set(key, found);
    return found;
  }

  private look(name: string, around: string): NamedField {
    const tag = wordsOf(name);
    // A list has not so many names: those beyond are not read.
    if (this.headings.length >= READER_LIMITS.columns && !this.indexes.has(tag)) return BEYOND;
    const told = this.remembered.get(headingKey(name));
    const own = told ? undefined : fieldOfElement(tag, around);
    const field = told ? told.field : (own?.field ?? null);
    const dependent = (told ?? own)?.dependent ?? 0;
    const index = this.indexes.get(tag) ?? this.place(tag, name);
    const isSaidElsewhere = field === null && told === undefined && isReadByPlace(tag, around);
    if (!isSaidElsewhere)
      this.note({ index, heading: this.headings[index] ?? name, field, dependent }, told !== undefined, tag);
    const isUnread = field === null && told === undefined && !isSaidElsewhere;
    return {
      index,
      field,
      dependent,
      mayNameLines: told === undefined && mayNameLinesThere(tag, around),
      ...(isUnread && { samples: [] }),
    };
  }

  /** A name that is not known, and whose value shows what it is. */
  take(named: NamedField, field: CensusField): void {
    if (named.isTaken) return;
    named.isTaken = true;
    this.note({ index: named.index, heading: this.headings[named.index] ?? '', field, dependent: 0 }, false, '');
  }

  /** Notes a value that was not read. */
  sample({ samples }: NamedField, text: string): void {
    if (samples && samples.length < MOST_SAMPLES) samples.push(text);
  }

  /** What of names that nobody knows looks as if it told what no other does. */
  unread(dates: DateContext): FileMessage[] {
    const unread = Map.groupBy(
      [...this.known.values()].filter(({ samples = [] }) => samples.length > 0),
      ({ index }) => index,
    );
    const texts = [...unread.keys()].map((index) => this.headings[index] ?? '');
    const values = [...unread.values()].map((names) => names.flatMap(({ samples = [] }) => samples));
    const rows = Array.from({ length: Math.max(0, ...values.map(({ length }) => length)) }, (_, row) => ({
      cells: values.map((samples) => samples[row]),
      line: 0,
      raw: '',
    }));
    return unreadColumns(rows, texts, { ...this.matched, ignored: texts }, dates);
  }

  private place(tag: string, name: string): number {
    this.headings.push(name);
    this.indexes.set(tag, this.headings.length - 1);
    return this.headings.length - 1;
  }

  /** One name may be known in one place and not in another: what is known counts. */
  private note(
    { index, heading, field, dependent }: Omit<CensusColumn, 'how' | 'field'> & { field: CensusField | null },
    isTold: boolean,
    tag: string,
  ): void {
    const { columns, ignored, leftOut } = this.matched;
    const place = ignored.indexOf(heading);
    if (columns.some((column) => column.index === index) || leftOut.includes(heading)) return;
    if (field === null && !isTold) {
      if (place < 0) ignored.push(heading);
      return;
    }
    if (place >= 0) ignored.splice(place, 1);
    if (field === null) leftOut.push(heading);
    else
      columns.push({
        index,
        heading,
        field,
        dependent,
        how: isTold ? 'remembered' : fieldOfHeading(tag)?.field === field ? 'sure' : 'likely',
      });
  }
}
