import { wordsOf } from '../../plain-words.ts';

/** What a column of a self bill or carrier invoice may be. */
export const INVOICE_FIELDS = [
  'memberId',
  'employeeId',
  'name',
  'firstName',
  'lastName',
  'last4',
  'group',
  'plan',
  'line',
  'tier',
  'month',
  'amount',
  'count',
] as const;
export type InvoiceField = (typeof INVOICE_FIELDS)[number];
export const INVOICE_FIELD_LABEL: Readonly<Record<InvoiceField, string>> = {
  memberId: 'Member ID',
  employeeId: 'Employee ID',
  name: 'Member name',
  firstName: 'First name',
  lastName: 'Last name',
  last4: 'Last four digits of the SSN',
  group: 'Group',
  plan: 'Plan',
  line: 'Coverage line',
  tier: 'Tier',
  month: 'Covered month',
  amount: 'Amount',
  count: 'Count',
};

/** Which column of the file has a field, from 0. */
export type InvoiceColumns = Readonly<Partial<Record<InvoiceField, number>>>;

const HEADINGS: Readonly<Record<InvoiceField, readonly string[]>> = {
  memberId: [
    'member id',
    'member number',
    'member no',
    'member #',
    'subscriber id',
    'certificate',
    'certificate number',
    'policy number',
    'enrollee id',
    'id',
  ],
  employeeId: ['employee id', 'employee number', 'employee no', 'employee #', 'emp id', 'ee id', 'payroll id'],
  name: [
    'member name',
    'name',
    'subscriber name',
    'subscriber',
    'employee name',
    'employee',
    'insured',
    'insured name',
    'member',
  ],
  firstName: ['first name', 'given name', 'first'],
  lastName: ['last name', 'surname', 'family name', 'last'],
  last4: ['last 4', 'last four', 'ssn last 4', 'last 4 ssn', 'last 4 of ssn', 'ssn4'],
  group: ['group', 'group name', 'employer', 'employer group', 'group number', 'account', 'cim', 'cim number'],
  plan: ['plan', 'plan name', 'plan code', 'product', 'benefit plan', 'coverage'],
  line: ['coverage line', 'line of coverage', 'line', 'plan type', 'benefit', 'line of business', 'coverage type'],
  tier: ['tier', 'coverage tier', 'coverage level', 'level', 'contract type'],
  month: [
    'month',
    'covered month',
    'coverage month',
    'coverage period',
    'period',
    'bill month',
    'billing period',
    'premium month',
    'coverage date',
  ],
  amount: [
    'amount',
    'premium',
    'monthly premium',
    'total premium',
    'total',
    'billed',
    'billed amount',
    'amount billed',
    'amount due',
    'charge',
    'rate',
    'monthly amount',
    'premium due',
    'total amount',
  ],
  count: [
    'count',
    'subscribers',
    'employees',
    'lives',
    'headcount',
    'number of employees',
    'number of subscribers',
    'enrolled',
    'contracts',
    'ee count',
  ],
};
const KNOWN = new Map(INVOICE_FIELDS.flatMap((field) => HEADINGS[field].map((text) => [wordsOf(text), field])));

const MOST_ROWS_ABOVE = 20;

export type InvoiceHeadings = {
  readonly row: number;
  readonly headings: readonly string[];
  readonly columns: InvoiceColumns;
};

/**
 * Finds the row of headings, the first with two known ones, and what its columns are. `remembered` are fields by
 * heading as they were chosen for this source before; they come first.
 */
export function findInvoiceHeadings(
  table: readonly (readonly string[])[],
  remembered: Readonly<Record<string, InvoiceField>> = {},
): InvoiceHeadings | undefined {
  const chosen = new Map(Object.entries(remembered).map(([heading, field]) => [wordsOf(heading), field]));
  const fieldOf = (heading: string): InvoiceField | undefined =>
    chosen.get(wordsOf(heading)) ?? KNOWN.get(wordsOf(heading));
  const row = table
    .slice(0, MOST_ROWS_ABOVE)
    .findIndex((cells) => new Set(cells.map(fieldOf).filter((field) => field !== undefined)).size >= 2);
  // Headings that name nothing we know are still above the rows: the first line with several texts.
  if (row === -1) return unknownHeadings(table);
  const headings = (table[row] ?? []).map((text) => text.trim());
  const columns: Partial<Record<InvoiceField, number>> = {};
  headings.forEach((heading, index) => {
    const field = chosen.get(wordsOf(heading));
    if (field !== undefined) columns[field] ??= index;
  });
  const taken = new Set(Object.values(columns));
  headings.forEach((heading, index) => {
    const field = KNOWN.get(wordsOf(heading));
    if (field !== undefined && !taken.has(index)) columns[field] ??= index;
  });
  return { row, headings, columns };
}

function unknownHeadings(table: readonly (readonly string[])[]): InvoiceHeadings | undefined {
  const row = table
    .slice(0, MOST_ROWS_ABOVE)
    .findIndex((cells) => cells.filter((text) => text.trim() !== '').length > 1);
  return row === -1 ? undefined : { row, headings: (table[row] ?? []).map((text) => text.trim()), columns: {} };
}

const PEOPLE: readonly InvoiceField[] = ['memberId', 'employeeId', 'name', 'lastName'];
/** Whether the file has a line per member; otherwise it has counts and amounts per plan and tier. */
export const isPerMember = (columns: InvoiceColumns): boolean => PEOPLE.some((field) => columns[field] !== undefined);

/** What a choice of columns lacks. */
export function columnProblems(columns: InvoiceColumns): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  if (columns.amount === undefined)
    problems.push({ path: 'columns.amount', message: 'Choose the column with the amounts.' });
  if (!isPerMember(columns) && columns.plan === undefined)
    problems.push({
      path: 'columns.memberId',
      message: 'Choose a column that names the member, or the plan of a count.',
    });
  const used = new Map<number, InvoiceField>();
  for (const field of INVOICE_FIELDS) {
    const column = columns[field];
    if (column === undefined) continue;
    const other = used.get(column);
    if (other)
      problems.push({
        path: `columns.${field}`,
        message: `This column is already used as ${INVOICE_FIELD_LABEL[other]}. Choose another.`,
      });
    used.set(column, field);
  }
  return problems;
}
