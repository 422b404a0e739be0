import { type FileMessage, fileMessage } from './messages/file-message.ts';
import { POSTAL_STATES, postalState } from '../us-states.ts';
import type { EnrollmentRecord } from './enrollment-record.ts';
import { shown } from './shown-value.ts';

type Address = Pick<EnrollmentRecord, 'state' | 'zip' | 'country'>;

export const STATE_LEFT_OUT = 'state_left_out';
export const ZIP_LEFT_OUT = 'zip_left_out';

type WrongPart = { field: 'state' | 'zip'; code: 'state_unknown' | 'zip_shape'; message: FileMessage };
const NOTHING: readonly WrongPart[] = [];

/** What is wrong with the state and the ZIP code of an address, in words. */
export function wrongInAddress(address: Address): readonly WrongPart[] {
  const isStateRight = address.state === undefined || POSTAL_STATES.has(address.state);
  const isZipRight = address.zip === undefined || isZip(address.zip);
  return (isStateRight && isZipRight) || !isDomestic(address) ? NOTHING : wrongParts(address, isStateRight, isZipRight);
}

function wrongParts({ state = '', zip = '' }: Address, isStateRight: boolean, isZipRight: boolean): WrongPart[] {
  const wrong: WrongPart[] = [];
  if (!isStateRight)
    wrong.push({
      field: 'state',
      code: 'state_unknown',
      message: fileMessage('state_not_a_code', { state: shown(state) }),
    });
  if (!isZipRight) {
    const message = /^\d{3,4}$/.test(zip) ? fileMessage('zip_short') : fileMessage('zip_digits');
    wrong.push({ field: 'zip', code: 'zip_shape', message });
  }
  return wrong;
}

/**
 * A state in the place of the ZIP code, or a ZIP code in that of the state: the cells of the row stand in wrong places,
 * and those behind perhaps, too.
 */
export const isShifted = ({ state, zip }: Address): boolean =>
  (zip !== undefined && POSTAL_STATES.has(postalState(zip))) || (state !== undefined && isZip(state));

/**
 * Whether a part of the record's address was wrong and left out: beside the rest of another address on record it would
 * make one that never was.
 */
export const isAddressCut = ({ warnings }: Pick<EnrollmentRecord, 'warnings'>): boolean =>
  warnings.some(({ code }) => code === STATE_LEFT_OUT || code === ZIP_LEFT_OUT);

/**
 * An address outside the United States has its own states and codes: it is told by a code that no state has and no
 * digits of ours (Canadian form).
 */
function isDomestic({ country, zip }: Address): boolean {
  return country === undefined && !(zip !== undefined && /^[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d$/.test(zip));
}

function isZip(text: string): boolean {
  if (text.length !== 5 && text.length !== 10) return false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (index === 5 ? code !== 45 : code < 48 || code > 57) return false;
  }
  return true;
}
