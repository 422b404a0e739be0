import type { AchAddenda } from './ach-file.ts';

const WIDTH = 80;

/** An 820 as the addenda of a CTX entry: one text without line ends, cut into records of 80 characters. */
export const addendaOf820 = (text: string): AchAddenda[] =>
  (text.replaceAll(/\r?\n/g, '').match(/.{1,80}/g) ?? []).map((part) => ({ kind: 'text', text: part }));

/** The 820 of the addenda of a CTX entry. Blanks at the end of a record belong to the text. */
export const textOfAddenda = (addenda: readonly AchAddenda[]): string =>
  addenda
    .map((one) => (one.kind === 'text' ? one.text.padEnd(WIDTH) : ''))
    .join('')
    .trimEnd();
