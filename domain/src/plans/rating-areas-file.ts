import { wordsOf } from '../plain-words.ts';
import { isUsState, postalState } from '../us-states.ts';

/** The rating area of a ZIP code or of a county; the other one is empty. */
type RatingAreaEntry = {
  readonly state: string;
  readonly zipCode: string;
  readonly county: string;
  readonly area: string;
};

export type ReadAreas = {
  readonly entries: readonly RatingAreaEntry[];
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
};

const COLUMNS = {
  state: ['state', 'state code', 'st'],
  zip: ['zip', 'zip code', 'zipcode', 'postal code', '3 digit zip', 'zip5'],
  county: ['county', 'county name'],
  area: ['area', 'rating area', 'rating area id', 'rate area', 'rating region', 'region'],
} as const;
type Column = keyof typeof COLUMNS;

const NAMES = new Map(
  (Object.keys(COLUMNS) as Column[]).flatMap((column) =>
    COLUMNS[column].map((name) => [wordsOf(name), column] as const),
  ),
);

/** Excel takes the zeros in front of a ZIP code away. */
const zipOf = (text: string): string | undefined => {
  const [, digits] = /^(\d{3,5})(?:-\d{4})?$/.exec(text) ?? [];
  return digits?.padStart(5, '0');
};

/** Reads rating areas with the columns State, Rating area, and ZIP code or County, in any order. */
export function readRatingAreas(table: readonly (readonly string[])[]): ReadAreas {
  const none = { entries: [], warnings: [] };
  const headings = (table[0] ?? []).map((heading) => NAMES.get(wordsOf(heading)));
  const at = (column: Column): number => headings.indexOf(column);
  if (at('state') === -1 || at('area') === -1 || (at('zip') === -1 && at('county') === -1))
    return { ...none, problems: ['The first row needs the headings State, Rating area, and ZIP code or County.'] };
  const entries = new Map<string, RatingAreaEntry>();
  const problems: string[] = [];
  let padded = 0;
  let twice = 0;
  table.slice(1).forEach((row, index) => {
    const line = index + 2;
    const text = (column: Column): string => (at(column) === -1 ? '' : (row[at(column)] ?? '').trim());
    if (row.every((cell) => cell.trim() === '')) return;
    const named = postalState(text('state'));
    const state = isUsState(named) ? named : undefined;
    const zipCode = text('zip') === '' ? '' : zipOf(text('zip'));
    const area = text('area').replace(/^rating area /i, '');
    const county = text('county');
    if (!state) problems.push(`Row ${line}: “${text('state')}” is not a state.`);
    else if (area === '' || area.length > 60) problems.push(`Row ${line}: enter the rating area.`);
    else if (zipCode === undefined) problems.push(`Row ${line}: “${text('zip')}” is not a ZIP code of five digits.`);
    else if (zipCode === '' && county === '') problems.push(`Row ${line}: enter a ZIP code or a county.`);
    else {
      if (zipCode !== '' && text('zip').length < 5) padded += 1;
      // A ZIP code may lie in two counties; then it has the area of the row.
      const entry = { state, zipCode, county: zipCode === '' ? county : '', area };
      const key = `${state} ${entry.zipCode} ${entry.county.toLowerCase()}`;
      const before = entries.get(key);
      if (before && before.area !== area)
        problems.push(`Row ${line}: ${zipCode || county} has the areas ${before.area} and ${area}. Keep one.`);
      else if (before) twice += 1;
      else entries.set(key, entry);
    }
  });
  if (entries.size === 0 && problems.length === 0) problems.push('The file has no rating areas below its headings.');
  return {
    entries: [...entries.values()],
    problems,
    warnings: [
      ...(padded > 0 ? [`Zeros were added in front of ${padded} ZIP ${padded === 1 ? 'code' : 'codes'}.`] : []),
      ...(twice > 0 ? [`${twice} ${twice === 1 ? 'row was' : 'rows were'} listed twice.`] : []),
    ],
  };
}
