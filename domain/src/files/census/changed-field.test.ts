import { describe, expect, it } from 'vitest';
import { withChange } from './changed-field.ts';
import { type ChangedField, changeColumnsIn } from './headings/changes-by-field.ts';
import type { CensusField } from './headings/fields.ts';
import { WordBook } from './mapping.ts';
import type { CensusPlace } from './row-cells.ts';
import type { CellValue } from './values/cell-value.ts';

describe('the headings of a list of changes', () => {
  const columns = (...headings: string[]): unknown => changeColumnsIn(headings, () => false);

  it('name the field, the old value and the new one', () => {
    expect(columns('Employee ID', 'Name', 'Field', 'Old Value', 'New Value')).toEqual({ field: 2, was: 3, is: 4 });
    expect(columns('Name', 'Change Type', 'Change From', 'Change To')).toEqual({ field: 1, was: 2, is: 3 });
    expect(columns('Attribute', 'Previous', 'Current')).toEqual({ field: 0, was: 1, is: 2 });
  });

  it('are none where one of the three is missing, or stands there twice, or was matched', () => {
    expect(columns('Name', 'Old Value', 'New Value')).toBeUndefined();
    expect(columns('Field', 'New Value')).toBeUndefined();
    expect(columns('Field', 'From', 'To', 'Old Value')).toBeUndefined();
    expect(changeColumnsIn(['Field', 'Old', 'New'], (heading) => heading === 'New')).toBeUndefined();
  });
});

describe('a row of a list of changes', () => {
  const PLACE = {
    dates: { today: '2026-11-25', date1904: false, dayFirst: undefined },
    words: new WordBook([]),
    lineOfPlan: (plan: string) => (plan === 'DEN-BASIC' ? 'dental' : undefined),
  } as unknown as CensusPlace;
  const OWN: [CensusField, CellValue][] = [
    ['employeeId', '101'],
    ['fullName', 'Abbott, Ada'],
    ['from', '11/15/2026'],
  ];
  const read = (field: string, was: CellValue, is: CellValue): ReturnType<typeof withChange> =>
    withChange(new Map(OWN), { field, was, is } satisfies ChangedField, PLACE);

  it('has the new value in the place of the old one, and no day of coverage beside an address', () => {
    const { cells, was, problems } = read('City', 'Dubuque', 'Peosta');
    expect(Object.fromEntries(cells)).toEqual({ employeeId: '101', fullName: 'Abbott, Ada', city: 'Peosta' });
    expect([was, problems]).toEqual([undefined, []]);
  });

  it('tells who the person was', () => {
    const { cells, was } = read('Last Name', 'Abbott', 'Adams');
    expect([cells.get('firstName'), cells.get('lastName'), cells.has('fullName')]).toEqual(['Ada', 'Adams', false]);
    expect(was).toEqual({ lastName: 'Abbott' });
    expect(read('Name', 'Ada Abbott', 'Ada Adams').was).toEqual({ lastName: 'Abbott' });
    expect(read('SSN', '219-45-0001', '219-45-0011').was).toEqual({ ssn: '219450001' });
    expect(read('Birth Date', '03/14/1985', '03/15/1985').was).toEqual({ dateOfBirth: '1985-03-14' });
  });

  it('keeps the day of a change of plan, whose line is that of the plan', () => {
    const { cells } = read('Plan', '', 'DEN-BASIC');
    expect([cells.get('plan.dental'), cells.get('from')]).toEqual(['DEN-BASIC', '11/15/2026']);
    expect(read('Medical Tier', 'EE', 'Family').cells.get('plan.medical')).toBe('No change');
  });

  it.each([
    ['', 'a', 'b'],
    ['Cvg Opt', 'a', 'b'],
    ['Relationship', 'Spouse', 'Ex-Spouse'],
    ['Dep 2 First Name', 'Cal', 'Carl'],
    ['Medical Plan', 'MED-PPO', ''],
    ['Termination Date', '10/31/2026', ''],
    ['Coverage Start', '1/1/2026', '2/1/2026'],
  ])('asks where it is not known what has changed: %s from %s to %s', (field, was, is) => {
    expect(read(field, was, is).problems).toHaveLength(1);
  });

  it.each([
    ['Marital Status', 'Single', 'Married', 'change_unread'],
    ['Email', 'ada@example.com', '', 'change_empty'],
  ])('tells what it leaves out: %s', (field, was, is, code) => {
    const { problems, warnings } = read(field, was, is);
    expect([problems, warnings.map((one) => one.code)]).toEqual([[], [code]]);
  });
});
