import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { LEVEL_LEGEND_READ, LevelLegend } from '@openbenefits/domain/files/census/values/level-legend';
import { RelationshipLegend } from '@openbenefits/domain/files/census/values/relationship-legend';
import type { MappedWord } from '@openbenefits/domain/files/census/mapping';
import type { Headings } from './headings.ts';
import type { RecordSink } from '../record-sink.ts';
import type { TableRow } from './table-row.ts';

const isOfLevel = (field: string): boolean => field === 'tier' || field.startsWith('tier.');

/** A note on codes fills few cells. */
const NOTE_CELLS = 4;

/**
 * What a list says itself its codes for relationships and levels mean: in a heading, above the people or below the
 * first of them.
 */
export class Legends {
  readonly kinds = new RelationshipLegend();
  private readonly levels = new LevelLegend();

  /** Looks at a row that is nobody's; whether it explains codes. */
  take(cells: TableRow['cells']): boolean {
    const isOfKinds = this.kinds.take(cells);
    return this.levels.take(cells) || isOfKinds;
  }

  /** Looks at the headings and the first rows; the words that are explained, and the rows that do. */
  read(
    rows: readonly TableRow[],
    { texts, matched }: Headings,
    sink: RecordSink,
  ): { words: readonly MappedWord[]; notes: ReadonlySet<TableRow> } {
    this.kinds.take(texts.filter((text) => text.includes('=')));
    this.levels.take(matched.columns.flatMap(({ index, field }) => (isOfLevel(field) ? (texts[index] ?? '') : [])));
    const notes = new Set(
      rows.filter(
        ({ cells }) =>
          cells.filter((cell) => cell !== undefined && cell !== '').length <= NOTE_CELLS && this.take(cells),
      ),
    );
    const words = [...this.kinds.words, ...this.levels.words];
    if (words.length === 0) return { words, notes: new Set() };
    if (this.kinds.words.length > 0) sink.remark('legend_read', fileMessage('relationship_legend_read'));
    if (this.levels.words.length > 0) sink.remark('level_legend_read', LEVEL_LEGEND_READ);
    return { words, notes };
  }

  /** Headings of levels that say what the codes below them mean, as a note of the list does. */
  headingsOfLevels({ texts, matched }: Headings): (readonly [number, string])[] {
    if (this.levels.words.length === 0) return [];
    return matched.columns.flatMap(({ index, field }) => {
      const text = texts[index] ?? '';
      return isOfLevel(field) && !/[=:]/.test(text) ? [[index, this.levels.headingOf(text)] as const] : [];
    });
  }
}
