import { describe, expect, it } from 'vitest';
import { escapesQuotes, LooseQuotes, withQuotes } from './quotes.ts';

const marked = (text: string, at = text.length): string => {
  const quotes = new LooseQuotes(',', escapesQuotes(text));
  const bytes = Buffer.from(text, 'latin1');
  return [bytes.subarray(0, at), bytes.subarray(at)]
    .map((piece, index) => quotes.mark(Buffer.from(piece), index === 1).toString('latin1'))
    .join('');
};
const MARK = '\u0001';

describe('quotation marks in a list', () => {
  it.each([
    ['inside a cell that begins without one', 'a,5" pipe,b\n', `a,5${MARK} pipe,b\n`],
    ['as a sheet marks a text', 'a,="012",b\n', `a,=${MARK}012${MARK},b\n`],
    ['around cells stay', '"a,""b""",c\n"d"\n', '"a,""b""",c\n"d"\n'],
    ['after a blank stay, for the parser to refuse', 'a, "b"\n', 'a, "b"\n'],
    ['that are never closed stay, with all behind them', 'a,"b,5" c\n', `a,"b,5" c\n`],
    ['alone under a value', 'a,b,c\n1,",3\n', `a,b,c\n1,${MARK},3\n`],
    [
      'alone several times in a row, and at its end',
      'a,b,c\n","," \n"x, y",2,"\n',
      `a,b,c\n${MARK},${MARK},${MARK} \n"x, y",2,${MARK}\n`,
    ],
    [
      'around a cell that begins with a separator or a line end',
      'a,", Jr.",c\n1,"\nx, y",3\n',
      'a,", Jr.",c\n1,"\nx, y",3\n',
    ],
    ['behind a backslash', '"Bob \\"Bo\\" Hill",2\n"C:\\\\",3\n', `"Bob \\${MARK}Bo\\${MARK} Hill",2\n"C:\\\\",3\n`],
  ])('%s', (_, text, expected) => {
    for (let at = 0; at <= text.length; at++) expect(marked(text, at)).toBe(expected);
  });

  it('come back as they were', () => {
    expect(withQuotes(marked('a,5" pipe'))).toBe('a,5" pipe');
    expect(new LooseQuotes(',').cell(`=${MARK}012${MARK}`)).toBe('012');
    expect(new LooseQuotes(',').cell('="012"')).toBe('="012"');
    expect(new LooseQuotes(',', true).cell(`Bob \\${MARK}Bo\\${MARK} Hill`)).toBe('Bob "Bo" Hill');
  });
});
