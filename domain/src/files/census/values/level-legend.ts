import { fileMessage } from '../../messages/file-message.ts';
import type { Tier } from '../../../coverage/tier.ts';
import type { MappedWord } from '../mapping.ts';
import { readTier } from './cell-values.ts';
import { wordsOf } from '../../../plain-words.ts';
import type { CellValue } from './cell-value.ts';

/**
 * A code, a sign and what it means, up to a comma, a line end or the next code: 1=EE 2=ES, A: Employee + Child(ren).
 */
const PAIR =
  /(?<![\p{L}\p{N}+])(\d{1,2}|\p{L})\s*[=:]\s*(\p{L}.*?)(?=\s*(?:[,;|\n\r]|\.?$|\s(?:\d{1,2}|\p{L})\s*[=:]))/gu;
/** What explains codes is no longer. */
const LONGEST = 300;
const MOST_CELLS = 12;

/** What a file is told of it, once. */
export const LEVEL_LEGEND_READ = fileMessage('tier_legend_read');

/** EE+CH) at the end of what stood in brackets; Child(ren) keeps its own. */
const withoutBracket = (text: string): string => (text.endsWith(')') && !text.includes('(') ? text.slice(0, -1) : text);

/**
 * What a list itself says its codes for coverage levels mean: in a heading (Tier (1=EE 2=ES 3=EC 4=FAM)) or in a note
 * above or below the people. Counts only where the employee alone is among them, and a level that covers more: 1 =
 * Employee may as well explain relationships.
 */
export class LevelLegend {
  readonly #levels = new Map<string, readonly [code: string, said: string, level: Tier]>();

  /** Looks at headings, or a row that is nobody’s; whether it explains codes. */
  take(cells: readonly (CellValue | undefined)[]): boolean {
    if (cells.filter((cell) => cell !== undefined && cell !== '').length > MOST_CELLS) return false;
    let found = false;
    for (const cell of cells) {
      if (typeof cell !== 'string' || cell.length > LONGEST || !/[=:]/.test(cell)) continue;
      for (const [, code = '', said = ''] of cell.matchAll(PAIR)) {
        const text = withoutBracket(said.trim());
        const level = readTier(text);
        if (level === undefined) continue;
        found = true;
        if (!this.#levels.has(wordsOf(code))) this.#levels.set(wordsOf(code), [code, text, level]);
      }
    }
    return found;
  }

  get words(): MappedWord[] {
    const levels = new Set([...this.#levels.values()].map(([, , level]) => level));
    if (!levels.has('EMP') || levels.size < 2) return [];
    return [...this.#levels.values()].map(([code, , level]) => ({ kind: 'tier', word: code, meaning: level }));
  }

  /** A heading that says the same of a row alone. */
  headingOf(heading: string): string {
    return `${heading} (${[...this.#levels.values()].map(([code, said]) => `${code}=${said}`).join(', ')})`;
  }
}
