import { READER_LIMITS } from '../limits.ts';

/**
 * What stands before the members of a file's sets, for members that are given back: ISA, GS and the header of the set.
 * Kept anew only where a set differs from the one before in more than its numbers: another employer, another sender, or
 * other separators.
 */
export class SetHeads {
  private readonly kept: [from: number, head: string][] = [];
  private known = '';
  private length = 0;

  /** To be called with a set's first member, the segment `from` of the file. */
  keep(from: number, [isa, gs, ...set]: readonly string[], element: string): void {
    const parts = (text: string, ...places: number[]): (string | undefined)[] =>
      places.map((place) => text.split(element)[place]);
    const known = JSON.stringify([
      parts(isa ?? '', 5, 6, 7, 8),
      element,
      isa?.slice(-4),
      parts(gs ?? '', 1, 2, 3, 8),
      set.map((text) => (text.startsWith('ST') ? '' : text.startsWith('BGN') ? parts(text, 1, 8) : text)),
    ]);
    if (known === this.known) return;
    this.known = known;
    const head = [isa, gs, ...set].map((text) => `${text}\n`).join('');
    this.length += head.length;
    // Beyond that nobody is given back under the name of another employer.
    if (this.length > READER_LIMITS.head && this.kept.at(-1)?.[1] !== '') this.kept.push([from, '']);
    else if (this.length <= READER_LIMITS.head) this.kept.push([from, head]);
  }

  /** As text, a single header as it stands. */
  get text(): string {
    return this.kept.length > 1 ? JSON.stringify(this.kept) : (this.kept[0]?.[1] ?? '');
  }
}
