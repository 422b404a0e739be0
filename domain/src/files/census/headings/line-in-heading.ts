import type { CoverageLine } from '../../../coverage-line.ts';

/**
 * Beside dental and vision, health is all that is left: they are looked for first. A division has nothing to do with
 * sight, Medicare is no plan of an employer.
 */
const LINES: readonly (readonly [RegExp, CoverageLine])[] = [
  [/dental|^den(?!y|ied)/, 'dental'],
  [/(?<!di|super|pro)vision|^vis(?!a|it)/, 'vision'],
  [/^life|lifeins|basiclife/, 'life'],
  [/disabilit|^std|^ltd/, 'disability'],
  [/medical|health|hmo|ppo|hdhp|^med(?!icare|icaid)/, 'medical'],
];
const TAX = /^(?:pre|post|after)tax/;

/**
 * The line of coverage that a heading speaks of in whatever it says, by the words of a column that nobody knows
 * (`wordsOf`): enough to say what may be lost with it, and never to read it.
 */
export const lineInHeading = (words: string): CoverageLine | undefined => {
  const bare = words.replace(TAX, '');
  return LINES.find(([pattern]) => pattern.test(bare))?.[1];
};
