import { isOneSlip } from '../../../members/same-person.ts';
import type { WordKind } from '../mapping.ts';
import { KNOWN_WORDS } from '../values/cell-values.ts';
import { wordsOf } from '../../../plain-words.ts';

/** What a word may stand for, and what that is called. */
export type Candidate = { readonly value: string; readonly names: readonly string[] };

/** Shorter words are alike by chance. */
const SHORTEST = 3;
const SHORTEST_SLIP = 4;

const isEqual = (word: string, name: string): boolean => word === name;
/** MEDPPO26 and MED-PPO, PPO and MED-PPO. */
const holdsOther = (word: string, name: string): boolean =>
  Math.min(word.length, name.length) >= SHORTEST && (word.includes(name) || name.includes(word));
/** MEDPO and MED-PPO, Spuose. */
const isSlip = (word: string, name: string): boolean =>
  Math.min(word.length, name.length) >= SHORTEST_SLIP && isOneSlip(word, name);

/**
 * What a word that is not known probably stands for, to be offered and never taken: what is called the same, else
 * nearly the same, else what is a part of it or has it as a part. Undefined where several are as like each other.
 */
export function likelyAmong(word: string, candidates: readonly Candidate[]): string | undefined {
  const plain = wordsOf(word);
  if (plain === '') return undefined;
  for (const isAlike of [isEqual, isSlip, holdsOther]) {
    const found = new Set(
      candidates.flatMap(({ value, names }) =>
        names.some((name) => wordsOf(name) !== '' && isAlike(plain, wordsOf(name))) ? [value] : [],
      ),
    );
    if (found.size > 0) return found.size === 1 ? [...found][0] : undefined;
  }
  return undefined;
}

const KINDS = Object.fromEntries(
  Object.entries<ReadonlyMap<string, string>>(KNOWN_WORDS).map(([kind, known]) => [
    kind,
    Array.from(known, ([name, value]): Candidate => ({ value, names: [name] })),
  ]),
) as Readonly<Partial<Record<WordKind, Candidate[]>>>;

/** The same of a word for a relationship, a level, a gender or an action, among all that are known. */
export function likelyMeaning(kind: WordKind, word: string): string | undefined {
  return likelyAmong(word, KINDS[kind]?.filter(({ names }) => (names[0] ?? '').length >= SHORTEST_SLIP) ?? []);
}
