import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { type AddedHeadings, NONE_ADDED } from './census/added-headings.ts';
import type { RecordSink } from './record-sink.ts';

/** Of XML, where several people may stand on one line, the element as it was sent tells them apart. */
export const placeOfElement = (line: number, sent: string): string => `${line} ${sent}`;

/**
 * What somebody has mended in a file that is read again, by its place: the line of a list, the first segment of a
 * member, an element of XML (above).
 */
export type MendedPlaces = readonly (readonly [place: string, text: string])[];

/**
 * What was mended here stands in the place of what was sent, where the file is read: whatever follows from it (families
 * by their places, what words mean, what is repeated) follows as if it had been sent so.
 */
export class Mends {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #left: Set<string>;
  readonly #sink: RecordSink;
  /** Columns of a list that the mended rows have beyond those that were sent. */
  readonly added: AddedHeadings;

  constructor(places: MendedPlaces, sink: RecordSink, added: AddedHeadings = NONE_ADDED) {
    this.added = added;
    this.#texts = new Map(places);
    this.#left = new Set(this.#texts.keys());
    this.#sink = sink;
  }

  get places(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  /** What stands there as it was mended; undefined where nobody has mended anything. */
  at(place: string, line: number): string | undefined {
    const text = this.#texts.get(place);
    if (text !== undefined && this.#left.delete(place))
      this.#sink.remark('mended_here', fileMessage('corrections_applied'), line);
    return text;
  }

  /** To be called when all is read. */
  finish(): void {
    if (this.#left.size > 0)
      this.#sink.remark('mends_without_place', fileMessage('corrections_not_applied'), undefined, this.#left.size);
  }
}
