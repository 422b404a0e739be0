import { addDays, type CalendarDate, calendarDateFrom, daysBetween } from '@openbenefits/domain/calendar-date';
import { cellOf, workbookOf } from '../files/readers/samples/workbook-of.ts';

/** Coverage as a file says it; `until` is the first day without it. */
export type WrittenCoverage = {
  line: 'medical' | 'dental';
  plan: string;
  from: CalendarDate;
  until?: CalendarDate | undefined;
};
export type WrittenPerson = {
  first: string;
  last: string;
  ssn?: string | undefined;
  birth: CalendarDate;
  gender: 'F' | 'M';
  relationship: 'self' | 'spouse' | 'child';
  city?: string;
  /** Continues under COBRA. */
  cobra?: true;
  coverages: WrittenCoverage[];
};
/** A subscriber with dependents; `key` ties them together in the file. */
export type WrittenFamily = { key: string; subscriber: WrittenPerson; dependents: WrittenPerson[] };

export type Dialect = {
  element: string;
  terminator: string;
  component: string;
  between: string;
  padded: boolean;
  mark: boolean;
};
export const PLAIN: Dialect = {
  element: '*',
  terminator: '~',
  component: ':',
  between: '\n',
  padded: true,
  mark: false,
};

const HD03 = { medical: 'HLT', dental: 'DEN' } as const;
const INS02 = { self: '18', spouse: '01', child: '19' } as const;
const d8 = (date: CalendarDate): string => date.replaceAll('-', '');
const lastDay = (until: CalendarDate): CalendarDate => addDays(until, -1);

/** One member's loop with its own action; elements are lists, so that any separator can be used. */
export function loopOf(
  person: WrittenPerson,
  key: string,
  action: string,
  change: { hd?: string; coverages?: WrittenCoverage[]; dates?: [string, CalendarDate][] } = {},
): string[][] {
  return [
    [
      'INS',
      person.relationship === 'self' ? 'Y' : 'N',
      INS02[person.relationship],
      action,
      '',
      person.cobra ? 'C' : 'A',
    ],
    ['REF', '0F', key],
    ...(change.dates ?? []).map(([code, date]) => ['DTP', code, 'D8', d8(date)]),
    ['NM1', 'IL', '1', person.last, person.first, ...(person.ssn ? ['', '', '', '34', person.ssn] : [])],
    ...(person.city ? [['N4', person.city]] : []),
    ['DMG', 'D8', d8(person.birth), person.gender],
    ...(change.coverages ?? person.coverages).flatMap(({ line, plan, from, until }) => [
      ['HD', change.hd ?? action, '', HD03[line], plan],
      ['DTP', '348', 'D8', d8(from)],
      ...(until ? [['DTP', '349', 'D8', d8(lastDay(until))]] : []),
    ]),
  ];
}

/** Loops as a whole 834 (005010X220A1) in a dialect, its totals right. */
export function interchangeOf(
  loops: readonly string[][],
  options: { full: boolean; control: number; sender?: string; dialect?: Dialect },
): string {
  const { full, control, sender = 'PAPERSENDER', dialect = PLAIN } = options;
  const { element, terminator, component, between, padded, mark } = dialect;
  const pad = (text: string): string => (padded ? text.padEnd(15) : text);
  const number = String(control).padStart(9, '0');
  const set = [
    ['ST', '834', '0001', '005010X220A1'],
    ['BGN', '00', `R${control}`, '20261101', '0930', 'CT', '', '', full ? '4' : '2'],
    ['N1', 'P5', 'PAPER EMPLOYER', 'ZZ', 'NONE'],
    ...loops,
  ];
  const segments = [
    [
      'ISA',
      '00',
      ' '.repeat(10),
      '00',
      ' '.repeat(10),
      'ZZ',
      pad(sender),
      'ZZ',
      pad('OPENBENEFITS'),
      '261101',
      '0930',
      '^',
      '00501',
      number,
      '0',
      'P',
      component,
    ],
    ['GS', 'BE', sender, 'OPENBENEFITS', '20261101', '0930', String(control), 'X', '005010X220A1'],
    ...set,
    ['SE', String(set.length + 1), '0001'],
    ['GE', '1', String(control)],
    ['IEA', '1', number],
  ];
  return (mark ? '\ufeff' : '') + segments.map((elements) => elements.join(element) + terminator + between).join('');
}

export const loopsOf = (families: readonly WrittenFamily[], action: string): string[][] =>
  families.flatMap(({ key, subscriber, dependents }) =>
    [subscriber, ...dependents].flatMap((person) => loopOf(person, key, action)),
  );

const HEADINGS = [
  'Family ID',
  'Relationship',
  'First Name',
  'Last Name',
  'SSN',
  'DOB',
  'Gender',
  'City',
  'Medical Plan',
  'Medical Effective Date',
  'Medical Coverage End',
  'Dental Plan',
  'Dental Effective Date',
  'Dental Coverage End',
];
const RELATIONSHIP = { self: 'EE', spouse: 'Spouse', child: 'Child' } as const;
type Cell = string | CalendarDate | null;

function rowOf(person: WrittenPerson, key: string): Cell[] {
  const of = (line: WrittenCoverage['line']): Cell[] => {
    const coverage = person.coverages.find((one) => one.line === line);
    return coverage
      ? [coverage.plan, coverage.from, coverage.until ? lastDay(coverage.until) : null]
      : [null, null, null];
  };
  return [
    key,
    RELATIONSHIP[person.relationship],
    person.first,
    person.last,
    person.ssn ?? null,
    person.birth,
    person.gender,
    person.city ?? null,
    ...of('medical'),
    ...of('dental'),
  ];
}
const rowsOf = (families: readonly WrittenFamily[]): Cell[][] =>
  families.flatMap(({ key, subscriber, dependents }) =>
    [subscriber, ...dependents].map((person) => rowOf(person, key)),
  );

const isDate = (cell: Cell): cell is CalendarDate => cell !== null && /^\d{4}-\d\d-\d\d$/.test(cell);
const american = (date: CalendarDate): string => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;

export function csvOf(
  families: readonly WrittenFamily[],
  style: { separator: string; lineEnd: string; mark: boolean; quoted: boolean; iso: boolean },
): string {
  const cell = (value: Cell): string => {
    const text = value === null ? '' : isDate(value) && !style.iso ? american(value) : value;
    return style.quoted || text.includes(style.separator) || text.includes('"')
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  };
  return (
    (style.mark ? '\ufeff' : '') +
    [HEADINGS, ...rowsOf(families)].map((row) => row.map(cell).join(style.separator) + style.lineEnd).join('')
  );
}

const EPOCH = calendarDateFrom('1899-12-30');

/** Dates are day numbers, as Excel stores them. */
export function xlsxOf(families: readonly WrittenFamily[]): Buffer {
  const rows = [HEADINGS, ...rowsOf(families)].map((row, index) => {
    const cells = row.map((value, column) =>
      value === null ? '' : cellOf(isDate(value) ? { day: daysBetween(EPOCH, value) } : value, column, index + 1),
    );
    return `<row r="${index + 1}">${cells.join('')}</row>`;
  });
  return workbookOf({ rows: rows.join('') });
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const element = (name: string, text: string | undefined): string =>
  text === undefined ? '' : `<${name}>${escaped(text)}</${name}>`;

function xmlPerson(person: WrittenPerson, key: string, inside = ''): string {
  const coverages = person.coverages.map(({ line, plan, from, until }) => {
    const name = line === 'medical' ? 'Medical' : 'Dental';
    return `<${name}>${element('Plan', plan)}${element('EffectiveDate', from)}${element('CoverageEnd', until && lastDay(until))}</${name}>`;
  });
  const fields = [
    element('FamilyId', key),
    element('FirstName', person.first),
    element('LastName', person.last),
    element('SSN', person.ssn),
    element('DateOfBirth', person.birth),
    element('Gender', person.gender),
    element('City', person.city),
  ];
  const isOwn = person.relationship === 'self';
  return isOwn
    ? `<Employee>${fields.join('')}${coverages.join('')}${inside}</Employee>`
    : `<Dependent>${element('Relationship', person.relationship)}${fields.slice(1).join('')}${coverages.join('')}</Dependent>`;
}

export function xmlOf(families: readonly WrittenFamily[]): string {
  const people = families.map(({ key, subscriber, dependents }) =>
    xmlPerson(subscriber, key, `<Dependents>${dependents.map((one) => xmlPerson(one, key)).join('')}</Dependents>`),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Employees>${people.join('\n')}</Employees>`;
}
