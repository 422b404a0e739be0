import { describe, expect, it } from 'vitest';
import { cellOf, type SheetParts, workbookOf as partsOf, zipOf } from '../../files/readers/samples/workbook-of.ts';
import { cellsOfFile, MOST_AREA_ROWS } from './sent-file.ts';

const MEGABYTE = 1024 * 1024;
const TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>';
const workbookOf = (parts: SheetParts): Buffer =>
  partsOf({ ...parts, more: { '[Content_Types].xml': TYPES, ...parts.more } });
const read = (name: string, bytes: Buffer | string, most?: number) =>
  cellsOfFile({ name, base64: Buffer.from(bytes).toString('base64') }, most);
const sheet = (rows: readonly (readonly (string | number)[])[]): string =>
  rows
    .map(
      (cells, index) => `<row r="${index + 1}">${cells.map((cell, at) => cellOf(cell, at, index + 1)).join('')}</row>`,
    )
    .join('');

const row = (number: number, cells: readonly string[]): string =>
  `<row r="${number}">${cells.map((cell, at) => cellOf(cell, at, number)).join('')}</row>`;

/** A workbook with a second part of styles, renamed to the first where the pattern finds its name. */
const renamed = (name: RegExp): Buffer =>
  Buffer.from(
    workbookOf({ rows: sheet([['Age', 'Factor']]), more: { 'xl/styleT.xml': '<styleSheet/>' } })
      .toString('latin1')
      .replace(name, 'xl/styles.xml'),
    'latin1',
  );

/** A directory that says that its sheet is small. */
function lying(): Buffer {
  const bytes = workbookOf({ rows: `<row r="1"/>${' '.repeat(60 * MEGABYTE)}` });
  const name = Buffer.from('xl/worksheets/people.xml');
  for (let at = bytes.indexOf('PK\x01\x02', 0, 'latin1'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1'))
    if (bytes.subarray(at + 46, at + 46 + name.length).equals(name)) bytes.writeUInt32LE(1000, at + 24);
  return bytes;
}

describe('a workbook', () => {
  it('is read as it is typed, with its formulas', async () => {
    const rows = `${sheet([['Age', 'Factor']])}<row r="2"><c r="A2"><v>21</v></c><c r="B2"><f>1+0</f><v>1</v></c></row><row r="900"/>`;
    expect(await read('a.xlsx', workbookOf({ rows }))).toEqual([
      ['Age', 'Factor'],
      ['21', '=1+0'],
    ]);
  });

  it.each([
    ['four million rows', () => workbookOf({ rows: '<row/>'.repeat(4_000_000) }), /more than 20 MB/],
    ['a string of 300 MB', () => workbookOf({ rows: '', strings: 'x'.repeat(300 * MEGABYTE) }), /more than 20 MB/],
    ['many small rows', () => workbookOf({ rows: '<row/>'.repeat(2_000_000) }), /too many cells/],
    [
      'a cell in the last corner',
      () => workbookOf({ rows: '<row r="1"/><row r="5000"><c r="XFD5000"><v>1</v></c></row>' }),
      /too many cells/,
    ],
    ['a size that lies', lying, /damaged/],
    ['a part that occurs twice', () => renamed(/xl\/styleT\.xml/g), /damaged/],
    ['a part of two names', () => renamed(/xl\/styleT\.xml/), /damaged/],
    [
      'a thousand parts',
      () => zipOf(Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`${at}.xml`, '<a/>']))),
      /more than 20 MB/,
    ],
    ['no archive', () => Buffer.from('PK\x03\x04 and nothing else'), /damaged/],
  ])('with %s is refused in words', async (_, make, message) => {
    await expect(read('a.xlsx', make())).rejects.toThrow(message);
  });
});

describe('blank rows', () => {
  const expected = [[], ['Title'], [], ['Age', 'Rate', 'Note'], [], ['21', '1.00', 'x']];
  const blank = (row: number): string => `<row r="${row}"/>`;

  it.each([
    ['a CSV file', () => '\nTitle\n\nAge,Rate,Note\n,,\n21,1.00,x\n'],
    ['a file with tabs', () => '\nTitle, of the table\n\nAge\tRate\tNote\n\n21\t1.00\tx\n'],
  ])('are counted in %s, as a spreadsheet counts them', async (_about, text) => {
    const rows = await read('a.csv', text());
    expect(rows.length).toBe(expected.length);
    expect(rows.slice(2)).toEqual(expected.slice(2));
  });

  it.each([
    ['written', `${blank(1)}${row(2, ['Title'])}${blank(3)}${row(4, ['Age', 'Rate', 'Note'])}${blank(5)}`],
    ['left out', `${row(2, ['Title'])}${row(4, ['Age', 'Rate', 'Note'])}`],
  ])('are counted in a workbook where they are %s', async (_about, above) => {
    expect(await read('a.xlsx', workbookOf({ rows: above + row(6, ['21', '1.00', 'x']) }))).toEqual(expected);
  });
});

describe('more rows or columns than a table has', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `${at},1`).join('\n');
  const wide = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`);

  it('are refused, never dropped', async () => {
    expect(await read('a.csv', rows(5000))).toHaveLength(5000);
    await expect(read('a.csv', rows(5001))).rejects.toThrow('A file may have at most 5,000 rows. This one has more.');
    expect(await read('a.csv', rows(40_000), MOST_AREA_ROWS)).toHaveLength(40_000);
    await expect(read('a.csv', wide(101).join(','))).rejects.toThrow(
      'A file may have at most 100 columns. This one has 101.',
    );
    const cells = wide(101).map(
      (text, at) =>
        `<c r="${at < 26 ? '' : String.fromCharCode(64 + Math.floor(at / 26))}${String.fromCharCode(65 + (at % 26))}1" t="inlineStr"><is><t>${text}</t></is></c>`,
    );
    await expect(read('a.xlsx', workbookOf({ rows: `<row r="1">${cells.join('')}</row>` }))).rejects.toThrow(
      'at most 100 columns. This one has 101.',
    );
    const long = sheet(Array.from({ length: 5001 }, (_, at) => [at, 1]));
    await expect(read('a.xlsx', workbookOf({ rows: long }))).rejects.toThrow('at most 5,000 rows');
  });

  it('and a text that is no cell of a table', async () => {
    expect(await read('a.csv', `a,b\n1,${'x'.repeat(300)}`)).toEqual([
      ['a', 'b'],
      ['1', 'x'.repeat(300)],
    ]);
    await expect(read('a.csv', `a,b\n1,${'x'.repeat(2001)}`)).rejects.toThrow('Row 2 has a cell with more than 2,000');
  });
});
