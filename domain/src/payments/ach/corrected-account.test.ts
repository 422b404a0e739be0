import { expect, it } from 'vitest';
import { correctedAccount } from './corrected-account.ts';

it.each([
  ['C01', '1918171614', { account: '1918171614' }],
  ['C02', '231380104', { routing: '231380104' }],
  ['C03', '231380104   744-5678-99', { routing: '231380104', account: '744-5678-99' }],
  ['C05', '37', { kind: 'savings' }],
  ['C06', '744-5678-99         22', { account: '744-5678-99', kind: 'checking' }],
  ['C07', '231380104744-5678-99      27', { routing: '231380104', account: '744-5678-99', kind: 'checking' }],
  ['C02', '231380105', undefined],
  ['C04', 'NEW NAME', { holder: 'NEW NAME' }],
  // The name is stored in clear.
  ['C04', 'ANN ABBOTT 219450001', undefined],
  ['C09', 'CIM-2026-000017', { individualId: 'CIM-2026-000017' }],
  ['C13', '', { takesNoAddenda: true }],
  ['C04', '', undefined],
  ['constructor', 'x', undefined],
])('a change %s of "%s" corrects the account', (code, data, corrected) => {
  expect(correctedAccount(code, data)).toEqual(corrected);
});
