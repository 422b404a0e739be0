import { type CalendarDate, parseCalendarDate } from '../../calendar-date.ts';
import { type Cents, fromCents } from '../../money.ts';
import { x12Segments } from '../../x12/x12-segments.ts';
import { LARGEST_PAYMENT } from '../largest-payment.ts';
import { withoutProtectedNumbers } from '../../protected-numbers.ts';
import { nameSimilarity, nameWords, SIMILAR_NAMES } from '../payer-proposals.ts';

/** One amount of a payment advice: who it is for, what was paid and, where it differs, what was billed. */
type RemittanceLine = {
  readonly name: string;
  /** The sender's number of the person (NM109), never an SSN. */
  readonly memberId: string | null;
  readonly reference: string | null;
  readonly paid: Cents;
  readonly billed: Cents | null;
  readonly adjustments: readonly { readonly cents: Cents; readonly reason: string }[];
};

/** A payment order or advice (820, 005010X218). `isCash`: the money comes with it, through the bank (BPR01 = C). */
export type Remittance = {
  readonly handling: string;
  readonly isCash: boolean;
  readonly cents: Cents;
  readonly trace: string;
  readonly originator: string;
  readonly paidOn: CalendarDate | null;
  readonly payerName: string;
  readonly payeeName: string;
  readonly references: readonly string[];
  readonly lines: readonly RemittanceLine[];
  readonly adjustments: readonly { readonly cents: Cents; readonly reason: string }[];
};
export type RemittanceProblem = { readonly path: string; readonly message: string };

type Segment = readonly string[];

/** ISA15: P is production, T a test, I for information. */
const USAGE = 15;
const POSTS_NOTHING: ReadonlySet<string> = new Set(['T', 'I']);

const amountOf = (text: string | undefined): Cents | undefined => {
  const match = /^(-?)(\d{0,12})(?:\.(\d{1,2}))?$/.exec(text ?? '');
  if (!match || (match[2] === '' && match[3] === undefined)) return undefined;
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return fromCents(match[1] === '-' ? 0 - cents : cents);
};

const dateOf = (text: string | undefined): CalendarDate | null =>
  /^\d{8}$/.test(text ?? '')
    ? (parseCalendarDate(`${text?.slice(0, 4)}-${text?.slice(4, 6)}-${text?.slice(6)}`) ?? null)
    : null;

type OpenLine = { -readonly [K in keyof RemittanceLine]: RemittanceLine[K] } & {
  adjustments: { cents: Cents; reason: string }[];
};
type Open = { -readonly [K in keyof Remittance]: Remittance[K] } & {
  lines: OpenLine[];
  adjustments: { cents: Cents; reason: string }[];
  references: string[];
};

/** Numbers that senders copy from the SSN (ENT04 with 34) are not kept. */
const isSsnOf = (ssn: string | undefined, reference: string): boolean => ssn !== undefined && ssn === reference;

/** Reads one transaction, from its BPR to its SE. */
function readTransaction(
  segments: readonly Segment[],
  index: number,
): { remittance?: Remittance; problems: RemittanceProblem[] } {
  const problems: RemittanceProblem[] = [];
  const problem = (message: string) => problems.push({ path: 'file', message: `Payment ${index + 1}: ${message}` });
  const open: Open = {
    handling: '',
    isCash: false,
    cents: fromCents(0),
    trace: '',
    originator: '',
    paidOn: null,
    payerName: '',
    payeeName: '',
    references: [],
    lines: [],
    adjustments: [],
  };
  let ssn: string | undefined;
  let person = { name: '', memberId: null as string | null };
  let line: OpenLine | undefined;
  const money = (text: string | undefined, what: string): Cents => {
    const cents = amountOf(text);
    if (cents === undefined) problem(`the ${what} "${text ?? ''}" is not an amount.`);
    return cents ?? fromCents(0);
  };
  for (const [name, ...elements] of segments) {
    switch (name) {
      case 'BPR':
        open.handling = elements[0] ?? '';
        open.isCash = open.handling === 'C';
        open.cents = money(elements[1], 'sum of the payment');
        open.paidOn = dateOf(elements[15]);
        break;
      case 'TRN':
        open.trace = elements[1] ?? '';
        open.originator = elements[2] ?? '';
        break;
      case 'REF':
        open.references.push(elements[1] ?? '');
        break;
      case 'N1':
        if (elements[0] === 'PR') open.payerName = withoutProtectedNumbers(elements[1] ?? '');
        if (elements[0] === 'PE') open.payeeName = withoutProtectedNumbers(elements[1] ?? '');
        break;
      case 'ENT':
        ssn = elements[2] === '34' ? elements[3] : undefined;
        person = { name: '', memberId: null };
        line = undefined;
        break;
      case 'NM1':
        person = { name: [elements[3], elements[2]].filter(Boolean).join(' '), memberId: elements[8] ?? null };
        break;
      case 'RMR': {
        const reference = elements[1] ?? '';
        line = {
          ...person,
          reference: isSsnOf(ssn, reference) ? null : reference,
          paid: money(elements[3], 'amount of a line'),
          billed:
            elements[4] === undefined || elements[4] === '' ? null : money(elements[4], 'billed amount of a line'),
          adjustments: [],
        };
        open.lines.push(line);
        break;
      }
      case 'ADX': {
        const adjustment = { cents: money(elements[0], 'adjustment'), reason: elements[1] ?? '' };
        // Of a line it explains the line; outside of lines it counts toward the sum.
        (line ?? open).adjustments.push(adjustment);
        break;
      }
      default:
    }
  }
  checkSums(open, problem);
  return problems.length > 0 ? { problems } : { remittance: open, problems };
}

function checkSums({ cents, lines, adjustments, trace }: Open, problem: (message: string) => void): void {
  if (cents <= 0 || cents > LARGEST_PAYMENT) problem('its sum is not an amount that one payment can have.');
  const outside = adjustments.reduce((sum, one) => sum + one.cents, 0);
  const paid = lines.reduce((sum, one) => sum + one.paid, outside);
  if (paid !== cents) problem(`its lines come to ${(paid / 100).toFixed(2)}, its sum is ${(cents / 100).toFixed(2)}.`);
  if (trace === '') problem('it has no trace number (TRN02), so it cannot be matched with the bank.');
  for (const { billed, paid: amount, adjustments: own, memberId } of lines) {
    if (billed === null) continue;
    const due = own.reduce<number>((sum, one) => sum + one.cents, billed);
    if (due !== amount)
      problem(
        `the line of ${memberId ?? 'a member'} is billed ${(billed / 100).toFixed(2)} with adjustments to ${(due / 100).toFixed(2)}, and paid ${(amount / 100).toFixed(2)}.`,
      );
  }
}

/**
 * Reads the payments of an 820 file. Sums must hold: the lines and the adjustments outside of them come to the payment
 * (BPR02), and each line's billed amount and adjustments to what was paid (case M19). A file with a problem is not used.
 */
export function read820(text: string): {
  remittances: readonly Remittance[];
  problems: readonly RemittanceProblem[];
  /** The interchange is a test or for information (ISA15 = T or I): it never posts cash. */
  isTest: boolean;
} {
  const segments = x12Segments(text);
  if (segments.length === 0)
    return {
      isTest: false,
      remittances: [],
      problems: [{ path: 'file', message: 'This is not an 820 file: it does not begin with ISA.' }],
    };
  const starts = segments.flatMap(([name, kind], index) => (name === 'ST' && kind === '820' ? [index] : []));
  const tests = segments.flatMap(([name, ...elements]) =>
    name === 'ISA' ? [POSTS_NOTHING.has((elements[USAGE - 1] ?? '').toUpperCase())] : [],
  );
  const isTest = tests.includes(true);
  if (isTest && tests.includes(false)) {
    const message = 'The file has test and production interchanges (ISA15). Send them in separate files.';
    return { isTest, remittances: [], problems: [{ path: 'file', message }] };
  }
  if (starts.length === 0)
    return {
      isTest,
      remittances: [],
      problems: [{ path: 'file', message: 'The file has no payments (ST*820). It may be another kind of X12 file.' }],
    };
  const read = starts.map((start, index) => {
    const end = segments.findIndex(([name], at) => at > start && name === 'SE');
    if (end < 0)
      return {
        problems: [
          { path: 'file', message: `Payment ${index + 1}: its end (SE) is missing. The file may be cut off.` },
        ],
      };
    return readTransaction(segments.slice(start, end), index);
  });
  return {
    isTest,
    remittances: read.flatMap((one) => ('remittance' in one && one.remittance ? [one.remittance] : [])),
    problems: read.flatMap(({ problems }) => problems),
  };
}

/** Whether an advice pays us: it names no payee, or one of our names, also in a short form. */
export function isOurPayee(payeeName: string, ourNames: readonly string[]): boolean {
  const payee = nameWords(payeeName);
  return payee.length === 0 || ourNames.some((name) => nameSimilarity(payee, nameWords(name)) >= SIMILAR_NAMES);
}
