import { expect, it } from 'vitest';
import { nameIn } from './fetch-file.ts';

it.each([
  ['attachment; filename="refused-rows.csv"', 'refused-rows.csv'],
  [`attachment; filename="march _.edi"; filename*=UTF-8''march%20%C3%B6.edi`, 'march ö.edi'],
  [null, ''],
])('a file keeps its name: %s', (disposition, name) => {
  expect(nameIn(disposition)).toBe(name);
});
