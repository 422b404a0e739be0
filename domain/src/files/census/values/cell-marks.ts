import { type FileMessage, fileMessage } from '../../messages/file-message.ts';
import type { CellValue } from './cell-value.ts';

/** Boxes and ticks as forms and sheets write them; behind each may stand the sign that asks for its coloured form. */
const TICKED =
  /^(?:[\u2713\u2714\u2611\u221a\u25cf\u25a0\u2705\u{1f5f9}]\ufe0f?|[[(]\s?[\u2713\u2714\u2717\u2718]\s?[\])])$/u;
const EMPTY = /^(?:[\u2610\u25a1\u25a2\u25fb\u2b1c\u274f\u2751]\ufe0f?|\[\s?\])$/u;
const BOXED_CROSS = /^[\u2612\u{1f5f7}]\ufe0f?$/u;
const BARE_CROSS = /^[\u2717\u2718\u2715\u2716\u274c\u274e]\ufe0f?$/u;
/** None of these marks is longer, so most cells are looked at no further. */
const LONGEST = 4;

const isMark = (cell: CellValue, pattern: RegExp): boolean =>
  typeof cell === 'string' && cell !== '' && cell.length <= LONGEST && pattern.test(cell);

/** A tick. A cross is not among them, which is a tick to some and a refusal to others. */
export const isTick = (cell: CellValue): boolean => isMark(cell, TICKED);
/** A box that nobody has ticked. */
export const isEmptyBox = (cell: CellValue): boolean => isMark(cell, EMPTY);

/** As which of the marks that are understood a cross is read. */
const YES = '\u2611';
const NO = '\u2610';

/**
 * What crosses mean in a list, told by the marks beside them: a boxed one beside empty boxes and no tick is the form's
 * tick, one beside ticks is the refusal. Where neither shows it, a cross stays what it is, and is asked.
 */
export class CrossMarks {
  readonly boxed: string | undefined;
  readonly bare: string | undefined;

  constructor(cells: Iterable<CellValue | undefined>) {
    let [hasTicks, hasEmpty, hasBoxed, hasBare] = [false, false, false, false];
    for (const cell of cells) {
      if (typeof cell !== 'string' || cell === '' || cell.length > LONGEST) continue;
      hasTicks ||= isTick(cell);
      hasEmpty ||= isEmptyBox(cell);
      hasBoxed ||= isMark(cell, BOXED_CROSS);
      hasBare ||= isMark(cell, BARE_CROSS);
    }
    this.boxed = !hasBoxed || hasTicks === hasEmpty ? undefined : hasEmpty ? YES : NO;
    this.bare = hasBare && hasTicks ? NO : undefined;
  }

  /** Whether anything is known of them. */
  get areTold(): boolean {
    return this.boxed !== undefined || this.bare !== undefined;
  }

  /** The mark that a cross stands for; the cell as it is where it is none, or nobody knows. */
  read<T extends CellValue | undefined>(cell: T): T | string {
    if (cell === undefined) return cell;
    if (this.boxed !== undefined && isMark(cell, BOXED_CROSS)) return this.boxed;
    return this.bare !== undefined && isMark(cell, BARE_CROSS) ? this.bare : cell;
  }

  /** What a file is told of them. */
  get messages(): FileMessage[] {
    return [
      ...(this.boxed === YES ? [fileMessage('crossed_boxes_yes')] : []),
      ...(this.boxed === NO ? [fileMessage('crossed_boxes_no')] : []),
      ...(this.bare === undefined ? [] : [fileMessage('crosses_no')]),
    ];
  }
}
