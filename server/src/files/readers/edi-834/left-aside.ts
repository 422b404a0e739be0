import type { FileMessage } from '@openbenefits/domain/files/messages/file-message';
import { type ElementAside, leftAsideWords } from '@openbenefits/domain/files/edi-834/left-aside';

type Counted = { segment: string; code: string; count: number };
/** Kinds that are counted; the guide has a few dozen. */
const MOST_KINDS = 200;

/**
 * Counts the segments of members that have no place here, for the file: people would be told the same again and again.
 */
export class LeftAside {
  /** How many segments were counted. */
  total = 0;
  private readonly counts = new Map<number, Counted>();
  private readonly elements = new Set<ElementAside>();

  /** `key`: a digest of the segment's name and code; `read` is asked the first time. */
  count(key: number, read: () => Omit<Counted, 'count'>): void {
    this.total++;
    const known = this.counts.get(key);
    if (known) known.count++;
    else if (this.counts.size < MOST_KINDS) this.counts.set(key, { ...read(), count: 1 });
  }

  /** Elements are noted once: of members of one form only the first is looked at, and all have them. */
  note(element: ElementAside): void {
    this.elements.add(element);
  }

  get message(): FileMessage | undefined {
    return leftAsideWords([...this.counts.values()], this.elements);
  }
}
