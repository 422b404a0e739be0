import type { ColumnMatch } from '@openbenefits/domain/files/census/headings/census-column';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { WordKind } from '@openbenefits/domain/files/census/mapping';
import type { SettledBy } from '../reader.ts';

type WordOfColumn = {
  text: string;
  rows: number;
  /** Ours for it; null where nobody knows the word. A plan's is not known here. */
  meaning: string | null;
};

export type PeekedColumn = {
  index: number;
  heading: string;
  field: CensusField | null;
  dependent: number;
  /** Beside what the heading says: how else it is understood; such a column has no field of its own. */
  how: ColumnMatch | SettledBy | 'by_place' | 'left_out' | 'unknown';
  /** First values, SSNs but for their last four. */
  samples: string[];
  /** Of a column of words: each word once. */
  kind: WordKind | 'plan' | null;
  words: WordOfColumn[];
};

export type PeekedPerson = {
  line: number;
  name: string;
  facts: { label: string; value: string }[];
  problems: string[];
};

export type PeekedList = {
  /** Where the row of headings stands; null where no row could be one. */
  headingLine: number | null;
  columns: PeekedColumn[];
  /** Headings without which nobody can be read. */
  missing: string[];
  looked: number;
  /** Whether the list goes on after what was looked at. */
  more: boolean;
  people: PeekedPerson[];
  refused: number;
  reasons: { reason: string; people: number }[];
  /** Dates that are days only if the day, or the month, comes first. */
  dates: { dayFirst: number; monthFirst: number };
  /** Whether dates that do not show it were read with the day first, as remembered or as the headings tell. */
  readDayFirst: boolean;
  /** Dates that could be meant the other way, and that are asked about. */
  doubtfulDates: number;
  padded: number;
  /**
   * Those of whom the reader refuses nothing, as JSON with their places among all: what their plans, classes and
   * locations mean is not known here.
   */
  read: string;
};
