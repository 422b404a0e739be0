import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { Refusal } from '@openbenefits/domain/refusal';
import { describe, expect, it } from 'vitest';
import { readBytes, readHere, refusalOf } from './samples/read-here.ts';

const sample = (name: string): string => new URL(`./samples/${name}`, import.meta.url).pathname;
const people = (inside: string): string => `<People>${inside}</People>`;
const employee = (n: number): string =>
  `<Employee><FirstName>Zoë${n}</FirstName><LastName>Long ${'x'.repeat(n % 300)}</LastName><DOB>1990-01-01</DOB></Employee>`;
const HEAD = 'First Name,Last Name,SSN,DOB\n';

describe('census.csv', () => {
  it('is read below its titles, with lines, repairs and problems in place', async () => {
    const { records, facts } = await readHere(sample('census.csv'));
    expect(
      records.map(({ line, firstName, isSubscriber, familyKey }) => [line, firstName, isSubscriber, familyKey]),
    ).toEqual([
      [4, 'Theresa "Tess"', true, '219456781'],
      [5, 'Mina', false, '219456781'],
      [6, 'Luis', true, '219456782'],
      [7, 'Una', true, '21945678'],
      [10, 'Gus', false, '21945678'],
    ]);
    expect(records[0]).toMatchObject({ dateOfBirth: '1987-09-21', zip: '01930', salary: 6_000_600, problems: [] });
    expect(records[0]?.coverages).toEqual([
      {
        line: 'medical',
        action: 'compare',
        planKey: 'MED-PPO',
        tierKey: 'EE + Child',
        tier: 'ECH',
        from: '2026-02-10',
      },
    ]);
    expect(records[2]).toMatchObject({
      coverages: [{ line: 'medical', action: 'waive' }],
      zip: '00501',
      hireDate: '2025-01-21',
    });
    expect(records[3]?.raw).toMatch(/^EE,"Line\nBreak",Una,.*\n$/);
    expect(records[3]?.problems.map(({ field }) => field)).toEqual([
      'dateOfBirth',
      'salary',
      'coverages.0.from',
      'ssn',
      'email',
      'zip',
    ]);
    expect(facts).toMatchObject({ mode: 'census', records: 5, problems: 1 });
    expect(facts.head).toMatch(/^Relationship,Last Name/);
    expect(facts.remarks.map(({ code, count, firstLine }) => [code, count, firstLine])).toEqual([
      ['family_by_position', 2, 5],
      ['row_without_person', 1, 11],
    ]);
  });
});

describe('a table below another', () => {
  it('is read by its own headings, and given back below those of the whole list', async () => {
    const { records, facts } = await readBytes(
      'a.csv',
      'Employee ID,First Name,Last Name,SSN,DOB\n1,Ada,Abbott,219450001,03/14/1985\nGender,Birth Date,Dependent First Name,Relationship,Employee ID\nM,07/20/1983,Ben,Spouse,1\nM,x,Cal,Child,1,more\n',
    );
    expect(
      records.map(({ line, firstName, relationship, familyKey, gender, dateOfBirth }) => [
        line,
        firstName,
        relationship,
        familyKey,
        gender,
        dateOfBirth,
      ]),
    ).toEqual([
      [2, 'Ada', 'self', '1', undefined, '1985-03-14'],
      [4, 'Ben', 'spouse', '1', 'male', '1983-07-20'],
      [5, 'Cal', 'child', '1', 'male', undefined],
    ]);
    expect(facts.head.trim()).toBe('Employee ID,First Name,Last Name,SSN,DOB,Gender,Relationship');
    expect(records.map(({ raw }) => raw.trim())).toEqual([
      '1,Ada,Abbott,219450001,03/14/1985',
      '1,Ben,,,07/20/1983,M,Spouse',
      '1,Cal,,,x,M,Child,more',
    ]);
    expect(records[2]?.problems.map(({ code }) => code)).toEqual(['not_a_date', 'more_cells']);
  });
});

describe('wide rows', () => {
  it('give the employee and its dependents', async () => {
    const { records, facts } = await readHere(sample('wide.csv'));
    expect(
      records.map(({ line, firstName, relationship, familyKey }) => [line, firstName, relationship, familyKey]),
    ).toEqual([
      [2, 'Nora', 'self', '219456701'],
      [2, 'Otto', 'spouse', '219456701'],
      [2, 'Pia', 'child', '219456701'],
      [3, 'Rhea', 'self', '219456702'],
    ]);
    expect(facts.remarks.map(({ code }) => code)).toEqual(['delimiter']);
  });
});

describe('ways of writing a list', () => {
  const people = [
    ['First Name', 'Last Name', 'City'],
    ['Zoë', "O'Brien-Núñez", 'São, Paulo'],
    ['Una', 'Line', ''],
  ];
  const text = (delimiter: string, end: string): string =>
    people.map((row) => row.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter)).join(end) +
    end;
  it.each<[string, string | Buffer]>([
    ['comma and LF', text(',', '\n')],
    ['comma and CRLF', text(',', '\r\n')],
    ['comma and CR', text(',', '\r')],
    ['semicolon', text(';', '\r\n')],
    ['tab', text('\t', '\n')],
    ['bar', text('|', '\n')],
    ['with a byte order mark', `\ufeff${text(',', '\n')}`],
    ['with sep=', `sep=;\n${text(';', '\n')}`],
    ['Windows-1252', Buffer.from(text(',', '\n'), 'latin1')],
    ['UTF-16', Buffer.from(`\ufeff${text('\t', '\r\n')}`, 'utf16le')],
    ['UTF-16 big endian', Buffer.from(`\ufeff${text('\t', '\r\n')}`, 'utf16le').swap16()],
    ['without an end of line at the end', text(',', '\n').trimEnd()],
  ])('%s', async (_, content) => {
    const { records } = await readBytes('people.csv', content);
    expect(records.map(({ firstName, lastName, city }) => [firstName, lastName, city])).toEqual([
      ['Zoë', "O'Brien-Núñez", 'São, Paulo'],
      ['Una', 'Line', undefined],
    ]);
  });

  it('ties families by number, by the subscriber, and by place', async () => {
    const byLink = await readBytes(
      'a.csv',
      'Relationship,First Name,Last Name,SSN,Subscriber SSN\nSpouse,B,X,,219-45-6701\nEE,A,X,219456701,219456701\n',
    );
    expect(byLink.records.map(({ familyKey }) => familyKey)).toEqual(['219456701', '219456701']);
    const byPlace = await readBytes('a.csv', 'Relationship,First Name,Last Name\nEE,A,X\nSpouse,B,X\nEE,C,Y\n');
    expect(byPlace.records.map(({ familyKey }) => familyKey)).toEqual(['line 2', 'line 2', 'line 4']);
    const orphan = await readBytes('a.csv', 'Relationship,First Name,Last Name\nSpouse,B,X\n');
    expect(orphan.records[0]?.problems.map(({ code }) => code)).toEqual(['family_key_missing']);
  });

  it('reads a missing or unknown relationship as a problem where relationships are told', async () => {
    const { records } = await readBytes('a.csv', 'Family ID,Relationship,First Name,Last Name\n1,,A,X\n1,friend,B,X\n');
    expect(records.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
      ['relationship_missing'],
      ['relationship_unknown'],
    ]);
  });
});

describe('what is refused', () => {
  it.each([
    [
      'no headings',
      'Alice,Adams,123\nBob,Baker,456\n',
      /We couldn’t find a header row\. The census needs a row that names its columns, including First Name and Last Name\./,
    ],
    [
      'a missing column',
      'SSN,First Name,DOB\n219456701,A,1990-01-01\n',
      /A column is missing: Last Name\. Add it and send the census again\. Found: SSN, First Name, DOB\./,
    ],
    [
      'a quotation mark that is not closed',
      `${HEAD}"A,X,219456701,1990-01-01\n${'B,X,,\n'.repeat(100_000)}`,
      /line 2 does not end/,
    ],
    ['one at the end', `${HEAD}A,X,,\nB,"X,,\n`, /line 3 does not end/],
    ['a quotation mark in the middle', `${HEAD}A,X,,\n"B"x,Y,,\n`, /near line 3/],
  ])('%s', async (_, content, words) => {
    expect(await refusalOf(readBytes('a.csv', content))).toMatch(words);
  });

  it('never repeats what stands in the file', async () => {
    expect(await refusalOf(readBytes('a.csv', `${HEAD}A,X,"219456701"1,\n`))).not.toContain('219456701');
  });

  it('never fails in any other way, whatever the cells hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.string(), { maxLength: 6 }), { maxLength: 6 }), async (rows) => {
        const text = `First Name,Last Name,SSN,DOB,Salary,Hire Date\n${rows.map((row) => row.join(',')).join('\n')}`;
        await readBytes('a.csv', text).catch((error: unknown) => expect(error).toBeInstanceOf(Refusal));
      }),
      { numRuns: 150 },
    );
  });
});

describe('families.xml', () => {
  const path = sample('families.xml');
  it('is read with nested dependents and coverages', async () => {
    const { records, facts } = await readHere(path);
    expect(
      records.map(({ line, firstName, relationship, familyKey }) => [line, firstName, relationship, familyKey]),
    ).toEqual([
      [5, 'Nora', 'self', 'E-1'],
      [15, 'Otto', 'spouse', 'E-1'],
      [16, 'Pia', 'child', 'E-1'],
      [19, 'Rhea', 'self', 'E-2'],
    ]);
    expect(records[0]).toMatchObject({
      groupKey: 'CIM-2026-000009',
      employeeId: 'E-1',
      addressLine1: '1 Elm & Oak St',
      zip: '62701',
    });
    expect(records[0]?.coverages.map(({ line, planKey, from }) => [line, planKey, from])).toEqual([
      ['medical', 'MED-PPO', '2026-01-01'],
      ['dental', 'DEN-BASIC', '2026-02-01'],
    ]);
    expect(records[1]?.raw).toMatch(/^<Dependent><FirstName>Otto.*<\/Dependent>$/);
    expect(records[3]?.problems.map(({ code }) => code)).toEqual(['not_a_date', 'ssn_area']);
    expect(facts.mode).toBe('census');
  });

  it.each([
    ['attributes', people('<Person FirstName="Nora" LastName="Quill" SSN="219456701"/>')],
    [
      'prefixes',
      '<n:People xmlns:n="urn:x"><n:Person><n:FirstName>Nora</n:FirstName><n:LastName>Quill</n:LastName><n:SSN>219456701</n:SSN></n:Person></n:People>',
    ],
    [
      'other names',
      people(
        '<Row><Given_Name>Nora</Given_Name><Surname>Quill</Surname><SocialSecurityNumber>219-45-6701</SocialSecurityNumber></Row>',
      ),
    ],
    [
      'Windows-1252',
      `<?xml version="1.0" encoding="windows-1252"?>${people('<Person><FirstName>Nora</FirstName><LastName>Quill</LastName><SSN>219456701</SSN></Person>')}`,
    ],
  ])('%s', async (_, xml) => {
    const { records } = await readBytes('a.xml', xml);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ firstName: 'Nora', lastName: 'Quill', ssn: '219456701', isSubscriber: true });
  });

  it('cuts each of many people from its own bytes', async () => {
    const { records } = await readBytes(
      'a.xml',
      people(Array.from({ length: 6000 }, (_, n) => employee(n)).join('\n')),
    );
    expect(records).toHaveLength(6000);
    for (const [n, { raw }] of records.entries())
      if (Buffer.from(raw, 'latin1').toString('utf8') !== employee(n)) throw new Error(`Person ${n} is not its own`);
  });

  it.each([
    ['a DOCTYPE', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', /DOCTYPE/],
    ['a cut file', readFileSync(path, 'utf8').slice(0, 900), /not well-formed/],
    [
      'deep nesting',
      '<a>'.repeat(100),
      /The XML has more than 40 nested levels near line 1\. Ask the sender for a simpler file\./,
    ],
    ['no people', '<a><b>c</b></a>', /No people were found/],
    [
      'a person without end',
      `<Employee><FirstName>A</FirstName>${'<x>y</x>'.repeat(100_000)}`,
      /One person or text is larger than 256 KB near line 1\. The file is damaged\. Send it again\./,
    ],
    [
      'one long text',
      `<a><b>${'y'.repeat(1_000_000)}`,
      /One person or text is larger than 256 KB near line 1\. The file is damaged\. Send it again\./,
    ],
    ['a web page', '<html><body>hello</body></html>', /web page/],
    ['JSON', '[{"firstName": "Ada"}]', /JSON/],
  ])('refuses %s', async (_, xml, words) => expect(await refusalOf(readBytes('a.xml', xml))).toMatch(words));

  it('refuses bytes that are not what the encoding says', async () => {
    expect(await refusalOf(readBytes('a.xml', Buffer.from(people('<Person FirstName="Zoë"/>'), 'latin1')))).toMatch(
      /UTF-8/,
    );
  });
});

describe('a row of a whole family', () => {
  it('takes the spouse and the children by what their columns are called', async () => {
    const { records } = await readBytes(
      'wide.csv',
      [
        'Employee Name,Employee DOB,Spouse Name,Spouse DOB,Child 1 Name,Child 1 DOB,Child 2 Name,Child 2 DOB',
        'Ada Holm,02/03/1980,Ben Holm,04/05/1981,Cy Holm,06/07/2010,,',
        'Dot Rask,02/03/1982,,,Eli Rask,06/07/2012,Fay Rask,06/07/2014',
      ].join('\n'),
    );
    expect(
      records.map(({ firstName, relationship, isSubscriber, dateOfBirth }) => [
        firstName,
        relationship,
        isSubscriber,
        dateOfBirth,
      ]),
    ).toEqual([
      ['Ada', 'self', true, '1980-02-03'],
      ['Ben', 'spouse', false, '1981-04-05'],
      ['Cy', 'child', false, '2010-06-07'],
      ['Dot', 'self', true, '1982-02-03'],
      ['Eli', 'child', false, '2012-06-07'],
      ['Fay', 'child', false, '2014-06-07'],
    ]);
    expect(records.flatMap(({ problems }) => problems)).toEqual([]);
    expect(new Set(records.map(({ familyKey }) => familyKey)).size).toBe(2);
  });
});
