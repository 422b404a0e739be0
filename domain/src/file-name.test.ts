import { expect, it } from 'vitest';
import { shownFileName } from './file-name.ts';

/** Every mark of direction, signs without width, line ends and half of a surrogate pair. */
const UNSEEN =
  '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u200b\u00ad\u2060\ufeff\u2028\u2029\0\r\n\u0085\ud800';

it('shows a name without signs that nobody sees', () => {
  expect(shownFileName(`pay${UNSEEN}fdp.exe`)).toBe('payfdp.exe');
  expect(shownFileName('Übersicht 2027 – 保険 📄.pdf')).toBe('Übersicht 2027 – 保険 📄.pdf');
});
