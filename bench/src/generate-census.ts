import { closeSync, openSync, writeSync } from 'node:fs';
import { inventedFamilies } from './invented-people.ts';

const HEADINGS =
  'Family ID,Employee ID,Relationship,Last Name,First Name,SSN,DOB,Gender,Hire Date,Job Title,Email,Address,City,State,ZIP,Phone,Medical Plan,Coverage Start,Salary';
const WORDS = { self: 'EE', spouse: 'Spouse', child: 'Child' } as const;

const TITLES = [
  'Machinist',
  'Accountant',
  'Senior Systems Analyst',
  'Shift Supervisor',
  'Warehouse Lead',
  'Registered Nurse',
  'Plant Manager',
];

/** Writes a census (CSV with CRLF) of invented families, at most `mostRows` people. Returns what it wrote. */
export function generateCensus(
  path: string,
  families: number,
  mostRows = Number.POSITIVE_INFINITY,
): { bytes: number; rows: number } {
  const file = openSync(path, 'w');
  let pending = `${HEADINGS}\r\n`;
  let rows = 0;
  let bytes = 0;
  let number = 0;
  for (const family of inventedFamilies(families)) {
    if (rows + family.people.length > mostRows) break;
    number++;
    for (const person of family.people) {
      const own = person.relationship === 'self';
      const cells = [
        number,
        own ? `E${100_000 + number}` : '',
        WORDS[person.relationship],
        person.last,
        person.first,
        person.ssn,
        american(person.birth),
        person.gender,
        own ? american(family.hired) : '',
        own ? TITLES[number % TITLES.length] : '',
        own ? `${person.first.toLowerCase()}.${person.last.toLowerCase()}${number}@example.com` : '',
        family.street,
        family.city,
        family.state,
        family.zip,
        own ? family.phone : '',
        family.plan,
        '01/01/2026',
        own ? family.salary : '',
      ];
      pending += `${cells.join(',')}\r\n`;
      rows++;
    }
    if (pending.length > 1_000_000) {
      bytes += writeSync(file, pending);
      pending = '';
    }
  }
  bytes += writeSync(file, pending);
  closeSync(file);
  return { bytes, rows };
}

const american = (date: string): string => `${date.slice(4, 6)}/${date.slice(6)}/${date.slice(0, 4)}`;
