import { describe, expect, it } from 'vitest';
import { cellWithQuotes, LooseQuotes, withQuotes } from './csv-quotes.ts';

const marked = (text: string, at = text.length): string => {
  const quotes = new LooseQuotes(',');
  const bytes = Buffer.from(text, 'latin1');
  return [bytes.subarray(0, at), bytes.subarray(at)].map((piece) => quotes.mark(Buffer.from(piece)).toString('latin1')).join('');
};
const MARK = '\u0001';

describe('quotation marks in a list', () => {
  it.each([
    ['inside a cell that begins without one', 'a,5" pipe,b\n', `a,5${MARK} pipe,b\n`],
    ['as a sheet marks a text', 'a,="012",b\n', `a,=${MARK}012${MARK},b\n`],
    ['around cells stay', '"a,""b""",c\n"d"\n', '"a,""b""",c\n"d"\n'],
    ['after a blank stay, for the parser to refuse', 'a, "b"\n', 'a, "b"\n'],
    ['that are never closed stay, with all behind them', 'a,"b,5" c\n', `a,"b,5" c\n`],
  ])('%s', (_, text, expected) => {
    for (let at = 0; at <= text.length; at++) expect(marked(text, at)).toBe(expected);
  });

  it('come back as they were', () => {
    expect(withQuotes(marked('a,5" pipe'))).toBe('a,5" pipe');
    expect(cellWithQuotes(`=${MARK}012${MARK}`)).toBe('012');
    expect(cellWithQuotes('="012"')).toBe('="012"');
  });
});
