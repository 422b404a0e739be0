import { describe, expect, it } from 'vitest';
import { inPlainFields } from './ultipro-fields.ts';

describe('the columns of an UltiPro export', () => {
  it('are headings in plain words', () => {
    expect(inPlainFields(['EecEmpNo', 'EepNameLast', 'EepSSN', 'EedBenOption', 'EecUDField01'], [])).toEqual([
      'Employee Number',
      'Last Name',
      'SSN',
      'Benefit Option',
      'EecUDField01',
    ]);
  });

  it('say whose they are where dependents stand beside', () => {
    expect(inPlainFields(['EepNameLast', 'ConNameLast', 'ConRelationship', 'EedDedCode', 'DbnDedCode'], [])).toEqual([
      'Employee Last Name',
      'Dependent Last Name',
      'Dependent Relationship',
      'Plan Code',
      'Dependent 1 Plan Code',
    ]);
  });

  it('stay as they are where the sender’s mapping speaks of them, and in a list with one such name', () => {
    expect(
      inPlainFields(
        ['EepNameLast', 'EepNameFirst', 'EecLocation'],
        [{ heading: 'EecLocation', field: null, dependent: 0 }],
      ),
    ).toEqual(['Last Name', 'First Name', 'EecLocation']);
    expect(inPlainFields(['Last Name', 'EecLocation', 'Contact'], [])).toEqual(['Last Name', 'EecLocation', 'Contact']);
  });
});
