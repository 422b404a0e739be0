/** Up to four letters as one integer, so that the code tables are asked without cutting a text out first. */
export function packed(text: string): number {
  let value = 0;
  for (let index = 0; index < text.length; index++) value = (value << 8) | text.charCodeAt(index);
  return value;
}

/** Places of a table of codes that are found at once. */
const PLACES = 256;
const placeOf = (code: number): number => Math.imul(code, 0x9e3779b1) >>> 24;

/** A table of codes: most are found at a place of their own, the others in the map. */
class CodeTable<T> {
  readonly #values: ReadonlyMap<number, T>;
  readonly #codes = new Int32Array(PLACES);
  readonly #atPlaces: (T | undefined)[] = Array.from<undefined>({ length: PLACES });

  constructor(values: Iterable<[number, T]>) {
    this.#values = new Map(values);
    for (const [code, value] of this.#values) {
      this.#codes[placeOf(code)] = code;
      this.#atPlaces[placeOf(code)] = value;
    }
  }

  get(code: number): T | undefined {
    const place = placeOf(code);
    return this.#codes[place] === code ? this.#atPlaces[place] : this.#values.get(code);
  }
}

/** A table by the integers of its codes. */
export const byCode = <T>(table: ReadonlyMap<string, T>): CodeTable<T> =>
  new CodeTable(Array.from(table, ([code, value]): [number, T] => [packed(code), value]));

/** Two or three letters of a segment id as one integer, so that a switch can tell them apart. */
export const idOf = (name: string): number =>
  (name.charCodeAt(0) << 16) | (name.charCodeAt(1) << 8) | (name.length > 2 ? name.charCodeAt(2) : 0);

/** Phones in the order in which they are preferred: home, cell, telephone, work. */
export const PHONE_RANK: ReadonlyMap<number, number> = new Map([
  [packed('HP'), 4],
  [packed('CP'), 3],
  [packed('TE'), 2],
  [packed('WP'), 1],
]);

/** INS05: active, COBRA, surviving insured, TEFRA. */
export const BENEFIT_STATUSES: ReadonlySet<number> = new Set(Array.from('ACST', (letter) => letter.charCodeAt(0)));

/** INS08 (X12 element 584), as far as employers use it. */
export const EMPLOYMENT_STATUSES: ReadonlySet<number> = new Set(
  ['AC', 'AO', 'AU', 'FT', 'L1', 'PT', 'RT', 'TE'].map(packed),
);

export const YES = packed('Y');
export const NO = packed('N');
