import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINE_LABEL } from '@openbenefits/domain/coverage-line';
import { matchColumns, missingColumns, type MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { GenderWords } from '@openbenefits/domain/files/census/values/genders';
import { KindWords, legendOf } from '@openbenefits/domain/files/census/values/kinds';
import {
  mappingKey,
  WordBook,
  type MappedWord,
  type SenderMapping,
  type WordKind,
} from '@openbenefits/domain/files/census/mapping';
import {
  isWaived,
  readAction,
  readGender,
  readRelationship,
  readTier,
  readYesNo,
} from '@openbenefits/domain/files/census/values/cell-values';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import { isChanged, isKept } from '@openbenefits/domain/files/census/values/kept-words';
import { doubtfulOrder } from '@openbenefits/domain/files/census/values/date-order';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { fieldLabel } from '@openbenefits/domain/files/field-label';
import { GENDER_MEANING_LABEL } from '@openbenefits/domain/files/word-labels';
import { RELATIONSHIP_LABEL } from '@openbenefits/domain/relationship';
import { Refusal } from '@openbenefits/domain/refusal';
import type { TableRow } from './table-row.ts';
import { READERS } from '../index.ts';
import { READER_LIMITS } from '../limits.ts';
import { maskSsns } from '../mask-ssns.ts';
import type { PeekTask } from '../reader-messages.ts';
import type { RowWatcher, SettledBy } from '../reader.ts';
import { HopelessList, RecordSink, type Send } from '../record-sink.ts';
import { planBookOf } from './same-person-twice.ts';
import { sniff } from '../sniff.ts';
import { NobodyFound } from '../xml/xml.ts';
import { maskPersonal, maskQuoted } from '@openbenefits/domain/files/masked-text';
import type { PeekedColumn, PeekedPerson, PeekedList } from './peeked-list.ts';

/** How much of a list a look takes in. */
const PEEK = {
  people: 5000,
  shownPeople: 8,
  samples: 4,
  sampleLength: 200,
  values: 40,
  rowsBeforeHeadings: READER_LIMITS.headerRows,
} as const;

const KINDS: Readonly<Partial<Record<CensusField, WordKind>>> = {
  relationship: 'relationship',
  gender: 'gender',
  tier: 'tier',
  action: 'action',
  cobra: 'yes_no',
  handicapped: 'yes_no',
};
const READ: Readonly<Record<WordKind, (cell: CellValue) => string | undefined>> = {
  relationship: readRelationship,
  gender: readGender,
  tier: readTier,
  action: readAction,
  yes_no: (cell) => ({ true: 'yes', false: 'no' })[String(readYesNo(cell))],
  waiver: (cell) => (isWaived(cell) ? 'none' : undefined),
};

const kindOf = (field: CensusField): WordKind | 'plan' | null =>
  KINDS[field] ??
  (/^(?:waived|enrolled)\b/.test(field)
    ? 'yes_no'
    : field.startsWith('plan.')
      ? 'plan'
      : field.startsWith('tier.')
        ? 'tier'
        : null);

class Enough extends Error {}

/** How many reasons are told, the most frequent first. */
export const PEEKED_REASONS = 10;

const textOf = (cell: CellValue | undefined): string => (cell === undefined ? '' : String(cell).trim());

/** Collects the rows of a list while its reader goes over them. */
class ListWatcher implements RowWatcher {
  readonly people: PeekedPerson[] = [];
  readonly reasons = new Map<string, number>();
  readonly read: { place: number; record: EnrollmentRecord }[] = [];
  private looked = 0;
  readonly dates = { dayFirst: 0, monthFirst: 0 };
  refused = 0;
  padded = 0;
  heading: { row: TableRow; matched: MatchedColumns } | undefined;
  private readonly above: TableRow[] = [];
  private readonly samples: string[][] = [];
  private readonly values: Map<string, { text: string; rows: number }>[] = [];
  private readonly settledBy = new Map<number, SettledBy>();
  private readonly mapping: SenderMapping;
  private explained: readonly MappedWord[] = [];

  constructor(mapping: SenderMapping) {
    this.mapping = mapping;
  }

  row(row: TableRow): void {
    if (!this.heading) {
      if (this.above.length < PEEK.rowsBeforeHeadings) this.above.push(row);
    } else this.count(row);
  }

  headings(row: TableRow, matched: MatchedColumns): void {
    this.heading = { row, matched };
    this.settledBy.clear();
    this.samples.length = 0;
    this.values.length = 0;
  }

  widened(row: TableRow, matched: MatchedColumns): void {
    this.heading = { row: { ...row, line: this.heading?.row.line ?? row.line }, matched };
  }

  legend(words: readonly MappedWord[]): void {
    this.explained = words;
  }

  settled(index: number, by: SettledBy): void {
    this.settledBy.set(index, by);
  }

  /** Where no row has the headings that a list needs, the one that looks most like it, and the rows under it. */
  takeLikeliest(): void {
    if (this.heading) return;
    const texts = (row: TableRow): string[] => row.cells.map(textOf);
    const score = (row: TableRow): number =>
      matchColumns(texts(row), this.mapping.columns).columns.length * 100 +
      new Set(texts(row).filter((text) => /\p{L}/u.test(text) && !/\d{3}/.test(text))).size;
    const best = this.above.reduce<TableRow | undefined>(
      (so, row) => (so === undefined || score(row) > score(so) ? row : so),
      undefined,
    );
    if (!best || score(best) < 2) return;
    this.headings(best, matchColumns(texts(best), this.mapping.columns));
    for (const row of this.above.slice(this.above.indexOf(best) + 1)) this.count(row);
  }

  private count(row: TableRow): void {
    for (const [index, cell] of row.cells.entries()) this.cell(index, textOf(cell));
  }

  cell(index: number, text: string): void {
    if (text !== '' && index >= 0 && index < READER_LIMITS.columns) {
      const samples = (this.samples[index] ??= []);
      if (samples.length < PEEK.samples && !samples.includes(text)) samples.push(text.slice(0, PEEK.sampleLength));
      const values = (this.values[index] ??= new Map());
      const key = mappingKey(text);
      const known = values.get(key);
      if (known) known.rows++;
      else if (values.size <= PEEK.values) values.set(key, { text: text.slice(0, 100), rows: 1 });
      const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{2}|\d{4})$/.exec(text);
      if (parts && Number(parts[1]) > 12 && Number(parts[2]) <= 12) this.dates.dayFirst++;
      if (parts && Number(parts[2]) > 12 && Number(parts[1]) <= 12) this.dates.monthFirst++;
    }
  }

  take(records: readonly EnrollmentRecord[]): void {
    for (const record of records) {
      if (this.people.length < PEEK.shownPeople) this.people.push(personOf(record));
      if (record.problems.length > 0) this.refused++;
      else this.read.push({ place: this.looked, record });
      this.looked++;
      for (const { message } of record.problems)
        this.reasons.set(maskQuoted(message), (this.reasons.get(maskQuoted(message)) ?? 0) + 1);
      if (record.warnings.some(({ code }) => code === 'ssn_padded' || code === 'zip_padded')) this.padded++;
    }
  }

  /** `isXml`: a name that no field has may be read by where it stands, and nobody ignores it. */
  columns(isXml: boolean): PeekedColumn[] {
    const { heading } = this;
    if (!heading) return [];
    const words = new WordBook([...this.explained, ...this.mapping.words]);
    const leftOut = new Set(heading.matched.leftOut);
    const found = new Map(heading.matched.columns.map((column) => [column.index, column]));
    const ofGender = heading.matched.columns.filter(({ field }) => field === 'gender');
    const genders = new GenderWords(
      ofGender.map((column) => column.heading),
      ofGender.flatMap(({ index }) => [...(this.values[index]?.keys() ?? [])]),
      words,
    );
    return heading.row.cells.flatMap((cell, index): PeekedColumn[] => {
      const text = textOf(cell).replace(/\s+/g, ' ');
      if (text === '') return [];
      const settled = this.settledBy.get(index);
      const column = settled ? undefined : found.get(index);
      const kind = column ? kindOf(column.field) : null;
      const seen = [...(this.values[index]?.values() ?? [])];
      const isFew = seen.length <= PEEK.values;
      const kinds =
        kind === 'relationship' && (column?.dependent ?? 0) === 0
          ? new KindWords([...seen.map(({ text }) => text), ...legendOf(text)], words)
          : undefined;
      const reads: WordKind = kind === 'plan' || kind === null ? 'waiver' : kind;
      const decided = kinds ?? (kind === 'gender' ? genders : undefined);
      const meaningOf = (word: string): string | undefined =>
        decided ? decided.of(word) : (words.meaning(reads, word) ?? READ[reads](word));
      return [
        {
          index,
          heading: maskPersonal(text).slice(0, 200),
          field: column?.field ?? null,
          dependent: column?.dependent ?? 0,
          how:
            settled ??
            column?.how ??
            (leftOut.has(text)
              ? 'left_out'
              : isXml && !heading.matched.ignored.includes(text)
                ? 'by_place'
                : 'unknown'),
          samples: (this.samples[index] ?? []).map((sample) =>
            maskSsns(sample, column?.field === 'ssn' || column?.field === 'subscriberKey'),
          ),
          kind,
          words:
            kind !== null && isFew
              ? seen
                  .filter(({ text }) => !((kind === 'plan' || kind === 'tier') && (isKept(text) || isChanged(text))))
                  .map((one) => ({ ...one, meaning: meaningOf(one.text) ?? null }))
              : [],
        },
      ];
    });
  }
}

const SHOWN = [
  'employeeId',
  'classKey',
  'locationKey',
  'jobTitle',
  'department',
  'email',
  'phone',
  'city',
  'state',
  'zip',
] as const;
const DATES = ['dateOfBirth', 'hireDate', 'terminationDate'] as const;

function personOf(record: EnrollmentRecord): PeekedPerson {
  const facts = SHOWN.flatMap((field) =>
    record[field] === undefined ? [] : [{ label: fieldLabel(field), value: record[field].slice(0, 100) }],
  );
  if (record.gender) facts.unshift({ label: fieldLabel('gender'), value: GENDER_MEANING_LABEL[record.gender] });
  if (!record.problems.some(({ field }) => field === 'relationship'))
    facts.unshift({ label: fieldLabel('relationship'), value: RELATIONSHIP_LABEL[record.relationship] });
  if (record.ssn) facts.unshift({ label: fieldLabel('ssn'), value: maskSsns(record.ssn, true) });
  for (const field of DATES)
    if (record[field]) facts.push({ label: fieldLabel(field), value: formatDate(record[field]) });
  for (const coverage of record.coverages) {
    const from = coverage.from ? `from ${formatDate(coverage.from)}` : undefined;
    const what =
      coverage.action === 'waive'
        ? ['Waived', coverage.planKey?.slice(0, 60)]
        : [coverage.planKey?.slice(0, 60), coverage.tier];
    facts.push({ label: COVERAGE_LINE_LABEL[coverage.line], value: [...what, from].filter(Boolean).join(', ') });
  }
  return {
    line: record.line,
    name: [record.firstName, record.lastName].filter(Boolean).join(' ').slice(0, 100),
    facts,
    problems: record.problems.map(({ message }) => maskQuoted(message)),
  };
}

/**
 * Looks at the columns of a list and at its first people, as the mapping makes them. Throws a Refusal for what is no
 * list.
 */
export async function peekAtList(task: PeekTask): Promise<PeekedList> {
  const { format, sizeBytes } = sniff(task.path, task.fileName, task.format);
  if (format === 'edi834') throw new Refusal('state', fileText('columns_only_of_census'));
  const watcher = new ListWatcher(task.mapping);
  let looked = 0;
  let more = false;
  const keep: Send = (records) => {
    looked += records.length;
    watcher.take(records);
    if (looked >= PEEK.people) throw new Enough();
    return Promise.resolve();
  };
  const sink = new RecordSink(format, task.today, keep, undefined, task.mapping.words, planBookOf(task.planLines));
  try {
    await READERS[format](
      { path: task.path, format, sizeBytes, today: task.today, mapping: task.mapping, watcher },
      sink,
    );
    await sink.flush(true);
  } catch (error) {
    more = error instanceof Enough || error instanceof HopelessList;
    watcher.takeLikeliest();
    // A list that lacks headings is what a look is for; any other refusal holds for it as well.
    const isOfList =
      format === 'xml'
        ? error instanceof NobodyFound
        : error instanceof Refusal && watcher.heading !== undefined && looked === 0;
    if (!more && !isOfList) throw error;
  }
  const readDayFirst = sink.facts.dayFirst ?? task.mapping.dayFirst ?? false;
  const reasons = [...watcher.reasons]
    .map(([reason, people]) => ({ reason, people }))
    .toSorted((a, b) => b.people - a.people);
  return {
    headingLine: watcher.heading?.row.line ?? null,
    columns: watcher.columns(format === 'xml'),
    // Of a list that tells its people by numbers alone none is missing.
    missing: looked > 0 ? [] : missingColumns(watcher.heading?.matched.columns ?? []),
    looked,
    more,
    people: watcher.people,
    refused: watcher.refused,
    reasons: reasons.slice(0, PEEKED_REASONS),
    read: JSON.stringify(watcher.read),
    dates: watcher.dates,
    readDayFirst,
    doubtfulDates: sink.facts.dates ? (doubtfulOrder(sink.facts.dates, readDayFirst)?.doubtful ?? 0) : 0,
    padded: watcher.padded,
  };
}
