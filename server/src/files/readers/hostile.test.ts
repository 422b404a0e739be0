import { deflateRawSync } from 'node:zlib';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFile } from './read-file.ts';
import { refusalOf, SAMPLE_DAY, withFile } from './samples/read-here.ts';
import { workbookOf, zipOf } from './samples/workbook-of.ts';

/** Files made to harm (trust P32). They are built here and never lie in the repository; each is read by a thread, as on the server. */
const MEGABYTE = 1024 * 1024;
const HEAD_ROW = '<row r="1"><c r="A1" t="inlineStr"><is><t>First Name</t></is></c><c r="B1" t="inlineStr"><is><t>Last Name</t></is></c></row>';
const ISA = 'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *261101*0930*^*00501*000000001*0*P*:~';
const OPEN = `${ISA}GS*BE*SENDER*RECEIVER*20261101*0930*1*X*005010X220A1~ST*834*0001*005010X220A1~BGN*00*1*20261101*0930*CT***2~`;
const CENSUS = 'First Name,Last Name,DOB\n';
const XML = '<?xml version="1.0"?>';

/** A zip whose directory says that a part is smaller than it is. */
function lyingZip(): Buffer {
  const bytes = workbookOf({ rows: HEAD_ROW, more: { 'xl/sharedStrings.xml': Buffer.alloc(30 * MEGABYTE, 0x20) } });
  const real = Buffer.alloc(4);
  real.writeUInt32LE(30 * MEGABYTE);
  const said = Buffer.alloc(4);
  said.writeUInt32LE(2000);
  for (let at = bytes.indexOf(real); at >= 0; at = bytes.indexOf(real, at + 4)) said.copy(bytes, at);
  return bytes;
}

/** Entities that would grow by ten with each of nine levels. */
const laughs = `${XML}<!DOCTYPE l [<!ENTITY l0 "lol">${Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join('')}]><people>&l9;</people>`;

const HOSTILE: [string, string, () => Buffer | string, RegExp][] = [
  ['an archive bomb', 'a.xlsx', () => workbookOf({ rows: HEAD_ROW, more: { 'xl/sharedStrings.xml': Buffer.alloc(300 * MEGABYTE, 0x20) } }), /many times its size/],
  ['an archive bomb in the sheet itself', 'a.xlsx', () => workbookOf({ rows: HEAD_ROW + ' '.repeat(200 * MEGABYTE) }), /many times its size/],
  ['a size that lies', 'a.xlsx', lyingZip, /damaged/],
  ['an archive of ten thousand parts', 'a.xlsx', () => zipOf(Object.fromEntries(Array.from({ length: 10_000 }, (_, part) => [`xl/${part}.xml`, '<a/>']))), /10000 parts/],
  ['an archive inside an archive', 'a.xlsx', () => zipOf({ 'xl/workbook.xlsx': workbookOf({ rows: HEAD_ROW }) }), /without a workbook/],
  ['a cell at the far corner', 'a.xlsx', () => workbookOf({ rows: `${HEAD_ROW}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>` }), /at most 1000 columns/],
  ['a row that is far beyond the sheet', 'a.xlsx', () => workbookOf({ rows: '<row r="999999999999"></row>' }), /number that no sheet has/],
  ['a giant cell', 'a.xlsx', () => workbookOf({ rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(5 * MEGABYTE)}</t></is></c></row>` }), /32767 characters/],
  ['an entity bomb', 'a.xml', () => laughs, /DOCTYPE/],
  ['an entity of another file', 'a.xml', () => `${XML}<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><people><employee><firstname>&b;</firstname></employee></people>`, /DOCTYPE/],
  ['an entity bomb in a workbook', 'a.xlsx', () => workbookOf({ rows: '', more: { 'xl/worksheets/people.xml': laughs } }), /DOCTYPE/],
  ['deep nesting', 'a.xml', () => `${XML}${'<a>'.repeat(200_000)}`, /nested more than 40 deep/],
  ['a text without end in XML', 'a.xml', () => `${XML}<people><employee><firstname>${'x'.repeat(20 * MEGABYTE)}`, /KB near line/],
  ['a name without end in XML', 'a.xml', () => `${XML}<people><${'x'.repeat(20 * MEGABYTE)}`, /KB near line|not well-formed/],
  ['a hundred thousand attributes', 'a.xml', () => `${XML}<people><employee ${Array.from({ length: 100_000 }, (_, index) => `a${index}="x"`).join(' ')}/></people>`, /KB near line|No people/],
  ['a quotation mark without end', 'a.csv', () => `${CENSUS}"${'x,y\n'.repeat(5 * MEGABYTE)}`, /quotation mark/],
  ['a giant cell in a list', 'a.csv', () => `${CENSUS}${'x'.repeat(20 * MEGABYTE)}`, /does not end|cannot be read/],
  ['a million columns', 'a.csv', () => `${'x,'.repeat(1_000_000)}\n`, /No row of headings|does not end|columns/],
  ['a segment without end', 'a.edi', () => `${OPEN}INS*Y*18*021~NM1*IL*1*${'X'.repeat(20 * MEGABYTE)}`, /longer than 1 MB/],
  ['a member without end', 'a.edi', () => `${OPEN}INS*Y*18*021~${'AMT*P3*1~'.repeat(MEGABYTE)}`, /longer than 1 MB/],
  ['a header without separators', 'a.edi', () => `ISA*${'0'.repeat(10 * MEGABYTE)}`, /damaged/],
  ['an 834 that is cut', 'a.edi', () => `${OPEN}${'INS*Y*18*021~NM1*IL*1*A*B~DMG*D8*19800101*F~'.repeat(100)}`, /ends in the middle/],
  ['a workbook that is cut', 'a.xlsx', () => workbookOf({ rows: HEAD_ROW }).subarray(0, 700), /damaged/],
  ['noise that calls itself deflated', 'a.xlsx', () => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), deflateRawSync(Buffer.alloc(1000, 7)), Buffer.alloc(5000, 0xaa)]), /damaged/],
  ['UTF-16 that calls itself UTF-8', 'a.xml', () => Buffer.from('<?xml version="1.0" encoding="utf-32"?><people/>'), /encoding that is not read/],
  ['bytes that are no UTF-8', 'a.xml', () => Buffer.concat([Buffer.from(`${XML}<people><employee><firstname>`), Buffer.alloc(1000, 0xc3), Buffer.from('</firstname></employee></people>')]), /holds other letters/],
  ['zero bytes', 'a.csv', () => Buffer.alloc(MEGABYTE), /neither text nor a workbook/],
  ['a program that calls itself a list', 'a.csv', () => Buffer.concat([Buffer.from('MZ'), Buffer.from(CENSUS)]), /a program/],
  ['a document that is also a workbook', 'a.xlsx', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), workbookOf({ rows: HEAD_ROW })]), /PDF/],
  ['a web page that is also a list', 'a.csv', () => `<!doctype html><script>1</script>\n${CENSUS}A,B,1980-01-01\n`, /web page/],
  ['an 834 that is also a list', 'a.csv', () => `${OPEN}\n${CENSUS}`, /X12/],
];

const read = async (path: string, format?: FileFormat): Promise<number> => {
  let people = 0;
  for await (const { records } of readFile({ path, today: SAMPLE_DAY, ...(format ? { format } : {}) })) people += records.length;
  return people;
};

const BENIGN = `${CENSUS}${Array.from({ length: 20_000 }, (_, index) => `Ann${index},Other,1980-01-01\n`).join('')}`;
let benign = 0;

beforeAll(async () => {
  // What an honest file of a megabyte takes here and now: the measure for the others, whatever else the machine does.
  await withFile('first.csv', CENSUS + 'A,B,1980-01-01\n', read);
  const started = performance.now();
  expect(await withFile('benign.csv', BENIGN, read)).toBe(20_000);
  benign = performance.now() - started;
});

/** Trust P32: the server's memory grows by less while such a file is read. */
const MOST_MEMORY = 150 * MEGABYTE;

describe('a hostile file', () => {
  it.each(HOSTILE)('%s is refused in words, at once, and takes no memory', async (_, name, build, words) => {
    await withFile(name, build(), async (path) => {
      const before = process.memoryUsage.rss();
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
      const started = performance.now();
      try {
        expect(await refusalOf(read(path))).toMatch(words);
      } finally {
        clearInterval(watch);
      }
      expect(performance.now() - started).toBeLessThan(1000 + 3 * benign);
      expect(Math.max(most, process.memoryUsage.rss()) - before).toBeLessThan(MOST_MEMORY);
    });
  });

  it('leaves the file beside it alone, and the next one too', async () => {
    const bombs = HOSTILE.filter(([about]) => /bomb|without end|nesting/.test(about)).map(([, name, build]) => withFile(name, build(), (path) => refusalOf(read(path))));
    expect(await withFile('benign.csv', BENIGN, read)).toBe(20_000);
    expect(await Promise.all(bombs)).toHaveLength(bombs.length);
    expect(await withFile('benign.csv', BENIGN, read)).toBe(20_000);
  });
});
