import { expect, it } from 'vitest';
import { sharedTaxIdRefusal, unissuedPrefix } from './tax-id.ts';

it.each([
  ['12-3456789', undefined],
  ['123456789', undefined],
  [' 27-1234567 ', undefined],
  ['10-1234567', undefined],
  ['99-1234567', undefined],
  ['', undefined],
  ['07', undefined],
  ['07-12345678', undefined],
  ['••-•••4321', undefined],
  ['00-1234567', '00'],
  ['071234567', '07'],
  ['17-1234567', '17'],
  ['28-1234567', '28'],
  ['49-1234567', '49'],
  ['69-1234567', '69'],
  ['70-1234567', '70'],
  ['79-1234567', '79'],
  [' 89-1234567', '89'],
  ['97-1234567', '97'],
])('of %j the prefix that was never issued is %s', (taxId, prefix) => expect(unissuedPrefix(taxId)).toBe(prefix));

it('a tax ID that another group has takes a reason', () => {
  const acorn = { name: 'Acorn Dairy', cim: 'CIM-1' };
  expect(sharedTaxIdRefusal([], undefined)).toBeUndefined();
  expect(sharedTaxIdRefusal([acorn], undefined)).toBe(
    'Acorn Dairy (CIM-1) has this tax ID. Correct the number, or enter a reason for using it twice.',
  );
  expect(sharedTaxIdRefusal([acorn, { name: 'Acorn Farms', cim: 'CIM-2' }], ' x ')).toBe(
    '2 other groups have this tax ID. Correct the number, or enter a reason for using it twice.',
  );
  expect(sharedTaxIdRefusal([acorn], 'One employer with two divisions')).toBeUndefined();
});
