import type { RefusedListRow } from './refused-list.ts';

/**
 * The refused members in an envelope of their own: the sender's header with another control number and reference (BGN02), since the sender's were received already, the
 * members' loops, and totals that are true again. `places` are the segments, counted from 1, with which each member begins.
 */
export function edi834Of(head: string, rows: readonly RefusedListRow[], control: string): { text: string; places: number[] } {
  const element = head[3] ?? '*';
  let at = -1;
  for (let count = 0; count < 16; count += 1) at = head.indexOf(element, at + 1);
  const terminator = head[at + 2] ?? '~';
  const segments = (text: string): string[] => text.split(terminator).map((segment) => segment.replace(/^[\s]+/, '')).filter(Boolean);
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
  const find = (id: string): string[] => before.findLast((segment) => segment.startsWith(`${id}${element}`))?.split(element) ?? [];
  const set = before.findLastIndex((segment) => segment.startsWith(`ST${element}`));
  const count = before.length - set + members.length + 1;
  const trailer = [['SE', String(count), find('ST')[2] ?? '0001'], ['GE', '1', find('GS')[6] ?? '1'], ['IEA', '1', control]].map((parts) => parts.join(element));
  const end = terminator === '\n' ? terminator : `${terminator}\n`;
  const isa = find('ISA');
  isa[13] = control;
  const header = before.slice(1).map((segment) => (segment.startsWith(`BGN${element}`) ? [...segment.split(element).slice(0, 2), control, ...segment.split(element).slice(3)].join(element) : segment));
  return { text: [isa.join(element), ...header, ...members, ...trailer].map((segment) => `${segment}${end}`).join(''), places };
}
