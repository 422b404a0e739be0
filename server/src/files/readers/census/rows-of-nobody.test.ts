import { expect, it } from 'vitest';
import { isNote, isTitleOfPart } from './rows-of-nobody.ts';

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
it.each([
  'Smith',
  'John Smith',
  'Class',
  'Abbott, Ada',
  'Terminated Employees',
  'Medical Plan Members',
  'MED-PPO',
  'Dental',
  'COBRA Staff',
  'Waived',
])('%s is asked about', (text) => expect(isTitleOfPart(text)).toBe(false));

it.each([
  '* waivers on file',
  '* Waivers On File, see attached',
  'EE = Employee',
  'Terminated employees are not listed',
  'Waived - forms on file with HR',
  '* 2 dental forms to be received',
  'Employees: 2',
])('%s is a note', (text) => expect(isNote(text)).toBe(true));

// Names, and what is said of somebody by name.
it.each([
  'Ada Abbott',
  '* Ada Abbott',
  '* Cy Cole termed 10/31/2026',
  'Terminated: Cy Cole on 10/31',
  'Chang, Ann',
  'Drop Ben of Cole',
  'Maria de la Cruz',
])('%s is none', (text) => expect(isNote(text)).toBe(false));
