import type { WordKind } from './census/mapping.ts';

/** How the messages of the catalogue name a word that is not recognized. */
const BEFORE = { relationship: 'Relationship "', tier: 'coverage level "', action: 'Action "' } as const;
const AFTER = '" is not recognized';

/**
 * The unknown words that such reasons name. One that is shown only in part cannot be told from others, so it is not
 * among them.
 */
export function wordsNamedIn(reason: string): { kind: WordKind; word: string }[] {
  const found = new Map<string, { kind: WordKind; word: string }>();
  for (const part of reason.split(AFTER).slice(0, -1)) {
    for (const [kind, before] of Object.entries(BEFORE) as [keyof typeof BEFORE, string][]) {
      const at = part.lastIndexOf(before);
      const word = at < 0 ? '' : part.slice(at + before.length);
      if (word !== '' && !/[#…]/.test(word)) found.set(`${kind} ${word}`, { kind, word });
    }
  }
  return [...found.values()];
}
