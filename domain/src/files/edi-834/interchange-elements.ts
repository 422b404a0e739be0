const FITS: readonly (readonly [element: number, fits: RegExp])[] = [
  [1, /^\d\d$/],
  [3, /^\d\d$/],
  [5, /^(?:\d\d|ZZ)$/],
  [7, /^(?:\d\d|ZZ)$/],
  [9, /^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/],
  [10, /^(?:[01]\d|2[0-3])[0-5]\d$/],
  [12, /^00\d{3}$/],
  [13, /^\d{9}$/],
  [14, /^[01]$/],
  [15, /^[PTI]$/],
];
/** What an acknowledgement repeats. */
const REPEATED = [5, 6, 7, 8, 9, 10, 13];

const fits = (elements: readonly string[]): boolean => FITS.every(([at, right]) => right.test(elements[at] ?? ''));

/**
 * The elements of a damaged ISA (its name at 0) in their places, where one too few or too many has moved them and only
 * one reading is possible: what answers it has to name its number (ISA13), or the sender does not know which file is
 * meant.
 */
export function inTheirPlaces(elements: readonly string[]): readonly string[] {
  if (fits(elements)) return elements;
  const found = new Map<string, readonly string[]>();
  for (let at = 1; at < elements.length; at++) {
    for (const moved of [elements.toSpliced(at, 0, ''), elements.toSpliced(at, 1)])
      if (fits(moved)) found.set(REPEATED.map((place) => moved[place]).join('\n'), moved);
  }
  const [only, ...others] = found.values();
  return only !== undefined && others.length === 0 ? only : elements;
}
