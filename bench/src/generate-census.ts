import { closeSync, openSync, writeSync } from 'node:fs';
import { inventedFamilies } from './invented-people.ts';

const HEADINGS =
  'Family ID,Relationship,Last Name,First Name,SSN,DOB,Gender,Hire Date,Address,City,State,ZIP,Phone,Medical Plan,Coverage Start,Salary';
const WORDS = { self: 'EE', spouse: 'Spouse', child: 'Child' } as const;

/** Writes a census (CSV with CRLF) of invented families. Returns what it wrote. */
export function generateCensus(path: string, families: number): { bytes: number; rows: number } {
  const file = openSync(path, 'w');
  let pending = `${HEADINGS}\r\n`;
  let rows = 0;
  let bytes = 0;
  let number = 0;
  for (const family of inventedFamilies(families)) {
    number++;
    for (const person of family.people) {
      const own = person.relationship === 'self';
      const cells = [
        number,
        WORDS[person.relationship],
        person.last,
        person.first,
        person.ssn,
        american(person.birth),
        person.gender,
        own ? american(family.hired) : '',
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
