import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { AGE_OUT_AGE, isAgedOut } from '@openbenefits/domain/coverage/age-out';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { canAgeOut } from '@openbenefits/domain/relationship';
import { isAddressCut } from '@openbenefits/domain/files/judge-address';
import { plainName } from '@openbenefits/domain/files/match-person';
import { SHARED_OF_NOBODY } from '../../matching/inherited-coverage.ts';
import { LINE_NOT_OFFERED, LOCATION_LEFT_OUT } from '../../matching/resolve-names.ts';
import type { RowMessages, SeenRow } from './seen-row.ts';
import { openLines } from './leaving.ts';

const saidAs = ({ staged }: SeenRow, wanted: string): RowMessages =>
  staged.record.warnings.flatMap(({ code, message, wording }) =>
    code === wanted && wording ? [{ ...wording, text: message }] : [],
  );

/** A level "plus one" that the list's own dependents have told. */
export const plusOne = (seen: SeenRow): RowMessages => saidAs(seen, 'plus_one_read');

/** Lines of a list of which the group offers nothing. */
export const notOffered = (seen: SeenRow): RowMessages => saidAs(seen, LINE_NOT_OFFERED);

/** Lines that a list names for a dependent, and that the employee does not have. */
export const sharedOfNobody = (seen: SeenRow): RowMessages => saidAs(seen, SHARED_OF_NOBODY);

/** A location of a list that is none of the group. */
export const placeLeftOut = ({
  staged: {
    record: { warnings },
  },
}: SeenRow): RowMessages =>
  warnings.some(({ code }) => code === LOCATION_LEFT_OUT) ? fileMessage('row_location_unused') : undefined;

/** An address with a wrong state or ZIP code, of somebody who has one: it stays as it is. */
export function addressKept({
  staged: { record },
  applied: {
    person: { values },
  },
}: SeenRow): RowMessages {
  if (!isAddressCut(record)) return undefined;
  const isKept = (
    [
      [record.addressLine1, values.addressLine1],
      [record.city, values.city],
      [record.state, values.state],
      [record.zip, values.zipCode],
    ] as const
  ).some(([told, known]) => told !== undefined && plainName(told) !== plainName(known));
  return isKept ? fileMessage('row_address_kept') : undefined;
}

/** No Change of a line that the employee does not have: nothing comes of it, and the employer may think otherwise. */
export function keepsNothing({
  staged: {
    record: { kept = [], isSubscriber },
  },
  applied: {
    person: { spans },
  },
  today,
}: SeenRow): RowMessages {
  const lines =
    isSubscriber && kept.length < COVERAGE_LINES.length
      ? kept.filter(({ line }) => !spans[line]?.some(({ until }) => until === null || until > today))
      : [];
  return lines.length > 0
    ? fileMessage('row_kept_without_coverage', { lines: lines.map(({ line }) => COVERAGE_LINE_LABEL[line]).join(', ') })
    : undefined;
}

/** A child of 26 or older of a list that names no plan for it, so that nothing was told when it was read. */
export function sharesOverAge({
  staged: { record },
  applied: {
    person: { spans },
  },
  today,
}: SeenRow): RowMessages {
  const { source, isSubscriber, relationship, dateOfBirth, handicapped, coverages } = record;
  if (
    source !== 'census' ||
    isSubscriber ||
    handicapped ||
    coverages.length > 0 ||
    dateOfBirth === undefined ||
    !canAgeOut(relationship) ||
    !isAgedOut(dateOfBirth, today)
  )
    return undefined;
  const lines = openLines(spans);
  return lines === undefined ? undefined : fileMessage('row_child_over_age', { age: AGE_OUT_AGE, lines });
}

/** Another SSN or birth date than is on record, of somebody whom a list tells by the rest. */
export const identityReplaced = ({
  staged: {
    record: { source },
  },
  applied: { replaced },
}: SeenRow): RowMessages =>
  source === 'census' && replaced ? fileMessage('row_identity_replaced', { what: replaced }) : undefined;

/** Somebody of whom the file and the record know nothing in common but the name. */
export const foundByName = ({ applied: { isByName } }: SeenRow): RowMessages =>
  isByName ? fileMessage('row_matched_by_name') : undefined;
