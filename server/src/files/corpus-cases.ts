import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cellOf, workbookOf } from './readers/samples/workbook-of.ts';

/** One file of the corpus, what it is about, and what must come of it. */
export type CorpusCase = {
  file: string;
  /** The name it is uploaded under, where that is another. */
  name?: string;
  about: string;
  /** 'none': no group is chosen at the upload, the file has to say. Otherwise a new group is. */
  group?: 'none';
  /** Files that were uploaded to the group before, in this order. */
  before?: string[];
  /**
   * Cases run in memory unless this says otherwise. 'both': also through the whole server. 'server': only there,
   * because the outcome depends on earlier files, on acknowledgements, or on the group that the file names.
   */
  run?: 'both' | 'server';
  /** The case is also about what its sender is answered. */
  answer?: true;
  expected: CorpusOutcome;
};

/** Only what there is: a file that is refused at the door has no status, one without stops no stops. */
export type CorpusOutcome = {
  /** Why it was not even taken. */
  notTaken?: string;
  status?: string;
  mode?: string;
  /** '2 added, 1 refused'; what is not named is zero. */
  counts?: string;
  /**
   * Covered people whom a full file does not name, or names without a line they have; and what would end, with its last
   * day.
   */
  missing?: number;
  proposed?: string[];
  stops?: string[];
  error?: string;
  /** Record by record: person, field, reason. */
  refused?: string[];
  /** What was repaired or noticed. */
  remarks?: string[];
  /** TA1 and 999 for the sender, of cases that ask for them (`answer`): what they say, without their own envelopes. */
  answered?: string[];
  /** Everybody in the group afterwards, with coverage; an end is a last day. */
  people?: string[];
};

/** Members without coverage hold a file. The corpus approves it, so that a case also shows how they were read. */
export const isApprovedInCorpus = (stops: readonly string[] = []): boolean => stops.join() === 'uncovered_members';

const root = new URL('./corpus/', import.meta.url).pathname;

/** Cases are next to their file: those of `base.edi` in `base.edi.cases.json`. */
const CASES = '.cases.json';

const all = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => path.extname(name) !== '');
/** Each file of the corpus with its folder. */
const places = new Map(
  all.filter((name) => !name.endsWith(CASES)).map((name) => [path.basename(name), path.join(root, name)]),
);

export const corpusFiles = (): string[] => [...places.keys()];

/** Returns every case, in the order of file names. */
export function corpusCases(): CorpusCase[] {
  return all
    .filter((name) => name.endsWith(CASES))
    .toSorted()
    .flatMap((name) => {
      const cases = JSON.parse(readFileSync(path.join(root, name), 'utf8')) as Omit<CorpusCase, 'file'>[];
      return cases.map((one) => ({ ...one, file: path.basename(name, CASES) }));
    });
}

/** The bytes of a corpus file. A workbook is stored as its rows and is packed here. */
export function corpusBytes(file: string): Buffer {
  const place = places.get(file);
  if (place === undefined) throw new Error(`The corpus has no file ${file}`);
  const bytes = readFileSync(place);
  if (!file.endsWith('.rows.json')) return bytes;
  const { rows, date1904 = false } = JSON.parse(bytes.toString('utf8')) as {
    rows: (string | number | { day: number })[][];
    date1904?: boolean;
  };
  const xml = rows
    .map(
      (cells, index) =>
        `<row r="${index + 1}">${cells.map((cell, column) => cellOf(cell, column, index + 1)).join('')}</row>`,
    )
    .join('');
  return workbookOf({ rows: xml, date1904 });
}
