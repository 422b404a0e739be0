import fc from 'fast-check';
import { expect, it } from 'vitest';
import { guardedCell, unguardedCell } from './guarded-cell.ts';

it.each(['=1+1', '+1 (555) 010-0199', '-5', '@SUM(A1)', '\tx', '\r=x', '\0=x', "=cmd|' /C calc'!A0", '＝1+1', '＠SUM'])(
  '%j is no formula any more',
  (text) => {
    expect(guardedCell(text)).not.toMatch(/^[=+\-@＝＋－＠\t\r\n\0]/);
    expect(unguardedCell(guardedCell(text))).toBe(text);
  },
);

it.each(["O'Dell", "'quoted", '', '-', "'=x", "''"])('%j comes back as it was', (text) =>
  expect(unguardedCell(guardedCell(text))).toBe(text),
);

it('never begins like a formula and is always read back, whatever the text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(guardedCell(text)).not.toMatch(/^[=+\-@＝＋－＠\t\r\n\0]/);
      expect(unguardedCell(guardedCell(text))).toBe(text);
    }),
  );
});
