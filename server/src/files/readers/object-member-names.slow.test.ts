import { Refusal } from '@openbenefits/domain/refusal';
import { describe, expect, it } from 'vitest';
import { edi834 } from '../../testing/samples.ts';
import { readBytes } from './samples/read-here.ts';
import { cellOf, workbookOf } from './samples/workbook-of.ts';

/**
 * Names that every JavaScript object answers to: a table that is looked up by a text of a file must not find them (ASVS
 * 15.3.6).
 */
const NAMES = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];
const spellings = (name: string): string[] => [
  name,
  name.toUpperCase(),
  `${name[0]?.toUpperCase()}${name.slice(1)}`,
  `Dependent 1 ${name}`,
  `${name}_dt`,
  `brth_${name}`,
  `${name} 2`,
  `Medical ${name}`,
  `Eep${name}`,
  `Eed${name}`,
  `con${name}`,
];

/** Reads the file, or refuses it in words; any other error is a fault of ours. */
async function isReadOrRefused(file: string, bytes: Buffer | string): Promise<boolean> {
  try {
    await readBytes(file, bytes);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

const HEADINGS = [
  'First Name',
  'Last Name',
  'SSN',
  'Date of Birth',
  'Relationship',
  'Medical Plan',
  'Coverage Start Date',
  'Status',
  'Coverage Level',
];
const ROW = ['Ada', 'Oak', '219820001', '1980-01-02', 'Self', 'MED-PPO', '2026-12-01', 'Active', 'EE'];
const ULTIPRO = ['EepNameFirst', 'EepNameLast', 'EepSSN', 'EepDateOfBirth'];

/** A list with the name as a heading of its own, behind each heading, and in each cell. */
const listsWith = (name: string): string[][][] => [
  ...spellings(name).flatMap((heading) => [
    [
      [...HEADINGS, heading],
      [...ROW, 'Yes'],
    ],
    [
      [...ULTIPRO, heading],
      [...ROW.slice(0, 4), 'Yes'],
    ],
  ]),
  ...ROW.map((_, at) => [HEADINGS, ROW.with(at, name)]),
  [
    ['First Name', 'Last Name', 'Employee ID', 'Field', 'Old Value', 'New Value'],
    ['Ada', 'Oak', '1', name, 'a', 'b'],
  ],
];

describe.each(NAMES)('%s, the name of a member of every object', (name) => {
  it('is a text like any other in each place of a CSV file and of a workbook', async () => {
    for (const rows of listsWith(name)) {
      expect(await isReadOrRefused('list.csv', `${rows.map((cells) => cells.join(',')).join('\n')}\n`)).toBe(true);
      const xml = rows
        .map(
          (cells, row) =>
            `<row r="${row + 1}">${cells.map((cell, column) => cellOf(cell, column, row + 1)).join('')}</row>`,
        )
        .join('');
      expect(await isReadOrRefused('list.xlsx', workbookOf({ rows: xml }))).toBe(true);
    }
  });

  it('is a text like any other as an element, an attribute and a value of XML', async () => {
    const person =
      '<FirstName>Ada</FirstName><LastName>Oak</LastName><SSN>219820001</SSN><DOB>1980-01-02</DOB><MedicalPlan>MED-PPO</MedicalPlan>';
    for (const inner of [
      `${person}<${name}>Yes</${name}>`,
      `${person}<${name} name="Plan">Yes</${name}>`,
      `${person}<Field name="${name}">Yes</Field>`,
      `${person}<Coverage ${name}="Yes"><Type>${name}</Type><Plan>${name}</Plan></Coverage>`,
      `${person}<${name}><FirstName>Ben</FirstName><Relationship>${name}</Relationship></${name}>`,
    ])
      for (const root of ['Employees', name])
        expect(await isReadOrRefused('list.xml', `<${root}><Employee>${inner}</Employee></${root}>`)).toBe(true);
  });

  it('is a text like any other in each element of an 834', async () => {
    const text = edi834([
      {
        first: 'ADA',
        last: 'OAK',
        ssn: '219820001',
        birth: '19800102',
        family: '219820001',
        plans: [['HLT', 'MED-PPO', '20260101']],
      },
    ]);
    const segments = text.split('~');
    for (const [at, segment] of segments.entries()) {
      const elements = segment.split('*');
      // The interchange header is of fixed length.
      if (segment.trim() === '' || segment.startsWith('ISA')) continue;
      for (const place of elements.keys())
        expect(
          await isReadOrRefused(
            'people.edi',
            segments.with(at, elements.with(place, place === 0 ? `\n${name}` : name).join('*')).join('~'),
          ),
        ).toBe(true);
    }
  });
});
