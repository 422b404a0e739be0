const ISA_ELEMENTS = 16;

/**
 * The segments of X12 text as lists of trimmed elements. The separators come from the ISA, by counting its elements
 *.
 */
export function x12Segments(text: string): string[][] {
  const start = text.search(/\S/);
  const from = text.startsWith('\ufeff') ? text.indexOf('ISA') : start;
  if (from < 0 || !text.startsWith('ISA', from)) return [];
  const element = text.charAt(from + 3);
  let at = from + 3;
  for (let count = 1; count < ISA_ELEMENTS && at >= 0; count++) at = text.indexOf(element, at + 1);
  const terminator = at < 0 ? '' : text.charAt(at + 2);
  if (!terminator) return [];
  return text
    .slice(from)
    .split(terminator)
    .map((segment) => segment.trim())
    .filter(Boolean)
    .map((segment) => segment.split(element).map((value) => value.trim()));
}
