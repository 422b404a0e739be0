import type { Frame } from './open-element.ts';

const CODES = ['code', 'id', 'key', 'value', 'number'] as const;
const WORDS = ['name', 'description', 'desc', 'label', 'meaning', 'text', 'descriptor'] as const;
/** What explains codes is no longer. */
const LONGEST = 300;

const firstOf = (leaves: ReadonlyMap<string, string>, names: readonly string[]): string | undefined =>
  names.map((name) => leaves.get(name)).find((text) => text !== undefined);

/**
 * What an element outside of people may say of codes: <Legend>1=EE 2=ES</Legend>, <Level code="1">Employee
 * Only</Level>, <Level><Code>1</Code><Name>….
 */
export function explanationsIn({ leaves, text, hasChildren }: Frame): string[] {
  const own = hasChildren ? '' : text.trim();
  if (own.length > LONGEST) return [];
  const code = firstOf(leaves, CODES);
  const word = own === '' ? firstOf(leaves, WORDS) : own;
  return [
    ...(own.includes('=') ? [own] : []),
    ...(code !== undefined && word !== undefined ? [`${code}=${word}`] : []),
  ];
}
