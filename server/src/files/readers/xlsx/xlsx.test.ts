import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import { Refusal } from '@openbenefits/domain/refusal';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBytes, refusalOf } from '../samples/read-here.ts';
import { cellOf, workbookOf, zipOf, type SheetParts } from '../samples/workbook-of.ts';
import { showsDay } from './workbook.ts';

const inline = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const HEAD = `<row r="1">${['First Name', 'Last Name', 'SSN', 'DOB', 'ZIP', 'Hire Date'].map((text, index) => inline(`${'ABCDEF'[index]}1`, text)).join('')}</row>`;
const read = async (parts: SheetParts) => await readBytes('people.xlsx', workbookOf(parts));
const NORA = `<row r="2">${inline('A2', 'Nora')}${inline('B2', 'Quill')}<c r="C2"><v>19456701</v></c><c r="D2" s="1"><v>32123</v></c><c r="E2"><v>2139</v></c><c r="F2"><v>45678</v></c></row>`;

describe('a workbook', () => {
  it('is read through its relations, with dates by style and leading zeros put back', async () => {
    const { records, facts } = await read({ rows: HEAD + NORA });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      line: 2,
      firstName: 'Nora',
      ssn: '019456701',
      dateOfBirth: '1987-12-12',
      zip: '02139',
      hireDate: '2025-01-21',
      problems: [],
    });
    expect(records[0]?.warnings.map(({ code }) => code)).toEqual(['ssn_padded', 'zip_padded']);
    expect(records[0]?.raw).toBe('["Nora","Quill",19456701,"1987-12-12",2139,45678]');
    expect(facts.head).toBe('["First Name","Last Name","SSN","DOB","ZIP","Hire Date"]');
  });

  it('asks about people whose sheet says that they have left, and whose rows do not', async () => {
    const workbook =
      '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Terminations" sheetId="1" r:id="rId7"/></sheets></workbook>';
    const { records } = await read({ rows: HEAD + NORA, workbook });
    expect(records[0]?.problems).toEqual([
      {
        field: 'status',
        code: 'section',
        ...worded(fileMessage('section_title_sheet', { title: 'Terminations' })),
      },
    ]);
  });

  it('reads characters that are written out, but no zeros', async () => {
    const { records } = await readBytes(
      'x.xlsx',
      workbookOf({
        rows: `<row r="1">${['First Name', 'Last Name', 'City'].map((one, column) => cellOf(one, column, 1)).join('')}</row><row r="2">${['Nora_x0041_', 'Qu_x0000_ill', 'St_x005F_x0041_'].map((one, column) => cellOf(one, column, 2)).join('')}</row>`,
      }),
    );
    expect(records[0]).toMatchObject({ firstName: 'NoraA', lastName: 'Quill', city: 'St_x0041_' });
  });

  it('leaves rows aside that are struck through, and not those with a cell that is not', async () => {
    const styles =
      '<styleSheet><fonts><font><b/></font><font><strike/></font><font><strike val="0"/></font></fonts><cellXfs><xf numFmtId="0" fontId="0"/><xf numFmtId="14" fontId="1"/><xf numFmtId="0" fontId="1"/><xf numFmtId="0" fontId="2"/></cellXfs></styleSheet>';
    const row = (line: number, ...cellStyles: number[]): string =>
      `<row r="${line}">${['Nora', `Quill${line}`, `${219_456_700 + line}`].map((text, column) => inline(`${'ABC'[column]}${line}`, text).replace('<c ', `<c s="${cellStyles[column]}" `)).join('')}</row>`;
    const { records, facts } = await read({ rows: HEAD + row(2, 2, 2, 2) + row(3, 2, 2, 0) + row(4, 3, 3, 3), styles });
    expect(records.map(({ lastName }) => lastName)).toEqual(['Quill3', 'Quill4']);
    expect(facts.remarks).toMatchObject([
      { code: 'row_struck', count: 1, firstLine: 2 },
      { code: 'date_of_birth_missing' },
    ]);
  });

  it('reads a plan that is merged over several rows for each of them, and an SSN for the first alone', async () => {
    const row = (line: number, ...cells: string[]): string =>
      `<row r="${line}">${cells.map((text, column) => (text === '' ? '' : cellOf(text, column, line))).join('')}</row>`;
    const rows =
      row(1, 'First Name', 'Last Name', 'SSN', 'Medical Plan', 'Relationship') +
      row(2, 'Nora', 'Quill', '219456701', 'MED-PPO', 'Employee') +
      row(3, 'Otto', '', '', '', 'Spouse') +
      row(4, 'Pia', 'Rand', '219456702', '', 'Employee');
    const sheet = `<x:worksheet xmlns:x="urn:s"><x:sheetData>${rows.replace(/<(\/?)(?=\w)/g, '<$1x:')}</x:sheetData><x:mergeCells><x:mergeCell ref="B2:B3"/><x:mergeCell ref="C2:C3"/><x:mergeCell ref="D2:D3"/><x:mergeCell ref="A1:A1"/></x:mergeCells></x:worksheet>`;
    const { records, facts } = await read({ rows: '', more: { 'xl/worksheets/people.xml': sheet } });
    expect(
      records.map(({ lastName, ssn, coverages }) => [lastName, ssn, coverages.map(({ planKey }) => planKey)]),
    ).toEqual([
      ['Quill', '219456701', ['MED-PPO']],
      ['Quill', undefined, ['MED-PPO']],
      ['Rand', '219456702', []],
    ]);
    expect(facts.remarks).toContainEqual(
      expect.objectContaining({ code: 'ditto', message: expect.stringContaining('merged'), count: 1 }),
    );
  });

  it('says that a hidden column was read, and nothing of those beyond the list', async () => {
    const sheet = (columns: string): string =>
      `<worksheet><cols>${columns}</cols><sheetData>${HEAD}${NORA}</sheetData></worksheet>`;
    const remarks = async (columns: string) =>
      (await read({ rows: '', more: { 'xl/worksheets/people.xml': sheet(columns) } })).facts.remarks.flatMap(
        ({ code, count }) => (code === 'hidden_columns' ? [count] : []),
      );
    expect(await remarks('<col min="4" max="4" width="0" hidden="1"/>')).toEqual([1]);
    expect(await remarks('<col min="7" max="16384" hidden="1"/><col min="4" max="4" width="9"/>')).toEqual([]);
  });

  it('says that comments on cells were not read, and nothing of those on headings', async () => {
    const comments = (text: string): Record<string, string> => ({
      'xl/worksheets/_rels/people.xml.rels': `<Relationships><Relationship Id="rId1" Type="urn:relationships/comments" Target="../comments1.xml"/></Relationships>`,
      'xl/comments1.xml': text,
    });
    const remarks = async (text: string) =>
      (await read({ rows: HEAD + NORA, more: comments(text) })).facts.remarks.flatMap(({ code, count }) =>
        code === 'comments' ? [count] : [],
      );
    const list = (...refs: string[]): string =>
      `<comments><commentList>${refs.map((ref) => `<comment ref="${ref}"><text><t>Termed</t></text></comment>`).join('')}</commentList></comments>`;
    expect(await remarks(list('A1', 'B2', 'C2'))).toEqual([2]);
    expect(await remarks(list('A1'))).toEqual([]);
    // A part that is broken refuses nobody.
    expect(await remarks('<comments><commentList>')).toEqual([]);
  });

  it('says that it did not look for merged cells in a sheet that is too large for it', async () => {
    // Blanks that do not pack too well: an archive that grows beyond all measure is refused.
    const blanks = Array.from(
      { length: 17 * 1024 },
      (_, index) => `<!-- ${(index * 2_654_435_761).toString(36).repeat(6)} -->${' '.repeat(970)}`,
    ).join('');
    const sheet = (area: string): string =>
      `<worksheet><sheetData>${HEAD}${NORA}</sheetData>${blanks}<mergeCells><mergeCell ref="${area}"/></mergeCells></worksheet>`;
    const remarks = async (area: string) =>
      (await read({ rows: '', more: { 'xl/worksheets/people.xml': sheet(area) } })).facts.remarks.map(
        ({ code }) => code,
      );
    expect(await remarks('E2:E3')).toContain('merged_unread');
    expect(await remarks('A1:F1')).not.toContain('merged_unread');
  });

  it('counts days from 1904 where it says so', async () => {
    const workbook =
      '<workbook xmlns:r="urn:r"><workbookPr date1904="1"/><sheets><sheet name="P" sheetId="1" r:id="rId7"/></sheets></workbook>';
    const { records } = await read({ rows: HEAD + NORA, workbook });
    expect(records[0]).toMatchObject({ dateOfBirth: '1991-12-13', hireDate: '2029-01-22' });
  });

  it('takes shared strings without their phonetic readings, errors as blank, truths as words, formulas by value', async () => {
    const strings =
      '<si><t>Nora</t><rPh><t>no-ra</t></rPh></si><si><r><t>Qu</t></r><r><t xml:space="preserve">ill </t></r></si>';
    const rows = `${HEAD}<row r="5"><c r="A5" t="s"><v>0</v></c><c r="B5" t="s"><v>1</v></c><c r="C5" t="e"><v>#N/A</v></c><c r="D5" t="d"><v>1990-01-31T00:00:00</v></c><c r="E5" t="str"><f>1+1</f><v>00501</v></c></row>`;
    const { records } = await read({ rows, strings });
    expect(records[0]).toMatchObject({
      line: 5,
      firstName: 'Nora',
      lastName: 'Quill',
      dateOfBirth: '1990-01-31',
      zip: '00501',
    });
    expect(records[0]?.ssn).toBeUndefined();
    expect(records[0]?.warnings).toMatchObject([{ code: 'sheet_error' }]);
  });

  it('skips hidden sheets, and sheets without headings', async () => {
    const workbook =
      '<workbook xmlns:r="urn:r"><sheets><sheet name="Notes" sheetId="2" state="hidden" r:id="rId8"/><sheet name="People" sheetId="1" r:id="rId7"/></sheets></workbook>';
    const notes = {
      'xl/worksheets/notes.xml': `<worksheet><sheetData><row r="1">${inline('A1', 'Read me')}</row></sheetData></worksheet>`,
    };
    const { records, facts } = await read({ rows: HEAD + NORA, workbook, more: notes });
    expect(records).toHaveLength(1);
    expect(facts.remarks.map(({ code }) => code)).toEqual(['hidden_sheets', 'ssn_padded', 'zip_padded']);
    const shownFirst = await read({
      rows: HEAD + NORA,
      workbook: workbook.replace(' state="hidden"', ''),
      more: notes,
    });
    expect(shownFirst.records).toHaveLength(1);
  });

  it.each([
    ['mm/dd/yyyy', true],
    ['d-mmm-yy', true],
    ['[$-409]mmmm d, yyyy;@', true],
    ['yyyy"年"', true],
    ['h:mm:ss', false],
    ['mm:ss.0', false],
    ['0.00', false],
    ['General', false],
    ['"day" 0', false],
    ['[Red]#,##0', false],
    ['000-00-0000', false],
  ])('format %s shows a day: %s', (code, day) => expect(showsDay(code)).toBe(day));
});

/** A workbook with a second part of styles, renamed to the first where the pattern finds its name. */
const renamed = (name: RegExp): Buffer =>
  Buffer.from(
    workbookOf({ rows: HEAD + NORA, more: { 'xl/styleT.xml': '<styleSheet/>' } })
      .toString('latin1')
      .replace(name, 'xl/styles.xml'),
    'latin1',
  );

describe('a hostile or foreign workbook is refused', () => {
  it.each<[string, () => Buffer, RegExp]>([
    [
      'a zip bomb',
      () => workbookOf({ rows: HEAD, more: { 'xl/sharedStrings.xml': Buffer.alloc(60_000_000, 0x20) } }),
      /many times its size/,
    ],
    [
      'a cell far away',
      () => workbookOf({ rows: `${HEAD}<row r="1048576">${inline('XFD1048576', 'x')}</row>` }),
      /Row 1048576 has a cell in column 16384\. A census can have up to 1000 columns\./,
    ],
    [
      'a column that is none',
      () => workbookOf({ rows: `<row r="1">${inline('XFE1', 'x')}</row>` }),
      /A cell of the workbook is in an invalid column\. Save the workbook again\./,
    ],
    [
      'a row that is none',
      () => workbookOf({ rows: '<row r="1048577"></row>' }),
      /A row of the workbook has an invalid row number\. Save the workbook again\./,
    ],
    [
      'a long cell',
      () => workbookOf({ rows: `<row r="1">${inline('A1', 'x'.repeat(40_000))}</row>` }),
      /32767 characters/,
    ],
    [
      'a document type',
      () =>
        workbookOf({ rows: '', more: { 'xl/worksheets/people.xml': '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' } }),
      /DOCTYPE/,
    ],
    ['a damaged sheet', () => workbookOf({ rows: `${HEAD}<row><c>` }), /damaged/],
    ['a cut archive', () => workbookOf({ rows: HEAD + NORA }).subarray(0, 900), /damaged/],
    [
      'a cell whose shared text is missing',
      () => workbookOf({ rows: `${HEAD}${NORA.replace('</row>', '<c r="AB2" t="s"><v>7</v></c></row>')}` }),
      /cell AB2 points to a text that the workbook does not contain/,
    ],
    [
      'a part that occurs twice',
      () => renamed(/xl\/styleT\.xml/g),
      /part "xl\/styles\.xml" occurs twice in the archive/,
    ],
    [
      'a part with another name in front of its data than in the directory',
      () => renamed(/xl\/styleT\.xml/),
      /part "xl\/styleT\.xml" has two different names/,
    ],
    ['no workbook', () => zipOf({ 'readme.txt': 'hello' }), /This zip archive does not contain a workbook\./],
    ['a sheet of Numbers', () => zipOf({ 'Index/Document.iwa': 'x' }), /Apple Numbers/],
    [
      'a text document',
      () =>
        zipOf({
          '_rels/.rels':
            '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
          'word/document.xml': '<a/>',
        }),
      /Word/,
    ],
    ['a binary workbook', () => zipOf({ 'xl/workbook.bin': '' }), /xlsb/],
    [
      'no visible sheet',
      () =>
        workbookOf({
          rows: '',
          workbook:
            '<workbook xmlns:r="urn:r"><sheets><sheet name="P" state="veryHidden" r:id="rId7"/></sheets></workbook>',
        }),
      /no visible sheet/,
    ],
    [
      'no headings',
      () => workbookOf({ rows: NORA }),
      /We couldn’t find a header row\. The census needs a row that names its columns, including First Name and Last Name\./,
    ],
  ])('%s', async (_, bytes, words) => {
    const content = bytes();
    expect(await refusalOf(readBytes('a.xlsx', content))).toMatch(words);
  });

  it('reads empty formatted cells far away as nothing', async () => {
    const { records } = await read({ rows: `${HEAD}${NORA.replace('</row>', '<c r="XFD2" s="2"/></row>')}` });
    expect(records).toHaveLength(1);
  });

  it('never fails in any other way, whatever is changed in the bytes', async () => {
    const good = workbookOf({ rows: HEAD + NORA });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ at: fc.nat(good.length - 1), byte: fc.nat(255) }), { minLength: 1, maxLength: 4 }),
        async (changes) => {
          const bytes = Buffer.from(good);
          for (const { at, byte } of changes) bytes[at] = byte;
          await readBytes('a.xlsx', bytes).catch((error: unknown) => expect(error).toBeInstanceOf(Refusal));
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('what a workbook holds beside its list', () => {
  const two = (second: string) =>
    workbookOf({
      rows: HEAD + NORA,
      workbook:
        '<workbook xmlns:r="urn:r"><sheets><sheet name="Actives" r:id="rId7"/><sheet name="COBRA" r:id="rId8"/></sheets></workbook>',
      more: { 'xl/worksheets/notes.xml': `<worksheet><sheetData>${second}</sheetData></worksheet>` },
    });

  it('other sheets are named where they hold people, and not where they hold notes or headings only', async () => {
    expect((await readBytes('a.xlsx', two(HEAD + NORA))).facts).toMatchObject({ records: 1, otherSheets: ['COBRA'] });
    expect((await readBytes('a.xlsx', two(HEAD))).facts.otherSheets).toBeUndefined();
    expect(
      (await readBytes('a.xlsx', two(`<row r="1">${inline('A1', 'Questions? Call us')}</row>`))).facts.otherSheets,
    ).toBeUndefined();
  });

  it('hidden rows and formulas without a value are told', async () => {
    const { records, facts } = await read({
      rows: `${HEAD}${NORA.replace('<row r="2"', '<row r="2" hidden="1"').replace('</row>', '<c r="X2" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="Y2"><f>A1</f></c></row>')}`,
    });
    expect(records).toHaveLength(1);
    expect(facts.remarks.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['hidden_rows', 'formula_without_value']),
    );
  });

  it('a formula without a value in the place of a plan is a question, and one that says nothing is empty', async () => {
    const head = `<row r="1">${['First Name', 'Last Name', 'SSN', 'Medical Plan', 'Dental Plan'].map((text, column) => cellOf(text, column, 1)).join('')}</row>`;
    const row = (plan: string): SheetParts => ({
      rows: `${head}<row r="2">${cellOf('Nora', 0, 2)}${cellOf('Quill', 1, 2)}${cellOf('219456701', 2, 2)}${plan}</row>`,
    });
    const unknown = await read(row('<c r="D2"><f>VLOOKUP(A2,Plans,2)</f></c>'));
    expect(unknown.records[0]?.problems.map(({ field, code }) => [field, code])).toEqual([
      ['coverages.0.planKey', 'sheet_error'],
    ]);
    const empty = await read(row('<c r="D2" t="str"><f>IF(A2="","",B9)</f><v></v></c>'));
    expect([
      empty.records[0]?.problems,
      empty.records[0]?.coverages,
      empty.facts.remarks.map(({ code }) => code),
    ]).toEqual([[], [], ['date_of_birth_missing']]);
  });
});
