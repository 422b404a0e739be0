import { expect, it } from 'vitest';
import { firstEmail, firstPhone } from './contact-cells.ts';

it.each<[string, string, boolean]>([
  ['ada@x.com', 'ada@x.com', false],
  ['mailto:ada@x.com', 'ada@x.com', false],
  ['Ada Abbott <ada@x.com>', 'ada@x.com', false],
  ['ada@x.com.', 'ada@x.com', false],
  ['ada@x.com; ada@y.com', 'ada@x.com', true],
  ['ada@x.com/ada@y.com', 'ada@x.com', true],
  // No address stays what it is, and is told.
  ['ada', 'ada', false],
  ['none yet, ada@x.com', 'none yet, ada@x.com', false],
])('%s as an email address', (cell, text, hasMore) => expect(firstEmail(cell)).toEqual({ text, hasMore }));

it.each<[string, string, boolean]>([
  ['617-555-0100', '617-555-0100', false],
  ['(617) 555-0102 cell', '(617) 555-0102', false],
  ['Home: 617-555-0102', '617-555-0102', false],
  ['617-555-0100 / 617-555-0101', '617-555-0100', true],
  ['617-555-0100 (c), 617-555-0101 (h)', '617-555-0100', true],
  ['ask at the desk', 'ask at the desk', false],
])('%s as a telephone number', (cell, text, hasMore) => expect(firstPhone(cell)).toEqual({ text, hasMore }));
