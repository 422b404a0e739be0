import type { RefusedListRow } from './refused-list.ts';

/**
 * Headers of a file's sets, each with the segment from which it holds (edi-834/heads.ts); of most files, and of files
 * of earlier versions, there is one.
 */
export const headsOf = (head: string): (readonly [from: number, head: string])[] =>
  head.startsWith('[') ? (JSON.parse(head) as [number, string][]) : [[0, head]];

type Part = { text: string; places: number[]; segments: number };
type Member = RefusedListRow & { readonly line: number };

/** The number of the n-th interchange of a file. */
const controlOf = (control: string, index: number): string =>
  index === 0 || control === ''
    ? control
    : `${control[0]}${String((Number(control.slice(1)) + index) % 10 ** (control.length - 1)).padStart(control.length - 1, '0')}`;

/**
 * The refused members, those of each employer, sender and way of writing in an interchange of their own, so that nobody
 * comes to another. `places` are the segments of the file, counted from 1, with which each member begins.
 */
export function edi834Of(head: string, rows: readonly Member[], control: string): { text: string; places: number[] } {
  const heads = headsOf(head);
  const placeOf = ({ line }: Member): number =>
    Math.max(
      0,
      heads.findLastIndex(([from]) => from <= line),
    );
  const byHead = [...Map.groupBy(rows, placeOf)].toSorted(([one], [other]) => one - other);
  const places = new Map<Member, number>();
  let text = '';
  let before = 0;
  for (const [index, [place, members]] of byHead.entries()) {
    const part = interchangeOf(heads[place]?.[1] ?? '', members, controlOf(control, index));
    for (const [at, member] of members.entries()) places.set(member, before + (part.places[at] ?? 0));
    text += part.text;
    before += part.segments;
  }
  return { text, places: rows.map((row) => places.get(row) ?? 0) };
}

/**
 * Members in an envelope of their own: the sender's header with another control number and reference (BGN02), since the
 * sender's were received already, the members' loops, and totals that are true again.
 */
function interchangeOf(head: string, rows: readonly RefusedListRow[], control: string): Part {
  const element = head[3] ?? '*';
  let at = -1;
  for (let count = 0; count < 16; count += 1) at = head.indexOf(element, at + 1);
  const terminator = head[at + 2] ?? '~';
  const segments = (text: string): string[] =>
    text
      .split(terminator)
      .map((segment) => segment.replace(/^[\s]+/, ''))
      .filter(Boolean);
  const before = segments(head);
  // Who belongs to the subscriber before by the place alone says so here: that one may be missing, or be another.
  const familyOf = ({ family, familyByPlace }: RefusedListRow, member: string[]): string[] => {
    if (!familyByPlace || family === null) return member;
    const own = member.filter((segment) => !segment.startsWith(`REF${element}0F${element}`));
    return [...own.slice(0, 1), ['REF', '0F', family].join(element), ...own.slice(1)];
  };
  const loops = rows.map((row) => familyOf(row, segments(row.raw)));
  const members = loops.flat();
  let place = before.length + 1;
  const places = loops.map((loop) => (place += loop.length) - loop.length);
  const find = (id: string): string[] =>
    before.findLast((segment) => segment.startsWith(`${id}${element}`))?.split(element) ?? [];
  const set = before.findLastIndex((segment) => segment.startsWith(`ST${element}`));
  const count = before.length - set + members.length + 1;
  const trailer = [
    ['SE', String(count), find('ST')[2] ?? '0001'],
    ['GE', '1', find('GS')[6] ?? '1'],
    ['IEA', '1', control],
  ].map((parts) => parts.join(element));
  const end = terminator === '\n' ? terminator : `${terminator}\n`;
  const isa = find('ISA');
  isa[13] = control;
  const header = before
    .slice(1)
    .map((segment) =>
      segment.startsWith(`BGN${element}`)
        ? [...segment.split(element).slice(0, 2), control, ...segment.split(element).slice(3)].join(element)
        : segment,
    );
  const all = [isa.join(element), ...header, ...members, ...trailer];
  return { text: all.map((segment) => `${segment}${end}`).join(''), places, segments: all.length };
}
