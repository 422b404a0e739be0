import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { listOf, rowOf } from './refused-list.ts';

it('shows SSNs and ZIP codes of a sheet with the zeros that its cells showed, and keeps them numbers', async () => {
  const row = {
    raw: rowOf('xlsx', ['Ada', 19900002, 2139, 7], ','),
    sent: '',
    reason: 'SSN is wrong.',
    family: null,
    familyByPlace: false,
  };
  const file = await listOf('xlsx', rowOf('xlsx', ['First Name', 'SSN', 'ZIP', 'Hours'], ','), [row]);
  const [sheet] = (await readXlsx(file, { readStyles: true })).sheets;
  expect(sheet?.rows[1]).toEqual(['Ada', 19900002, 2139, 7, 'SSN is wrong.']);
  expect([1, 2, 3].map((column) => sheet?.cells?.get(`1,${column}`)?.style?.numFmt)).toEqual([
    '000000000',
    '00000',
    undefined,
  ]);
});

it('gives the days of a sheet back as days, and leaves what is none as it was written', async () => {
  const raw = rowOf('xlsx', ['Ada', '1985-03-14', '31/31/2020', '2026-01-01', '1899-05-01'], ',');
  const head = rowOf('xlsx', ['First Name', 'Date of Birth', 'Hire Date', 'Notes', 'Medical Effective Date'], ',');
  const [sheet] = (
    await readXlsx(
      await listOf('xlsx', head, [{ raw, sent: '', reason: 'Wrong.', family: null, familyByPlace: false }]),
      { readStyles: true },
    )
  ).sheets;
  expect(sheet?.rows[1]).toEqual([
    'Ada',
    new Date(Date.UTC(1985, 2, 14)),
    '31/31/2020',
    '2026-01-01',
    '1899-05-01',
    'Wrong.',
  ]);
  const numbers = rowOf('xlsx', ['Bea', 31485, '31/31/2020', '', ''], ',');
  const row = { sent: '', reason: 'Wrong.', family: null, familyByPlace: false };
  const [mixed] = (
    await readXlsx(
      await listOf('xlsx', head, [
        { ...row, raw },
        { ...row, raw: numbers },
      ]),
    )
  ).sheets;
  expect(mixed?.rows.map((cells) => cells[1])).toEqual(['Date of Birth', '1985-03-14', 31485]);
});
