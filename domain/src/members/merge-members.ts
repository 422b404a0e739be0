import { type Period } from '../calendar-date.ts';
import { COVERAGE_LINES, type CoverageLine } from '../coverage-line.ts';
import { type Span, subtractPeriod } from '../coverage/span.ts';
import type { PersonField } from './person-draft.ts';

/** Fields that are chosen together in a merge, with their columns; 'ssn' and 'birth' are encrypted. */
export const MERGE_FIELDS = {
  name: ['firstName', 'middleName', 'lastName', 'suffix'],
  ssn: [],
  birth: [],
  employeeId: ['employeeId'],
  status: [],
  gender: ['gender'],
  email: ['email'],
  phone: ['phone'],
  address: ['addressLine1', 'addressLine2', 'city', 'state', 'zipCode', 'country'],
  jobTitle: ['jobTitle'],
  department: ['department'],
  class: ['classId', 'classCode'],
  location: ['locationId', 'locationCode'],
  hireDate: ['hireDate'],
  terminationDate: ['terminationDate'],
  salary: ['salaryAnnualCents'],
  emergencyContact: ['emergencyContact'],
} as const satisfies Record<string, readonly PersonField[]>;
export type MergeField = keyof typeof MERGE_FIELDS;
export const MERGE_FIELD_NAMES = Object.keys(MERGE_FIELDS) as MergeField[];

export const MERGE_FIELD_LABEL: Readonly<Record<MergeField, string>> = {
  name: 'Name',
  ssn: 'SSN',
  birth: 'Date of birth',
  employeeId: 'Employee ID',
  status: 'Status',
  gender: 'Gender',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  jobTitle: 'Position',
  department: 'Department',
  class: 'Class',
  location: 'Billing location',
  hireDate: 'Hire date',
  terminationDate: 'Termination date',
  salary: 'Salary',
  emergencyContact: 'Emergency contact',
};

type Spans = Partial<Record<CoverageLine, readonly Span[]>>;
export type MergedCoverage = {
  readonly spans: Spans;
  /** Pieces of the other record's coverage, by what happens to them. */
  readonly moved: readonly (Span & { line: CoverageLine })[];
  readonly dropped: readonly (Period & { line: CoverageLine; planId: string })[];
};

/**
 * Returns the coverage of the kept record with the other's where it has none. On days that both cover, the kept record
 * wins. Nothing overlaps in the result.
 */
export function mergeCoverage(keep: Spans, other: Spans): MergedCoverage {
  const spans: Spans = {};
  const moved: (Span & { line: CoverageLine })[] = [];
  const dropped: (Period & { line: CoverageLine; planId: string })[] = [];
  for (const line of COVERAGE_LINES) {
    const own = keep[line] ?? [];
    const foreign = other[line] ?? [];
    if (own.length + foreign.length === 0) continue;
    const pieces = foreign.flatMap((span) =>
      own.reduce<Span[]>(
        (rest, mine) => rest.flatMap((piece) => subtractPeriod(piece, mine)),
        [{ planId: span.planId, from: span.from, until: span.until }],
      ),
    );
    moved.push(...pieces.map((piece) => ({ ...piece, line })));
    const lost = foreign.flatMap((span) =>
      pieces.reduce<Span[]>(
        (rest, piece) => rest.flatMap((one) => subtractPeriod(one, piece)),
        [{ planId: span.planId, from: span.from, until: span.until }],
      ),
    );
    dropped.push(...lost.map(({ planId, from, until }) => ({ line, planId, from, until })));
    spans[line] = [...own, ...pieces].toSorted((a, b) => (a.from < b.from ? -1 : 1));
  }
  return { spans, moved, dropped };
}
