import { dataElementOf, type WrongElement } from './guide-834-elements.ts';
import type { Separators } from '../../x12/separators.ts';

/**
 * Elements of the 834 that are composites, or repeat: the races and ethnicities (DMG05) do both, the Medicare plan has
 * a reason beside it (INS06), the unused REF04 is told as that.
 */
const COMPOSITES: ReadonlySet<string> = new Set(['DMG05', 'INS06', 'REF04']);
const REPEATED: ReadonlySet<string> = new Set(['DMG05']);

/**
 * Whether a character divides anything: letters, digits and blanks stand in ISA11 of whoever has no repetitions (domain
 * rules 4.1).
 */
export const isSeparator = (character: string): boolean => character.length === 1 && !/[A-Za-z0-9\s]/.test(character);

/** Whether a separator may stand in an element. `place` is as `DMG05`. */
export const mayStandIn = (place: string, kind: 'component' | 'repetition'): boolean =>
  (kind === 'component' ? COMPOSITES : REPEATED).has(place);

/**
 * Plain elements in which a character stands that the interchange header calls a separator: X12.6, 3.4 forbids that,
 * and to a program the element is several (IK403 13, too many components, or 12, too many repetitions; X12's RFI 2026
 * allows 6 as well). What stood there is never copied: names and addresses are where it happens.
 */
export function strayElements(
  elements: readonly string[],
  { component, repetition }: Pick<Separators, 'component' | 'repetition'>,
): WrongElement[] {
  const [id = ''] = elements;
  return elements.flatMap((text, at): WrongElement[] => {
    if (at === 0) return [];
    const place = `${id}${String(at).padStart(2, '0')}`;
    const code =
      isSeparator(component) && text.includes(component) && !mayStandIn(place, 'component')
        ? '13'
        : isSeparator(repetition) && text.includes(repetition) && !mayStandIn(place, 'repetition')
          ? '12'
          : undefined;
    return code === undefined ? [] : [{ element: at, dataElement: dataElementOf(id, at), code }];
  });
}

/** What is wrong with a segment's elements, and the strays among them: an element is told once. */
export function withStrays(
  wrong: readonly WrongElement[],
  elements: readonly string[],
  separators: Separators | undefined,
): WrongElement[] {
  const strays =
    separators === undefined
      ? []
      : strayElements(elements, separators).filter(({ element }) => !wrong.some((one) => one.element === element));
  return [...wrong, ...strays].toSorted((a, b) => a.element - b.element);
}
