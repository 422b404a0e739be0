import { isNothing, isSheetError } from '@openbenefits/domain/files/census/values/cell-values';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { readFile } from '../files/readers/read-file.ts';
import { SAMPLE_DAY, withFile } from '../files/readers/samples/read-here.ts';
import { ssnOf } from '../trust/real-server.ts';
import { type ExportColumn, type ExportFormat, tableBytes } from '../downloads/table-file.ts';

/**
 * What an export writes is read back as it was (trust P33), in ten thousand rows with every text that a spreadsheet
 * might run or a parser trip over.
 */
const ROWS = 10_000;

const TEXTS = [
  '=1+1',
  '=HYPERLINK("http://x.test","click")',
  '+1 555',
  '-2+3',
  '@SUM(A1)',
  "'quoted'",
  "'=1+1",
  "''=1+1",
  "'",
  '%00',
  "=cmd|' /C calc'!A0",
  'a,b',
  'a;b',
  'a|b',
  'a\tb',
  'say "hi"',
  '"',
  '""',
  'two\nlines',
  'Zoë',
  'Núñez',
  'Łukasz',
  'Ngọc',
  '日本',
  'مرحبا',
  '👩‍👩‍👧',
  'O’Brien',
  'null',
  'NaN',
  'TRUE',
  '1e5',
  '007',
  '1/2',
  '3-4',
  '12:30',
  '2026-01-01',
  '0x1F',
  '--',
  'sep=,',
  'First Name',
  '#N/A',
  '&amp;',
  '<b>',
  ']]>',
  '_x0041_',
  'a\\',
  '\\"',
  '%',
  '`',
  'ﬁ',
  'é',
] as const;

type Row = {
  id: string;
  first: string;
  last: string;
  ssn: string;
  born: string;
  hired: string;
  street: string;
  city: string;
  zip: string;
  title: string;
  department: string;
  salary: number;
};

const text = (index: number, shift: number): string => TEXTS[(index * 7 + shift * 11) % TEXTS.length] as string;
const day = (index: number): string =>
  `${1950 + (index % 50)}-${String((index % 12) + 1).padStart(2, '0')}-${String((index % 28) + 1).padStart(2, '0')}`;
/** Every text is in every column, in different rows. */
const rows = Array.from({ length: ROWS }, (_, index): Row => ({
  id: `E${index}`,
  first: `${text(index, 1)} ${index}`,
  last: `${text(index, 2)} ${index}`,
  ssn: ssnOf(index),
  born: day(index),
  hired: '2025-01-21',
  street: text(index, 3),
  city: text(index, 4),
  zip: String((index * 9) % 100_000).padStart(5, '0'),
  title: text(index, 5),
  department: text(index, 6),
  salary: 3_000_001 + index * 13,
}));

const COLUMNS: ExportColumn<Row>[] = [
  { header: 'Employee ID', value: ({ id }) => id },
  { header: 'Relationship', value: () => 'Employee' },
  { header: 'First Name', value: ({ first }) => first },
  { header: 'Last Name', value: ({ last }) => last },
  { header: 'SSN', value: ({ ssn }) => ssn },
  { header: 'Date of Birth', kind: 'date', value: ({ born }) => born },
  { header: 'Hire Date', kind: 'date', value: ({ hired }) => hired },
  { header: 'Address', value: ({ street }) => street },
  { header: 'City', value: ({ city }) => city },
  { header: 'ZIP', value: ({ zip }) => zip },
  { header: 'Job Title', value: ({ title }) => title },
  { header: 'Department', value: ({ department }) => department },
  { header: 'Salary', kind: 'money', value: ({ salary }) => salary },
];

async function exported(format: ExportFormat): Promise<Buffer> {
  async function* batches(): AsyncGenerator<Row[]> {
    for (let from = 0; from < ROWS; from += 500) yield rows.slice(from, from + 500);
  }
  const parts: Uint8Array[] = [];
  for await (const part of tableBytes({ sheet: 'People', columns: COLUMNS, batches: batches() }, format))
    parts.push(part);
  return Buffer.concat(parts);
}

/**
 * A field is one line: a break in a cell is read as a space. Placeholders for empty values and formula errors are read
 * as empty; the latter are reported.
 */
const meant = (value: string | number): string | number | undefined =>
  isNothing(value) || (typeof value === 'string' && isSheetError(value))
    ? undefined
    : typeof value === 'string'
      ? value.replace('\n', ' ')
      : value;

const told = (one: EnrollmentRecord) => ({
  id: one.employeeId,
  first: one.firstName,
  last: one.lastName,
  ssn: one.ssn,
  born: one.dateOfBirth,
  hired: one.hireDate,
  street: one.addressLine1,
  city: one.city,
  zip: one.zip,
  title: one.jobTitle,
  department: one.department,
  salary: one.salary,
});

describe('ten thousand rows of every text', () => {
  it.each(['csv', 'xlsx'] as const)('as %s are read back as they were', async (format) => {
    const read: EnrollmentRecord[] = [];
    const bytes = await exported(format);
    await withFile(`people.${format}`, bytes, async (path) => {
      for await (const { records } of readFile({ path, today: SAMPLE_DAY })) read.push(...records);
    });
    expect(read).toHaveLength(ROWS);
    const wrong = read.flatMap((one, index) => {
      const [back, sent] = [told(one) as Record<string, unknown>, rows[index] as Row];
      return Object.entries(sent).flatMap(([key, value]) =>
        back[key] === meant(value) ? [] : [`${key}: ${JSON.stringify(value)} became ${JSON.stringify(back[key])}`],
      );
    });
    expect(wrong.slice(0, 20)).toEqual([]);
  });

  it('as CSV hold no cell that a spreadsheet would run, as another parser sees them', async () => {
    const cells = parse(await exported('csv'), { bom: true }).flat();
    expect(cells).toHaveLength((ROWS + 1) * COLUMNS.length);
    expect(cells.filter((cell) => /^[=+\-@\t\r\n\0]/.test(cell))).toEqual([]);
  });

  it('as a workbook hold texts as texts, as another parser sees them, and no formula', async () => {
    const book = await readXlsx(await exported('xlsx'));
    const [, ...body] = book.sheets[0]?.rows ?? [];
    expect(body).toHaveLength(ROWS);
    expect(body.map((cells) => [cells[2], cells[3], cells[7], cells[9]])).toEqual(
      rows.map(({ first, last, street, zip }) => [first, last, street, zip]),
    );
  });
});
