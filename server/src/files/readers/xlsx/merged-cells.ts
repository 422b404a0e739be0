import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { ZipParts } from './zip-parts.ts';

/** The columns of a row, from 0, whose cells belong to one that begins above. */
export type MergedCells = ReadonlyMap<number, readonly number[]>;

/** A sheet that people have merged cells in is made by hand. A larger one is not read twice for it. */
const LARGEST = 16 * 1024 * 1024;
const MOST_CELLS = 50_000;
const MOST_ROWS = 500;
const LONGEST = 200;
const MERGED = /<(?:\w{1,20}:)?mergeCell\s[^<>]{0,100}?ref=["']([^"'<>]{1,40})["'][^<>]{0,100}>/g;
const AREA = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/;

const columnOf = (letters: string): number =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Notes the rows below the first of an area of merged cells, and of how many cells they are. */
export function noteMerged(found: Map<number, number[]>, area: string): number {
  const [, first = '', top, last = '', bottom] = AREA.exec(area) ?? [];
  const [from, to] = [Number(top), Number(bottom)];
  // Only one column is a value that holds for several rows; several are a title.
  if (first === '' || first !== last || !(to > from) || to - from > MOST_ROWS) return 0;
  for (let row = from + 1; row <= to; row++) found.set(row, [...(found.get(row) ?? []), columnOf(first)]);
  return to - from;
}

/** What a sheet is told that was too large to be looked through, and has such cells. */
export const MERGED_UNREAD = fileMessage('merged_cells_unread');

/** Whether an area of merged cells is a value that holds for several rows. */
export const isOverRows = (area: string): boolean => noteMerged(new Map(), area) > 0;

/**
 * Which cells of a sheet hold what stands above them. They are told behind the rows, so the sheet is looked through
 * before it is read; undefined where it is too large for that.
 */
export async function mergedCells(zip: ZipParts, part: string): Promise<MergedCells | undefined> {
  const found = new Map<number, number[]>();
  if (zip.unpackedSize(part) > LARGEST) return undefined;
  let cells = 0;
  let rest = '';
  const stream = await zip.stream(part);
  try {
    // Searched as a text: to take the elements apart twice would double the time of reading.
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const text = rest + chunk.toString('latin1');
      if (text.includes('mergeCell'))
        for (const [, area = ''] of text.matchAll(MERGED)) if (cells < MOST_CELLS) cells += noteMerged(found, area);
      const open = text.lastIndexOf('<');
      rest = open < 0 || text.length - open > LONGEST ? '' : text.slice(open);
    }
  } catch {
    // What cannot be read to its end is refused when its rows are read.
    return new Map();
  } finally {
    stream.destroy();
  }
  return found;
}
