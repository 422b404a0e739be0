import { deflateRawSync, gzipSync } from 'node:zlib';
import { workbookOf, zipOf } from './workbook-of.ts';

export const MEGABYTE = 1024 * 1024;
const HEAD_ROW =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>First Name</t></is></c><c r="B1" t="inlineStr"><is><t>Last Name</t></is></c></row>';
const ISA =
  'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *261101*0930*^*00501*000000001*0*P*:~';
const OPEN = `${ISA}GS*BE*SENDER*RECEIVER*20261101*0930*1*X*005010X220A1~ST*834*0001*005010X220A1~BGN*00*1*20261101*0930*CT***2~`;
export const CENSUS = 'First Name,Last Name,DOB\n';
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

/** A zip whose directory names the same part again and again, so that it is unpacked many times over. */
function overlappingZip(): Buffer {
  const bytes = workbookOf({ rows: HEAD_ROW });
  const [from, to] = [bytes.indexOf('PK\x01\x02', 0, 'latin1'), bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')];
  const entry = bytes.subarray(from, from + 46 + bytes.readUInt16LE(from + 28));
  const directory = Buffer.concat([bytes.subarray(from, to), ...Array.from({ length: 3000 }, () => entry)]);
  const end = Buffer.from(bytes.subarray(to));
  end.writeUInt16LE(3006, 8);
  end.writeUInt16LE(3006, 10);
  end.writeUInt32LE(directory.length, 12);
  return Buffer.concat([bytes.subarray(0, from), directory, end]);
}

/** A workbook of so many sheets with the same rows, and one before them with others. */
function sheetsOf(count: number, rows: string, first = ''): Buffer {
  const ids = Array.from({ length: count }, (_, index) => `r${index}`);
  return zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="urn:r"><sheets>${first && '<sheet name="First" r:id="first"/>'}${ids.map((id) => `<sheet name="${id}" r:id="${id}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="first" Type="x/worksheet" Target="first.xml"/>${ids.map((id) => `<Relationship Id="${id}" Type="x/worksheet" Target="rows.xml"/>`).join('')}</Relationships>`,
    'xl/first.xml': `<worksheet><sheetData>${first}</sheetData></worksheet>`,
    'xl/rows.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  });
}

/** A workbook in whose directory every part has another number at a place (APPNOTE 4.3.12). */
function directoryWith(place: number, value: number): Buffer {
  const bytes = workbookOf({ rows: HEAD_ROW });
  for (let at = bytes.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1'))
    bytes.writeUInt32LE(value, at + place);
  return bytes;
}

/** Entities that would grow by ten with each of nine levels. */
const laughs = `${XML}<!DOCTYPE l [<!ENTITY l0 "lol">${Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join('')}]><people>&l9;</people>`;

/**
 * Files made to harm (trust P32): what each is, its name, its bytes, and the words with which it is refused. They are
 * built here and never lie in the repository.
 */
export const HOSTILE: [about: string, name: string, build: () => Buffer | string, words: RegExp][] = [
  [
    'a workbook that claims four thousand million texts',
    'a.xlsx',
    () =>
      workbookOf({
        rows: `${HEAD_ROW}<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>999999999</v></c></row>`,
        more: { 'xl/sharedStrings.xml': '<sst count="4000000000" uniqueCount="4000000000"><si><t>A</t></si></sst>' },
      }),
    /B2 points to a text that the workbook does not contain/,
  ],
  [
    'indexes that no workbook has',
    'a.xlsx',
    () =>
      workbookOf({
        rows: `${HEAD_ROW}<row r="2"><c r="A2" t="s"><v>-1</v></c><c r="B2" t="s"><v>1e9</v></c></row><row r="3"><c r="A3" t="s"><v>__proto__</v></c></row><row r="4"><c r="A4" s="-5"><v>1</v></c><c r="B4" s="1e9"><v>2</v></c></row>`,
      }),
    /A2 points to a text that the workbook does not contain/,
  ],
  [
    'an archive bomb',
    'a.xlsx',
    () => workbookOf({ rows: HEAD_ROW, more: { 'xl/sharedStrings.xml': Buffer.alloc(300 * MEGABYTE, 0x20) } }),
    /many times its size/,
  ],
  [
    'an archive bomb in the sheet itself',
    'a.xlsx',
    () => workbookOf({ rows: HEAD_ROW + ' '.repeat(200 * MEGABYTE) }),
    /many times its size/,
  ],
  ['a size that lies', 'a.xlsx', lyingZip, /damaged/],
  [
    'an archive of ten thousand parts',
    'a.xlsx',
    () => zipOf(Object.fromEntries(Array.from({ length: 10_000 }, (_, part) => [`xl/${part}.xml`, '<a/>']))),
    /10,000 parts/,
  ],
  [
    'an archive inside an archive',
    'a.xlsx',
    () => zipOf({ 'xl/workbook.xlsx': workbookOf({ rows: HEAD_ROW }) }),
    /does not contain a workbook/,
  ],
  [
    'archives inside archives that are bombs',
    'a.xlsx',
    () =>
      zipOf({
        'xl/workbook.xml': '<workbook/>',
        ...Object.fromEntries(
          Array.from({ length: 16 }, (_, part) => [
            `lib${part}.zip`,
            zipOf({ 'lib.zip': zipOf({ 'a.xml': Buffer.alloc(10 * MEGABYTE, 0x20) }) }),
          ]),
        ),
      }),
    /no visible sheet/,
  ],
  ['a directory that names one part three thousand times', 'a.xlsx', overlappingZip, /3,006 parts/],
  [
    'a million shared texts',
    'a.xlsx',
    () => workbookOf({ rows: HEAD_ROW, strings: '<si><t>a</t></si>'.repeat(1_000_000) }),
    /many times its size/,
  ],
  [
    'thirteen million letters that do not shrink',
    'a.xlsx',
    () =>
      workbookOf({
        rows: HEAD_ROW,
        strings: Array.from(
          { length: 400 },
          (_, index) =>
            `<si><t>${Array.from({ length: 3200 }, (__, part) => String((index * 7919 + part * 104_729) % 10_000_000_019).padStart(10, '0')).join('')}</t></si>`,
        ).join(''),
      }),
    /more text than a census/,
  ],
  [
    'a million styles',
    'a.xlsx',
    () =>
      workbookOf({
        rows: HEAD_ROW,
        styles: `<styleSheet><cellXfs>${'<xf numFmtId="0"/>'.repeat(1_000_000)}</cellXfs></styleSheet>`,
      }),
    /many times its size/,
  ],
  [
    'a row of a hundred thousand cells',
    'a.xlsx',
    () => workbookOf({ rows: `<row r="1">${'<c t="inlineStr"><is><t>x</t></is></c>'.repeat(100_000)}</row>` }),
    /up to 1000 columns/,
  ],
  [
    'a cell at the far corner',
    'a.xlsx',
    () => workbookOf({ rows: `${HEAD_ROW}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>` }),
    /up to 1000 columns/,
  ],
  [
    'a row that is far beyond the sheet',
    'a.xlsx',
    () => workbookOf({ rows: '<row r="999999999999"></row>' }),
    /invalid row number/,
  ],
  [
    'a giant cell',
    'a.xlsx',
    () =>
      workbookOf({ rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(5 * MEGABYTE)}</t></is></c></row>` }),
    /32767 characters/,
  ],
  ['an entity bomb', 'a.xml', () => laughs, /DOCTYPE/],
  [
    'one long entity many times',
    'a.xml',
    () => `${XML}<!DOCTYPE a [<!ENTITY a "${'a'.repeat(50_000)}">]><people>${'&a;'.repeat(50_000)}</people>`,
    /DOCTYPE/,
  ],
  [
    'two million character references',
    'a.xml',
    () => `${XML}<people><employee><firstname>${'&#65;'.repeat(2 * MEGABYTE)}</firstname></employee></people>`,
    /KB near line/,
  ],
  ['a comment without end', 'a.xml', () => `${XML}<people><!--${'x'.repeat(20 * MEGABYTE)}`, /KB near line/],
  [
    'a section without end',
    'a.xml',
    () => `${XML}<people><employee><firstname><![CDATA[${'x'.repeat(20 * MEGABYTE)}`,
    /KB near line/,
  ],
  [
    'an entity of another file',
    'a.xml',
    () =>
      `${XML}<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><people><employee><firstname>&b;</firstname></employee></people>`,
    /DOCTYPE/,
  ],
  [
    'an entity bomb in a workbook',
    'a.xlsx',
    () => workbookOf({ rows: '', more: { 'xl/worksheets/people.xml': laughs } }),
    /DOCTYPE/,
  ],
  ['deep nesting', 'a.xml', () => `${XML}${'<a>'.repeat(200_000)}`, /more than 40 nested levels/],
  [
    'a text without end in XML',
    'a.xml',
    () => `${XML}<people><employee><firstname>${'x'.repeat(20 * MEGABYTE)}`,
    /KB near line/,
  ],
  [
    'a name without end in XML',
    'a.xml',
    () => `${XML}<people><${'x'.repeat(20 * MEGABYTE)}`,
    /KB near line|not well-formed/,
  ],
  [
    'a hundred thousand attributes',
    'a.xml',
    () =>
      `${XML}<people><employee ${Array.from({ length: 100_000 }, (_, index) => `a${index}="x"`).join(' ')}/></people>`,
    /KB near line|No people/,
  ],
  ['a quotation mark without end', 'a.csv', () => `${CENSUS}"${'x,y\n'.repeat(5 * MEGABYTE)}`, /quotation mark/],
  ['a giant cell in a list', 'a.csv', () => `${CENSUS}${'x'.repeat(20 * MEGABYTE)}`, /does not end|cannot be read/],
  ['a million columns', 'a.csv', () => `${'x,'.repeat(1_000_000)}\n`, /header row|does not end|columns/],
  [
    'a hundred thousand columns',
    'a.csv',
    () => `${Array.from({ length: 100_000 }, (_, index) => `c${index}`).join(',')}\n`,
    /does not end|columns/,
  ],
  ['ten million doubled quotation marks', 'a.csv', () => `${CENSUS}${'""'.repeat(10 * MEGABYTE)}`, /does not end/],
  [
    'twenty million empty lines and a person',
    'a.csv',
    () => `${CENSUS}${'\n'.repeat(20 * MEGABYTE)}Ann,Other,1980-01-01\n`,
    /From line 2 on, .* too many empty rows/,
  ],
  [
    'headings that take long to compare',
    'a.csv',
    () => `${Array.from({ length: 1000 }, () => 'a '.repeat(120)).join(',')}\n`.repeat(25),
    /find a header row/,
  ],
  ['twenty million segments without a name', 'a.edi', () => `${OPEN}${'~'.repeat(20 * MEGABYTE)}`, /cut off/],
  [
    'an 834 that is cut inside a letter',
    'a.edi',
    () => Buffer.concat([Buffer.from(`${OPEN}INS*Y*18*021~NM1*IL*1*N`), Buffer.from([0xc3])]),
    /cut off/,
  ],
  [
    'a segment without end',
    'a.edi',
    () => `${OPEN}INS*Y*18*021~NM1*IL*1*${'X'.repeat(20 * MEGABYTE)}`,
    /longer than 1 MB/,
  ],
  ['a member without end', 'a.edi', () => `${OPEN}INS*Y*18*021~${'AMT*P3*1~'.repeat(MEGABYTE)}`, /longer than 1 MB/],
  ['a header without separators', 'a.edi', () => `ISA*${'0'.repeat(10 * MEGABYTE)}`, /damaged/],
  [
    'an 834 that is cut',
    'a.edi',
    () => `${OPEN}${'INS*Y*18*021~NM1*IL*1*A*B~DMG*D8*19800101*F~'.repeat(100)}`,
    /cut off/,
  ],
  ['a workbook that is cut', 'a.xlsx', () => workbookOf({ rows: HEAD_ROW }).subarray(0, 700), /damaged/],
  [
    'noise that calls itself deflated',
    'a.xlsx',
    () =>
      Buffer.concat([
        Buffer.from('PK\x03\x04', 'latin1'),
        deflateRawSync(Buffer.alloc(1000, 7)),
        Buffer.alloc(5000, 0xaa),
      ]),
    /damaged/,
  ],
  [
    'UTF-16 that calls itself UTF-8',
    'a.xml',
    () => Buffer.from('<?xml version="1.0" encoding="utf-32"?><people/>'),
    /encoding that can’t be read/,
  ],
  [
    'bytes that are no UTF-8',
    'a.xml',
    () =>
      Buffer.concat([
        Buffer.from(`${XML}<people><employee><firstname>`),
        Buffer.alloc(1000, 0xc3),
        Buffer.from('</firstname></employee></people>'),
      ]),
    /has other characters/,
  ],
  ['zero bytes', 'a.csv', () => Buffer.alloc(MEGABYTE), /neither text nor a workbook/],
  [
    'a program that calls itself a list',
    'a.csv',
    () => Buffer.concat([Buffer.from('MZ'), Buffer.from(CENSUS)]),
    /a program/,
  ],
  [
    'a document that is also a workbook',
    'a.xlsx',
    () => Buffer.concat([Buffer.from('%PDF-1.7\n'), workbookOf({ rows: HEAD_ROW })]),
    /PDF/,
  ],
  [
    'a web page that is also a list',
    'a.csv',
    () => `<!doctype html><script>1</script>\n${CENSUS}A,B,1980-01-01\n`,
    /web page/,
  ],
  ['a document that calls itself a list', 'a.csv', () => `%PDF-1.7\n${CENSUS}A,B,1980-01-01\n`, /PDF/],
  [
    'a list that is also a workbook',
    'a.csv',
    () => Buffer.concat([Buffer.from(`${CENSUS}A,B,1980-01-01\n`), workbookOf({ rows: HEAD_ROW })]),
    /neither text nor a workbook/,
  ],
  [
    'a list that calls itself a workbook',
    'a.xlsx',
    () => Buffer.concat([Buffer.from(`${CENSUS}A,B,1980-01-01\n`), workbookOf({ rows: HEAD_ROW })]),
    /neither text nor a workbook/,
  ],
  [
    'a workbook that is also a list',
    'a.csv',
    () => Buffer.concat([workbookOf({ rows: HEAD_ROW }), Buffer.from(`\n${CENSUS}A,B,1980-01-01\n`)]),
    /zip archive/,
  ],
  [
    'a number format of half a million brackets',
    'a.xlsx',
    () =>
      workbookOf({
        rows: '',
        styles: `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'['.repeat(500_000)}"/></numFmts></styleSheet>`,
      }),
    /find a header row/,
  ],
  [
    'fifteen hundred sheets of headings that are none',
    'a.xlsx',
    () =>
      sheetsOf(
        1500,
        Array.from(
          { length: 24 },
          (_, row) =>
            `<row r="${row + 1}">${Array.from({ length: 100 }, (__, cell) => `<c t="inlineStr"><is><t>Heading ${cell} ${row}</t></is></c>`).join('')}</row>`,
        ).join(''),
      ),
    /find a header row/,
  ],
  [
    'a person with a thousand persons inside',
    'a.xml',
    () =>
      `${XML}<people><mate><firstname>A</firstname><lastname>B</lastname>${'<mate><firstname>C</firstname><lastname>D</lastname><dob>2010-01-01</dob></mate>'.repeat(1000)}</mate></people>`,
    /KB near line/,
  ],
  [
    'three hundred thousand elements of different names',
    'a.xml',
    () =>
      `${XML}<people>${Array.from({ length: 300_000 }, (_, index) => `<n${index}>x</n${index}>`).join('')}</people>`,
    /more than 1,000 child elements/,
  ],
  [
    'a list of nobody, three hundred thousand times',
    'a.csv',
    () => `${CENSUS}${'x,,\n'.repeat(300_000)}`,
    /None of the first 5,000/,
  ],
  [
    'eight million quotation marks inside a cell',
    'a.csv',
    () => `${CENSUS}${'a"'.repeat(8 * MEGABYTE)}`,
    /does not end/,
  ],
  [
    'UTF-32',
    'a.csv',
    () =>
      Buffer.concat([
        Buffer.from([0xff, 0xfe, 0, 0]),
        ...Array.from(`${CENSUS}A,B,1980-01-01\n`, (letter) => Buffer.from([letter.charCodeAt(0), 0, 0, 0])),
      ]),
    /UTF-32/,
  ],
  [
    'a table of a web page that calls itself a workbook',
    'a.xls',
    () => '<table><tr><td>First Name</td></tr></table>',
    /web page/,
  ],
  ['a compressed file that is cut', 'a.csv', () => gzipSync(Buffer.alloc(100_000, 65)).subarray(0, 60), /gzip/],
  ['a directory that points beyond the file', 'a.xlsx', () => directoryWith(42, 0xfffffff0), /damaged/],
  ['a list that begins like an 834', 'a.csv', () => 'ISA*,First Name,Last Name\n1,A,B\n', /starts with ISA/],
  [
    'an 834 with a terminator that is none',
    'a.edi',
    () => `${ISA.slice(0, -1)}A${OPEN.slice(ISA.length).replaceAll('~', '\n')}INS*Y*18*021\n`,
    /header \(ISA\) is damaged/,
  ],
  ['fifty thousand headers', 'a.edi', () => ISA.repeat(50_000), /cut off/],
  [
    'an 834 that is also a workbook',
    'a.edi',
    () => Buffer.concat([Buffer.from(`${OPEN}INS*Y*18*021~NM1*IL*1*A*B~`), workbookOf({ rows: HEAD_ROW })]),
    /neither text nor a workbook/,
  ],
  ['an 834 that is also a list', 'a.csv', () => `${OPEN}\n${CENSUS}`, /X12/],
];

/** Files that look like those above and hold people all the same: how many, and how many of them are refused. */
export const ODD: [about: string, name: string, build: () => Buffer | string, people: number, refused: number][] = [
  [
    'a sheet that claims every cell there can be',
    'a.xlsx',
    () =>
      workbookOf({
        rows: '',
        more: {
          'xl/worksheets/people.xml': `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${HEAD_ROW}<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>A</t></is></c><c r="B1048576" t="inlineStr"><is><t>B</t></is></c></row></sheetData></worksheet>`,
        },
      }),
    1,
    0,
  ],
  [
    'a list with twenty million empty rows at its end',
    'a.csv',
    () => `${CENSUS}Ann,Other,1980-01-01\n${',,\n'.repeat(20 * MEGABYTE)}`,
    1,
    0,
  ],
  ['a row of a hundred thousand cells', 'a.csv', () => `${CENSUS}Ann,Other,1980-01-01,${'x,'.repeat(100_000)}\n`, 1, 0],
  ['UTF-16 that does not say so', 'a.csv', () => Buffer.from(`${CENSUS}Ann,Other,1980-01-01\n`, 'utf16le'), 1, 0],
  [
    'a list that is cut inside a letter',
    'a.csv',
    () => Buffer.concat([Buffer.from(`${CENSUS}Zoë,Núñez,1980-01-01\nAnn,Othe`), Buffer.from([0xc3])]),
    2,
    1,
  ],
  [
    'UTF-16 that is cut inside a letter',
    'a.csv',
    () => Buffer.from(`\ufeff${CENSUS}Ann,Other,1980-01-01\nBob,Other,1980`, 'utf16le').subarray(0, -1),
    2,
    1,
  ],
  [
    'styles that no workbook has',
    'a.xlsx',
    () =>
      workbookOf({
        rows: `${HEAD_ROW}<row r="2"><c r="A2" s="-5"><v>1</v></c><c r="B2" s="1e9"><v>2</v></c></row>`,
      }),
    1,
    0,
  ],
  [
    'twenty sheets of a million empty rows beside the list',
    'a.xlsx',
    () =>
      sheetsOf(
        20,
        HEAD_ROW + '<row/>'.repeat(200_000),
        `${HEAD_ROW}<row r="2"><c r="A2" t="inlineStr"><is><t>A</t></is></c><c r="B2" t="inlineStr"><is><t>B</t></is></c></row>`,
      ),
    1,
    0,
  ],
  [
    'a million separators in a segment',
    'a.edi',
    () => `${OPEN}INS*Y*18*021${'*'.repeat(900_000)}~NM1*IL*1*A*B~SE*5*0001~GE*1*1~IEA*1*000000001~`,
    1,
    0,
  ],
  [
    'rows of cells that are a quarter of a megabyte each',
    'a.csv',
    () => `${CENSUS}${`"${'x\n'.repeat(100_000)}",B,1980-01-01\n`.repeat(10)}`,
    10,
    10,
  ],
  [
    'an 834 inside a cell',
    'a.csv',
    () => `${CENSUS}"${OPEN}INS*Y*18*021~NM1*IL*1*A*B~SE*1*0001~",Other,1980-01-01\n`,
    1,
    1,
  ],
  [
    'dates, addresses and amounts that take long to compare',
    'a.csv',
    () =>
      `First Name,Last Name,Email,Salary,SSN,Phone,ZIP,DOB\n${`Ann,Other,${'a.'.repeat(10_000)}@,${['$1', '1-', '(1', '1-', '1/'].map((text) => text.repeat(10_000)).join(',')}\n`.repeat(30)}`,
    30,
    30,
  ],
];
