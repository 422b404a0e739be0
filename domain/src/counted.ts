/**
 * A count with its noun, as it stands in a sentence: '1 person', '1,234 people'. Without `many` the noun takes an s.
 */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
