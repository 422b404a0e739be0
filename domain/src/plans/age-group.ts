import type { AgeBand } from './rate-table.ts';

/** An age group as people write it: "Under 25", "25–29", "64 and over", "All ages". */
export function ageGroupText({ from, to }: AgeBand): string {
  if (to === null) return from === 0 ? 'All ages' : `${from} and over`;
  if (from === 0) return `Under ${to + 1}`;
  return from === to ? String(from) : `${from}–${to}`;
}

const OLDEST = 120;

/**
 * Reads an age group as carriers and spreadsheets write it: "25-29", "25 to 29", "Under 25", "<25", "64+", "65 and over",
 * "65 and older", "All ages", "40". Undefined where it is none, or runs backward.
 */
export function readAgeGroup(text: string): AgeBand | undefined {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/[–—]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^ages? /, '');
  if (/^(all( ages)?|any( age)?)$/.test(plain)) return { from: 0, to: null };
  const under = /^(?:under|below|less than|<) ?(\d{1,3})$/.exec(plain);
  if (under) return bandOf(0, Number(under[1]) - 1);
  const over =
    /^(\d{1,3}) ?(?:\+|and (?:over|older|above|up)|or (?:over|older|above))$|^(?:over|above|>) ?(\d{1,3})$/.exec(plain);
  if (over) return over[1] === undefined ? openBand(Number(over[2]) + 1) : openBand(Number(over[1]));
  const range = /^(\d{1,3}) ?(?:-|to|through) ?(\d{1,3})$/.exec(plain);
  if (range) return bandOf(Number(range[1]), Number(range[2]));
  const one = /^(\d{1,3})$/.exec(plain);
  return one ? bandOf(Number(one[1]), Number(one[1])) : undefined;
}

const openBand = (from: number): AgeBand | undefined => (from <= OLDEST ? { from, to: null } : undefined);
const bandOf = (from: number, to: number): AgeBand | undefined =>
  from <= to && to <= OLDEST ? { from, to } : undefined;

/** Ages without a group, and pairs of groups that share an age; groups are compared in the order of their first age. */
export type BandFault =
  | { readonly code: 'gap'; readonly from: number; readonly to: number | null }
  | { readonly code: 'overlap' | 'duplicate'; readonly first: number; readonly second: number; readonly age: number };

/** What keeps age groups from covering every age exactly once. `first` and `second` are places in the list. */
export function bandFaults(bands: readonly AgeBand[]): BandFault[] {
  const order = bands
    .map((band, place) => ({ ...band, place }))
    .toSorted((a, b) => a.from - b.from || a.place - b.place);
  const faults: BandFault[] = [];
  let next: number | null = 0;
  let last: (typeof order)[number] | undefined;
  for (const band of order) {
    if (last && (next === null || band.from < next)) {
      const isSame = band.from === last.from && band.to === last.to;
      faults.push({ code: isSame ? 'duplicate' : 'overlap', first: last.place, second: band.place, age: band.from });
    } else if (next !== null && band.from > next) faults.push({ code: 'gap', from: next, to: band.from - 1 });
    const reaches: number | null = band.to === null ? null : band.to + 1;
    if (next !== null && (reaches === null || reaches > next)) {
      next = reaches;
      last = band;
    }
    last ??= band;
  }
  if (next !== null) faults.push({ code: 'gap', from: next, to: null });
  return faults;
}
