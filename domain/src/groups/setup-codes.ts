import { FALLBACK_CLASSES } from './group-terms.ts';

/** Short codes for the locations and classes of a new group; census files name them by code or by name. */

/** 'HQ Main' → 'HQ-MAIN'; made unique within the group by a number. */
export function locationCodes(names: readonly string[]): string[] {
  return unique(names.map((name) => code(name, '-', 20) || 'LOCATION'));
}

/**
 * Returns the specified code for a specified name ('Full-Time Employee' → FT001), otherwise up to ten letters and 001.
 */
export function classCodes(names: readonly string[]): string[] {
  return unique(
    names.map((name) => {
      const known = FALLBACK_CLASSES.find(
        (one) => plain(one.name) === plain(name) || plain(`${one.name}s`) === plain(name),
      );
      return known?.code ?? `${code(name, '', 10) || 'CLASS'}001`;
    }),
  );
}

/** Returns the code of an additional location; existing codes are kept, including those of removed locations. */
export const nextLocationCode = (name: string, taken: readonly string[]): string =>
  next(locationCodes([name])[0] ?? 'LOCATION', taken);
export const nextClassCode = (name: string, taken: readonly string[]): string =>
  next(classCodes([name])[0] ?? 'CLASS001', taken);

function next(code: string, taken: readonly string[]): string {
  let free = code;
  for (let count = 2; taken.includes(free); count += 1) free = `${code}-${count}`;
  return free;
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

function code(name: string, joint: string, length: number): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9]+/g, joint || '')
    .replace(/^-+|-+$/g, '')
    .toUpperCase()
    .slice(0, length)
    .replace(/-+$/, '');
}

/**
 * The first entry keeps the code, later ones get -2, -3 …, skipping codes that another name already has ('HQ', 'HQ!',
 * 'HQ 2').
 */
function unique(codes: readonly string[]): string[] {
  const own = new Set(codes);
  const given = new Set<string>();
  return codes.map((one) => {
    let code = one;
    for (let count = 2; given.has(code) || (code !== one && own.has(code)); count += 1) code = `${one}-${count}`;
    given.add(code);
    return code;
  });
}
