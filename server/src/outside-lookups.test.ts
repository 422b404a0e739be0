import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A constant that is a table by any text, and a text that is taken for a key of some other table. */
const TABLE = /const (\w+): (?:Readonly<)?Record<string, /g;
const AS_TABLE = /as (?:unknown as )?(?:Readonly<)?(?:Partial<)?Record<string, [^)]*\)\[(?!')/;

const root = new URL('../../', import.meta.url).pathname;
const sources = globSync('{domain,contract,server,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\/testing\/|\/locales\//.test(file),
);

/** Keys that the code itself makes up, and never a text from outside. */
const OWN_KEYS: ReadonlySet<string> = new Set([
  // One character of a text, by which no member of an object is called.
  'domain/src/x12/ascii-text.ts: LETTERS',
  'server/src/files/readers/xml/stream.ts: ENTITIES',
  // Codes of our own list, and names of fields.
  'domain/src/countries.ts: OTHER_NAMES',
  'domain/src/files/census/changed-field.ts: a cast',
  'server/src/files/readers/census/told-otherwise.ts: said',
]);

it('tables are looked up by texts from outside with ownValue alone', () => {
  const found = sources.flatMap((file) => {
    const text = readFileSync(root + file, 'utf8');
    const tables = [...text.matchAll(TABLE)]
      .map(([, name = '']) => name)
      .filter((name) => new RegExp(`\\b${name}\\[(?!')`).test(text));
    return [...tables, ...(AS_TABLE.test(text) ? ['a cast'] : [])].map((name) => `${file}: ${name}`);
  });
  expect(sources.length).toBeGreaterThan(500);
  expect(found.filter((one) => !OWN_KEYS.has(one))).toEqual([]);
});
