/** NUL and half of a surrogate pair, which database text cannot contain. */
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

export const UNSTORABLE_TEXT =
  'This text contains a character that cannot be stored. Type the text instead of pasting it.';

/** A form never nests this deep; deeper input is an attack. */
const DEEPEST = 100;

/** Returns the dotted paths of text that the database cannot store; keys count like their values. */
export function unstorablePaths(input: unknown, path = '', depth = 0): string[] {
  if (typeof input === 'string') return UNSTORABLE.test(input) ? [path] : [];
  if (typeof input !== 'object' || input === null) return [];
  if (depth >= DEEPEST) return [path.split('.')[0] ?? ''];
  return Object.entries(input).flatMap(([key, value]) =>
    UNSTORABLE.test(key) ? [path] : unstorablePaths(value, path === '' ? key : `${path}.${key}`, depth + 1),
  );
}
