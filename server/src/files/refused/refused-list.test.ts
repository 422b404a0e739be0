import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { listOf, rowOf } from './refused-list.ts';

it('shows SSNs and ZIP codes of a sheet with the zeros that its cells showed, and keeps them numbers', async () => {
  const row = { raw: rowOf('xlsx', ['Ada', 19900002, 2139, 7], ','), sent: '', reason: 'SSN is wrong.', family: null, familyByPlace: false };
  const file = await listOf('xlsx', rowOf('xlsx', ['First Name', 'SSN', 'ZIP', 'Hours'], ','), [row]);
  const [sheet] = (await readXlsx(file, { readStyles: true })).sheets;
  expect(sheet?.rows[1]).toEqual(['Ada', 19900002, 2139, 7, 'SSN is wrong.']);
  expect([1, 2, 3].map((column) => sheet?.cells?.get(`1,${column}`)?.style?.numFmt)).toEqual(['000000000', '00000', undefined]);
});
