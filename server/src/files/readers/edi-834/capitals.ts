import type { ByteSource } from '../byte-source.ts';

/** Elements that hold names and other free text, by their segments: they are left as they are. */
const FREE_TEXT: ReadonlyMap<string, readonly number[] | 'all'> = new Map<string, readonly number[] | 'all'>([
  ['NM1', [3, 4, 5, 6, 7]],
  ['N1', [2]],
  ['N3', 'all'],
  ['N4', [1]],
  ['PER', [2, 4, 6, 8]],
  ['REF', [2, 3]],
  ['HD', [4]],
]);
const ISA_ELEMENTS = 16;
const LONGEST_NAME = 3;
const NO_TEXT: readonly number[] = [];

/**
 * As another source, of an 834 in small letters: hands its codes over in capitals, as the guide writes them, and names
 * as they are.
 */
export function inCapitals(source: ByteSource): ByteSource {
  let element = -1;
  let terminator = -1;
  /** Of the open segment: its name so far, the element that goes on, and which of them are free text. */
  let name = '';
  let place = 0;
  let text: readonly number[] | 'all' = NO_TEXT;
  /** Bytes behind the last separator of an ISA. */
  let behind = 0;

  const take = (raised: number): void => {
    if (name === 'ISA' && place === 0 && element === -1) element = raised;
    if (raised === terminator && !(name === 'ISA')) {
      name = '';
      place = 0;
      text = NO_TEXT;
    } else if (name === 'ISA' && place === ISA_ELEMENTS) {
      if (++behind < 2) return;
      terminator = raised;
      name = '';
      place = 0;
    } else if (raised === element) {
      if (place++ === 0) text = FREE_TEXT.get(name) ?? NO_TEXT;
    } else if (place === 0 && raised > 32 && name.length <= LONGEST_NAME) {
      name += String.fromCharCode(raised);
      // Each interchange has separators of its own.
      if (name === 'ISA') [element, behind] = [-1, 0];
    }
  };
  return {
    read(target, offset) {
      const count = source.read(target, offset);
      for (let at = offset; at < offset + count; at++) {
        const byte = target[at] as number;
        const isFree = text === 'all' || text.includes(place);
        const raised = byte >= 97 && byte <= 122 && !isFree ? byte - 32 : byte;
        target[at] = raised;
        take(raised);
      }
      return count;
    },
    get bytesRead() {
      return source.bytesRead;
    },
    close: () => source.close(),
  };
}
