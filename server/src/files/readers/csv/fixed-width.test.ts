import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { fixedColumns, rowsOfColumns } from './fixed-width.ts';

const HEADINGS = 'First Name  Last Name     SSN          DOB';
const ADA = 'Ada         De La Cruz    219-45-0001  03/14/1985';
const lines = (...all: string[]): string => all.join('\r\n');

it.each<[string, string, readonly number[] | undefined]>([
  ['headings and rows right below', lines(HEADINGS, ADA), [0, 12, 26, 39]],
  [
    'a title above, a line below the headings',
    lines('Acme  Census', '', HEADINGS, '----------  ---------', ADA),
    [0, 12, 26, 39],
  ],
  ['an empty cell', lines(HEADINGS, ADA, 'Gus         Hill                       03/14/1986'), [0, 12, 26, 39]],
  ['no rows', HEADINGS, undefined],
  [
    'a value that runs over the next column',
    lines(HEADINGS, ADA, 'Maximiliana-Anna Hill     219-45-0002  03/14/1986'),
    undefined,
  ],
  ['separators', lines('First Name,  Last Name,  SSN', 'Ada,  Hill,  1'), undefined],
  ['headings one blank apart', lines('First Name Last Name SSN', 'Ada        Hill      219450001'), undefined],
  ['words that are no headings', lines('Dear  colleague  this', 'is  a  letter'), undefined],
])('finds the columns of a text without separators: %s', (_, sample, starts) =>
  expect(fixedColumns(sample)).toEqual(starts),
);

it('reads the lines by them, whatever the pieces they come in, by letters and not by bytes', async () => {
  const text = Buffer.from(
    lines(HEADINGS, 'José        Hill, Jr.     219-45-0002  03/14/1986', 'Maximiliana-Anna Hill     219-45-0002', ''),
    'utf8',
  );
  const pieces = Array.from({ length: Math.ceil(text.length / 7) }, (_, index) =>
    text.subarray(index * 7, index * 7 + 7),
  );
  const read: Buffer[] = [];
  for await (const piece of Readable.from(pieces).pipe(rowsOfColumns([0, 12, 26, 39]))) read.push(piece as Buffer);
  expect(Buffer.concat(read).toString('utf8')).toBe(
    lines(
      'First Name,Last Name,SSN,DOB',
      'José,"Hill, Jr.",219-45-0002,03/14/1986',
      'Maximiliana-Anna Hill     219-45-0002',
      '',
    ),
  );
});
