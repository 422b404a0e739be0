import { describe, expect, it } from 'vitest';
import { matchColumns } from '../headings/columns.ts';
import { fieldOfHeading } from '../headings/field-of-heading.ts';
import { isDitto } from './ditto-marks.ts';
import {
  lastNameFirst,
  relationshipInName,
  withoutOtherPart,
  withoutSuffix,
  withoutTitle,
  withoutNote,
} from './name-cells.ts';

describe('names in a cell', () => {
  it.each([
    ['Abbott Ada', 'Abbott, Ada'],
    ['Bell Ben A.', 'Bell, Ben A.'],
    ['De La Cruz Maria', 'De La Cruz, Maria'],
    ['Abbott, Ada Mae', 'Abbott, Ada Mae'],
    ['Garcia Lopez Maria', undefined],
  ])('%s under Name (Last First) is %s', (written, read) => expect(lastNameFirst(written)).toBe(read));

  it.each([
    ['Ben Abbott (spouse)', 'Ben Abbott', 'spouse'],
    ['- Child 2: Cal', 'Cal', 'Child'],
    ['Ed (Eddie) Eads', undefined, undefined],
    ['Ed Eads (Eddie)', undefined, undefined],
  ])('%s', (written, name, relationship) =>
    expect(relationshipInName(written)).toEqual(name && { name, relationship }),
  );

  it('are told apart from titles and suffixes', () => {
    expect(withoutTitle('Dr. Ada')).toBe('Ada');
    expect(withoutTitle('Drew')).toBe('Drew');
    expect(withoutSuffix("O'Brien, Jr.")).toEqual({ lastName: "O'Brien", suffix: 'Jr' });
    expect(withoutSuffix('Vi')).toEqual({ lastName: 'Vi' });
  });

  it('are no ditto marks', () =>
    expect(['"', "''", 'same', 'Do.', 'Do', 'Samuel', '-'].map(isDitto)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]));
});

describe('headings that count plans', () => {
  it.each([
    ['Plan 1', 'plan.medical'],
    ['Plan 2', 'plan.2'],
    ['Plan Code 2', 'plan.2'],
    ['Plan 3 Tier', 'tier.3'],
    ['Effective Date 2', 'from.2'],
    ['Plan 2 End Date', 'until.2'],
    ['Medical Plan 2', 'plan.2'],
    ['Address 2', 'addressLine2'],
    ['Coverage 2', undefined],
  ])('%s is %s', (heading, field) => expect(fieldOfHeading(heading)?.field).toBe(field));

  it('need a plan of their number', () => {
    expect(matchColumns(['First Name', 'Last Name', 'Plan', 'Tier 2']).ignored).toEqual(['Tier 2']);
    expect(
      matchColumns(['First Name', 'Last Name', 'Plan', 'Tier', 'Plan', 'Tier'])
        .columns.map(({ field }) => field)
        .toSorted(),
    ).toEqual(['firstName', 'lastName', 'plan.2', 'plan.medical', 'tier', 'tier.2']);
  });
});

it('leaves out of a part of the name what stands in the other part', () => {
  expect(withoutOtherPart('Abbott, Ada', 'Ada', true)).toBe('Abbott');
  expect(withoutOtherPart('Burns, Bob', 'Burns', false)).toBe('Bob');
  expect(withoutOtherPart('Abbott, Ada', 'Eve', true)).toBeUndefined();
  expect(withoutOtherPart('Abbott, Jr.', 'Ada', true)).toBeUndefined();
  expect(withoutOtherPart('Abbott', 'Ada', true)).toBeUndefined();
});

it.each<[string, unknown]>([
  ['Fay Dunn (On Leave)', { name: 'Fay Dunn', status: undefined }],
  // Either may be the legal name.
  ['Ada (Addie)', undefined],
  ['Ada (Smith) Abbott', undefined],
  ['Dunn (On Leave), Fay', { name: 'Dunn, Fay', status: undefined }],
  ['Cole (Jr), Eli', { name: 'Cole Jr, Eli', status: undefined }],
  ['Eaks, Gil - LOA', { name: 'Eaks, Gil', status: undefined }],
  ['Hill, Jo (T)', { name: 'Hill, Jo', status: 'left' }],
  ['Gray, Ida [COBRA]', { name: 'Gray, Ida', status: 'cobra' }],
  ['Hall, Kay - TERM', { name: 'Hall, Kay', status: 'left' }],
  ['Smith-Jones, Al', undefined],
  ['Lee - Wong', undefined],
  ['(Addie)', undefined],
])('%s without a note', (text, expected) => expect(withoutNote(text)).toEqual(expected));
