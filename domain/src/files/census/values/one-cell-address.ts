import { hasLostZipZeros, POSTAL_STATES, postalState } from '../../../us-states.ts';
import type { CensusField } from '../headings/fields.ts';
import { readCountry } from '../../../countries.ts';
import { isNothing } from './cell-values.ts';
import type { CellValue } from './cell-value.ts';

type Cells = ReadonlyMap<CensusField, CellValue>;
type Place = { readonly city: string; readonly state: string; readonly zip: string };

const TAIL = ['city', 'state', 'zip'] as const satisfies readonly CensusField[];
const LINES = ['addressLine1', 'addressLine2'] as const satisfies readonly CensusField[];
/** Longer texts are no address. */
const LONGEST = 200;
const SHORTEST_ZIP = 3;

/** Line ends, commas, semicolons and bars stand between the parts of an address. */
const BETWEEN = /\s*[\r\n,;|]+\s*/;
const ZIP = /(?:^|[\s.])(\d{3,5}|\d{5}[- ]?\d{4})$/;
const NO_CITY =
  /\d|^(?:apt|apartment|unit|ste|suite|fl|floor|bldg|building|rm|room|lot|p\.? ?o\.?|box|attn|c\/o)\b|#|\b(?:street|avenue|ave|road|rd|drive|lane|ln|blvd|boulevard|highway|hwy|parkway)\b/i;
/** The longest names of states have three words (District of Columbia). */
const WORDS_OF_STATE = 3;

/**
 * The cells with the parts of an address that stands whole in one of them, or whose city, state and ZIP do; undefined
 * where that cannot be told without a guess.
 */
export function splitAddress(cells: Cells): Map<CensusField, CellValue> | undefined {
  if (isFilled(cells, 'state')) return undefined;
  if (isFilled(cells, 'city')) return splitCity(cells);
  const [one, two] = LINES.map((field) => (isFilled(cells, field) ? String(cells.get(field)) : ''));
  if (!one || isFilled(cells, 'zip')) return undefined;
  const below = two ? placeIn(partsOf(two)) : undefined;
  const found = below ?? placeIn(partsOf(one));
  if (!found) return undefined;
  const street = below ? [...partsOf(one), ...below.before] : found.before;
  // A unit in each of the two lines, or no number of a house or a box: nobody knows what is what.
  if (!street.some((part) => /\d/.test(part)) || (two && !below && street.length > 1)) return undefined;
  const split = withPlace(cells, found);
  split.set('addressLine1', street[0] ?? '');
  const second = street.slice(1).join(', ') || (below ? '' : two);
  if (second) split.set('addressLine2', second);
  else split.delete('addressLine2');
  return split;
}

/** Boston, MA 02139 in a column for the city, or Boston, MA beside a ZIP. */
function splitCity(cells: Cells): Map<CensusField, CellValue> | undefined {
  const parts = partsOf(String(cells.get('city')));
  if (!isFilled(cells, 'zip')) {
    const place = placeIn(parts);
    return place?.before.length === 0 ? withPlace(cells, place) : undefined;
  }
  const [city, last, ...more] = parts;
  const state = postalState((last ?? '').replaceAll('.', ''));
  return city && more.length === 0 && POSTAL_STATES.has(state) && !NO_CITY.test(city)
    ? new Map(cells).set('city', city).set('state', state)
    : undefined;
}

const isFilled = (cells: Cells, field: CensusField): boolean => {
  const cell = cells.get(field);
  return cell !== undefined && cell !== '' && !isNothing(cell);
};

function withPlace(cells: Cells, { city, state, zip }: Place): Map<CensusField, CellValue> {
  const split = new Map(cells);
  for (const [index, field] of TAIL.entries()) split.set(field, [city, state, zip][index] ?? '');
  return split;
}

/** The parts of an address, without a country of ours behind them. */
function partsOf(text: string): string[] {
  if (text.length > LONGEST) return [];
  const parts = text.split(BETWEEN).filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  if (parts.length > 1 && readCountry(last)?.code === 'US') parts.pop();
  return parts.map((part) => part.trim().replace(/\s+/g, ' '));
}

/**
 * City, state and ZIP at the end of an address, and what stands before them: a city of its own part, a code or a name
 * of a state, and a ZIP.
 */
function placeIn(parts: readonly string[]): (Place & { before: string[] }) | undefined {
  const whole = [...parts];
  const last = (whole.pop() ?? '').replace(/[\s.,]*\b(?:USA|U\.S\.A\.|US|U\.S\.|United States(?: of America)?)$/i, '');
  const match = ZIP.exec(last);
  const zip = match?.[1];
  if (!match || zip === undefined) return undefined;
  const rest = last.slice(0, match.index).trim();
  const words = (rest === '' ? (whole.pop() ?? '') : rest).split(' ');
  for (let count = Math.min(WORDS_OF_STATE, words.length); count > 0; count--) {
    const state = postalState(words.slice(-count).join(' ').replaceAll('.', ''));
    if (!POSTAL_STATES.has(state)) continue;
    const city = words.slice(0, -count).join(' ') || whole.pop();
    const isWhole = zip.length >= 5 || (zip.length >= SHORTEST_ZIP && hasLostZipZeros(zip, state));
    return city && isWhole && !NO_CITY.test(city) && /\p{L}/u.test(city)
      ? { city, state, zip, before: whole }
      : undefined;
  }
  return undefined;
}
