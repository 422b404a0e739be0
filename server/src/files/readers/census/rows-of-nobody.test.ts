import { expect, it } from 'vitest';
import { isTitleOfPart } from './rows-of-nobody.ts';

it.each([
  'Sales Department',
  'Dept 200 - Shipping',
  'Location: Dubuque',
  'Warehouse',
  'Hourly Employees',
  'Sales & Marketing',
  'Part-Time',
  'Class 1',
  'Plant #3',
])('%s heads a part of a list', (title) => expect(isTitleOfPart(title)).toBe(true));

// Names; and what may say something of the people below.
it.each(['Smith', 'John Smith', 'Class', 'Abbott, Ada', 'Terminated Employees', 'Medical Plan Members', 'MED-PPO', 'Dental', 'COBRA Staff', 'Waived'])(
  '%s is asked about',
  (text) => expect(isTitleOfPart(text)).toBe(false),
);
