import { describe, expect, it } from 'vitest';
import { ColumnsToAdd, headingOf } from './added-columns.ts';
import { matchColumns } from './columns.ts';

const NAMES = ['First Name', 'Last Name'];
const calledIn = (headings: readonly string[]): string[] =>
  [...new ColumnsToAdd(headings, []).all()].map(({ heading }) => heading);

describe('columns that can be added to a list', () => {
  it.each([
    [['First Name', 'Last Name']],
    [['Employee Name', 'SSN', 'Zip', 'Email']],
    [
      [
        'Last Name',
        'First Name',
        'SSN',
        'DOB',
        'Medical Plan',
        'Medical Tier',
        'Dental Plan',
        'Dental Tier',
        'Effective Date',
      ],
    ],
    [['Last Name', 'First Name', 'Relationship', 'Plan', 'Level', 'Start', 'End']],
    [['Employee ID', 'Name', 'Relationship', 'Benefit', 'Plan', 'Effective Date', 'Termination Date']],
    [['EE SSN', 'Dep SSN', 'First Name', 'Last Name', 'Rel']],
    [['First Name', 'Last Name', 'Dep 1 First Name', 'Dep 1 Last Name', 'Dep 1 DOB', 'Spouse Name', 'Spouse DOB']],
    [['SSN', 'Plan', 'Effective Date']],
    [['First Name', 'Last Name', 'Term Date', 'Eff Date']],
  ])('beside %j are each read as just their field, and all others as before', (headings) => {
    const before = matchColumns(headings).columns.map(({ index, field, dependent }) => [index, field, dependent]);
    const all = [...new ColumnsToAdd(headings, []).all()];
    expect(all.length).toBeGreaterThan(15);
    for (const one of all) {
      const { columns } = matchColumns([...headings, headingOf(one)]);
      const own = columns.filter(({ index }) => index === headings.length);
      expect(
        own.map(({ field, dependent }) => [field, dependent]),
        one.heading,
      ).toEqual([[one.field, 0]]);
      expect(
        columns
          .filter(({ index }) => index < headings.length)
          .map(({ index, field, dependent }) => [index, field, dependent]),
        one.heading,
      ).toEqual(before);
    }
  });

  it('are all that are offered where nothing but names is there', () => {
    expect(new Set(calledIn(NAMES)).size).toBe(calledIn(NAMES).length);
    expect(calledIn(NAMES)).toHaveLength(54);
  });

  it('are none that the list has, in its own words or in those of its sender', () => {
    expect(calledIn([...NAMES, 'Geburtsdatum', 'Rel'])).not.toEqual(expect.arrayContaining(['Date of Birth']));
    const told = new ColumnsToAdd([...NAMES, 'Wie'], [{ heading: 'Wie', field: 'relationship', dependent: 0 }]);
    expect(told.called('Relationship')).toBeUndefined();
    expect(told.called('Gender')).toEqual({ heading: 'Gender', field: 'gender' });
    expect(told.called('Group')).toBeUndefined();
  });

  it('leave out what would change whom or what the other columns speak of', () => {
    expect(calledIn([...NAMES, 'Dep 1 First Name', 'Dep 1 DOB'])).not.toContain('Relationship');
    expect(calledIn(['SSN', 'Plan', 'Effective Date'])).not.toContain('Relationship');
    // Alone it is the person's own.
    expect(calledIn([...NAMES, 'Subscriber SSN'])).not.toContain('SSN');
    // Beside a start of coverage the Term Date would be the end of that.
    expect(calledIn([...NAMES, 'Term Date'])).not.toContain('Coverage Start Date');
    expect(calledIn([...NAMES, 'Term Date'])).toContain('Hire Date');
  });

  it('are told for a field that has none: of the line where lines have columns of their own, else of any', () => {
    const levels = new ColumnsToAdd([...NAMES, 'Medical Tier', 'Dental Tier'], []);
    expect(levels.missing(['plan.medical'])?.heading).toBe('Medical Plan');
    expect(levels.missing(['plan.dental'])?.heading).toBe('Dental Plan');
    expect(levels.missing(['until.dental', 'until'])?.heading).toBe('Dental End Date');
    const general = new ColumnsToAdd([...NAMES, 'Level'], []);
    expect(general.missing(['plan.dental'])?.heading).toBe('Plan');
    expect(general.missing(['until.dental', 'until'])?.heading).toBe('Coverage End Date');
    expect(general.missing(['tier.dental', 'tier'])).toBeUndefined();
    expect(general.missing(['familyId', 'subscriberKey'])?.heading).toBe('Subscriber ID');
    expect(new ColumnsToAdd([...NAMES, 'Plan'], []).missing(['plan.dental'])).toBeUndefined();
    expect(new ColumnsToAdd([...NAMES, 'Medical Plan'], []).missing(['plan.dental'])?.heading).toBe('Dental Plan');
  });
});
