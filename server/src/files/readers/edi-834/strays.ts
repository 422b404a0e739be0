import { isSeparator, mayStandIn } from '@openbenefits/domain/files/edi-834/stray-separators';

const NOWHERE = Number.MAX_SAFE_INTEGER;
/** From an element's place back to the name of its segment; longer ones hold plain elements only. */
const MOST_BACK = 400;

type Kind = 'component' | 'repetition';

/**
 * Whether component or repetition separators stand in plain elements of a member. Where the next of them lies is looked
 * for once in all that is in the buffer, so that members without any, which are nearly all, cost one comparison.
 */
export class StraySeparators {
  private readonly bytes: Buffer;
  private readonly wanted: { kind: Kind; byte: number; next: number }[] = [];
  private element = -1;
  private terminator = -1;
  /** Where the next of any lies; nothing before it has to be looked at. */
  private nearest = -1;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** The separators of the interchange that begins. */
  begin({ component, repetition }: Readonly<Record<Kind, string>>, element: number, terminator: number): void {
    this.element = element;
    this.terminator = terminator;
    this.wanted.length = 0;
    this.nearest = -1;
    for (const [kind, character] of [
      ['component', component],
      ['repetition', repetition],
    ] as const)
      if (isSeparator(character)) this.wanted.push({ kind, byte: character.charCodeAt(0), next: -1 });
  }

  /** What lies in the buffer is another now. */
  moved(): void {
    this.nearest = -1;
    for (const one of this.wanted) one.next = -1;
  }

  isIn(from: number, to: number): boolean {
    return this.nearest < to && this.lookAt(from, to);
  }

  private lookAt(from: number, to: number): boolean {
    let found = false;
    this.nearest = NOWHERE;
    for (const one of this.wanted) {
      while (one.next < to) {
        if (one.next < from) one.next = this.from(one.byte, from);
        if (one.next >= to) break;
        found ||= !mayStandIn(this.placeOf(one.next, from), one.kind);
        one.next = this.from(one.byte, one.next + 1);
      }
      this.nearest = Math.min(this.nearest, one.next);
    }
    return found;
  }

  private from(byte: number, at: number): number {
    const found = this.bytes.indexOf(byte, at);
    return found < 0 ? NOWHERE : found;
  }

  /** As `DMG05`. */
  private placeOf(at: number, from: number): string {
    let element = 0;
    let start = at;
    for (
      const last = Math.max(from, at - MOST_BACK);
      start > last && this.bytes[start - 1] !== this.terminator;
      start--
    )
      if (this.bytes[start - 1] === this.element) element++;
    return `${this.bytes
      .toString('latin1', start, start + 20)
      .trimStart()
      .slice(0, 3)}${String(element).padStart(2, '0')}`;
  }
}
