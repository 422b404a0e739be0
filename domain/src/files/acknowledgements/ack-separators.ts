import type { Separators } from '../../x12/separators.ts';
import { DEFAULT_SEPARATORS } from '../../x12/x12-writer.ts';

const isUsable = (text: string): boolean => text.length === 1 && !/[\sA-Za-z0-9.,-]/.test(text);

/**
 * The partner's own separators, so that its programs read the answer as they write. A line end as terminator is kept;
 * what is no separator (a letter or blank in ISA11) is replaced by one that the others leave free.
 */
export function ownSeparators(theirs: Separators): Separators {
  const taken = new Set<string>();
  const pick = (wanted: string, fallback: string, mayBeLineEnd = false): string => {
    const choice =
      [wanted, fallback, '|', '^', '~', ':', '>', '!'].find(
        (one) => !taken.has(one) && (isUsable(one) || (mayBeLineEnd && (one === '\n' || one === '\r'))),
      ) ?? fallback;
    taken.add(choice);
    return choice;
  };
  const segment = pick(theirs.segment, DEFAULT_SEPARATORS.segment, true);
  const element = pick(theirs.element, DEFAULT_SEPARATORS.element);
  const component = pick(theirs.component, DEFAULT_SEPARATORS.component);
  return { segment, element, component, repetition: pick(theirs.repetition, DEFAULT_SEPARATORS.repetition) };
}
