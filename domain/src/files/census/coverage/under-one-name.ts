import type { EnrollmentCoverage, EnrollmentRecord } from '../../enrollment-record.ts';
import { wordsOf } from '../../../plain-words.ts';

/** What two rows of a list say of whoever has one name and birth date, beside these. */
export type SaidOfOne = Pick<
  EnrollmentRecord,
  | 'ssn'
  | 'middleName'
  | 'suffix'
  | 'gender'
  | 'email'
  | 'phone'
  | 'addressLine1'
  | 'zip'
  | 'salary'
  | 'hireDate'
  | 'terminationDate'
  | 'action'
> & { coverages: readonly Pick<EnrollmentCoverage, 'line' | 'action'>[] };

/** What tells two rows apart, as it is called in a question. */
export type ToldApartBy = 'gender' | 'middle initial' | 'suffix' | 'address and hire date' | 'address and coverage';

type Kept = 'middleName' | 'suffix' | 'gender' | 'email' | 'phone' | 'addressLine1' | 'zip' | 'salary' | 'hireDate';
const DETAILS = [
  'email',
  'phone',
  'addressLine1',
  'zip',
  'salary',
  'hireDate',
  'gender',
] as const satisfies readonly Kept[];

const isOther = (first: SaidOfOne, second: SaidOfOne, field: Kept): boolean => {
  const [one, other] = [first[field], second[field]];
  return one !== undefined && other !== undefined && wordsOf(String(one)) !== wordsOf(String(other));
};

const initial = (name: string | undefined): string => wordsOf(name ?? '').slice(0, 1);

/** One row takes a line and the other declines it. */
const isOtherCoverage = (first: SaidOfOne, second: SaidOfOne): boolean =>
  first.coverages.some(({ line, action }) =>
    second.coverages.some((other) => other.line === line && (other.action === 'waive') !== (action === 'waive')),
  );

/**
 * What tells two rows of one name and birth date apart so that they may be two people; undefined where they may well be
 * one. Two SSNs are compared where people are matched, and whoever has left in one of the rows came back.
 */
export function toldApartBy(first: SaidOfOne, second: SaidOfOne): ToldApartBy | undefined {
  if (first.ssn !== undefined && second.ssn !== undefined) return undefined;
  if (isOther(first, second, 'gender') && first.gender !== 'unknown' && second.gender !== 'unknown') return 'gender';
  const [one, other] = [initial(first.middleName), initial(second.middleName)];
  if (one !== '' && other !== '' && one !== other) return 'middle initial';
  if (isOther(first, second, 'suffix')) return 'suffix';
  if (!isOther(first, second, 'addressLine1') || hasLeft(first) || hasLeft(second)) return undefined;
  if (isOther(first, second, 'hireDate')) return 'address and hire date';
  return isOtherCoverage(first, second) ? 'address and coverage' : undefined;
}

const hasLeft = ({ action, terminationDate }: SaidOfOne): boolean => action === 'end' || terminationDate !== undefined;

/** Whether the second row says something else of the person than the first. Whoever came back was hired again. */
export const saysOtherwise = (first: SaidOfOne, second: SaidOfOne): boolean =>
  DETAILS.some(
    (field) => isOther(first, second, field) && (field !== 'hireDate' || !(hasLeft(first) || hasLeft(second))),
  );
