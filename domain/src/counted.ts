/** Returns a count with its noun: '1 person', '1,234 people'. Without `many`, the plural adds an s. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
