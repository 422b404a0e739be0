import {
  COVERAGE_PLACES,
  holdsNumber,
  type MemberPlace,
  PERSON_PLACES,
} from '@openbenefits/domain/files/edi-834/member-places';
import { cleanText, FieldText } from '../readers/field-text.ts';

/** The characters that divide an interchange. `component` and `repetition` may not stand inside a value either. */
export type Separators = {
  readonly element: string;
  readonly terminator: string;
  readonly component: string;
  readonly repetition: string;
};

/** The separators of the header that a set's head begins with; those most senders use where there is none. */
export function separatorsOf(head: string): Separators {
  const element = head[3] ?? '*';
  const at = [...head.matchAll(new RegExp(`\\x${element.charCodeAt(0).toString(16).padStart(2, '0')}`, 'g'))][15]
    ?.index;
  if (at === undefined) return { element, terminator: '~', component: ':', repetition: '^' };
  return {
    element,
    terminator: head[at + 2] ?? '~',
    component: head[at + 1] ?? ':',
    repetition: head.split(element, 12)[11] ?? '^',
  };
}

/**
 * Of which part of the loop a segment is: the person, a coverage (from 1), or neither (other names, other insurances,
 * categories).
 */
type Scope = 'person' | number | 'other';
type Segment = { elements: string[]; scope: Scope };

/** Two days with a dash between them, where the guide allows it (RD8). */
const DAYS_OF_RANGE = /^\d{8}-\d{8}$/;

/** Segments of a person before the name, in the guide's order, and behind it. */
const ORDER = ['INS', 'REF', 'DTP', 'NM1', 'PER', 'N3', 'N4', 'DMG', 'ICM'];

function scopeAfter(scope: Scope, [id, code]: readonly string[], coverages: number): Scope {
  if (id === 'HD') return coverages + 1;
  // Behind a coverage only the member's own name is none of that.
  if (id === 'NM1' && (code === 'IL' || code === '74')) return 'person';
  if (id === 'NM1' && typeof scope !== 'number') return 'other';
  // What follows other insurances, doctors and categories is not of the coverage any more.
  if (id === 'LX' || id === 'COB' || id === 'LS' || id === 'DSB') return 'other';
  return scope;
}

/** The loop of one member as its segments; what is written into it stands where a reader looks for it. */
export class MemberText {
  readonly #segments: Segment[] = [];
  readonly #separators: Separators;
  /** How many coverages (HD) it holds. */
  readonly coverages: number;

  /** `raw`: one character per byte, as the reader kept it. */
  constructor(raw: string, separators: Separators) {
    this.#separators = separators;
    let scope: Scope = 'person';
    let coverages = 0;
    for (const segment of new FieldText().decode(raw).split(separators.terminator)) {
      const elements = segment.trim().split(separators.element).map(cleanText);
      if (elements[0] === '') continue;
      scope = scopeAfter(scope, elements, coverages);
      if (elements[0] === 'HD') coverages += 1;
      this.#segments.push({ elements, scope });
    }
    this.coverages = coverages;
  }

  /** What stands at a place; undefined where its segment is not there. `coverage` counts from 1; 0 is the person. */
  text(place: MemberPlace, coverage: number): string | undefined {
    const elements = this.#find(place, coverage)?.elements;
    return elements && holdsNumber(place, elements) ? elements[place.element] : undefined;
  }

  /** Whether another number of the person stands where this one would be written. */
  isTaken(place: MemberPlace, coverage: number): boolean {
    const elements = this.#find(place, coverage)?.elements;
    return elements !== undefined && !holdsNumber(place, elements);
  }

  /** Writes a text; a segment that is not there is made, a date or a reference without its value is taken away. */
  write(place: MemberPlace, coverage: number, text: string): void {
    const known = this.#find(place, coverage);
    if (!known && text === '') return;
    const [id = '', code] = place.segment.split('*');
    if (known && text === '' && code !== undefined) {
      this.#segments.splice(this.#segments.indexOf(known), 1);
      return;
    }
    const { elements } = known ?? this.#make(id, code, coverage);
    while (elements.length <= place.element) elements.push('');
    elements[place.element] = text;
    if (place.dateAt !== undefined && text !== '') elements[place.dateAt] = DAYS_OF_RANGE.test(text) ? 'RD8' : 'D8';
    // The guide's codes for an SSN, and for a number of the sender's own; neither is said of nothing.
    if (place.number !== undefined)
      elements[8] = text === '' ? '' : elements[8] || (place.number === 'ssn' ? '34' : 'ZZ');
    while (elements.length > 1 && elements.at(-1) === '') elements.pop();
  }

  /** As a reader keeps it, its letters in UTF-8. */
  get raw(): string {
    const { element, terminator } = this.#separators;
    const end = terminator === '\n' ? terminator : `${terminator}\n`;
    return Buffer.from(this.#segments.map(({ elements }) => elements.join(element) + end).join(''), 'utf8').toString(
      'latin1',
    );
  }

  #find({ segment }: MemberPlace, coverage: number): Segment | undefined {
    const [id, code] = segment.split('*');
    const scope = coverage === 0 ? 'person' : coverage;
    // The last one holds, as for the reader.
    return this.#segments.findLast(
      ({ elements, scope: own }) => own === scope && elements[0] === id && (code === undefined || elements[1] === code),
    );
  }

  #make(id: string, code: string | undefined, coverage: number): Segment {
    const made: Segment = {
      elements: [id, ...(id === 'NM1' ? ['IL', '1'] : code === undefined ? [] : [code])],
      scope: coverage === 0 ? 'person' : coverage,
    };
    const rank = ORDER.indexOf(id);
    const before = (one: Segment): boolean =>
      coverage === 0
        ? one.scope === 'person' &&
          ORDER.indexOf(one.elements[0] ?? '') <= rank &&
          ORDER.includes(one.elements[0] ?? '')
        : one.scope === coverage && ['HD', 'DTP'].includes(one.elements[0] ?? '');
    this.#segments.splice(this.#segments.findLastIndex(before) + 1, 0, made);
    return made;
  }
}

/** A place of the person (coverage 0) or of one of the coverages. */
export type PlaceOf = { readonly place: MemberPlace; readonly coverage: number };

/**
 * The places that members use, and those that are offered to all, in the order in which they are looked for. A coverage
 * is offered where somebody has one.
 */
export function placesIn(members: readonly MemberText[]): PlaceOf[] {
  const isUsed = (place: MemberPlace, coverage: number): boolean =>
    members.some((member) => (member.text(place, coverage) ?? '') !== '');
  const coverages = Math.max(0, ...members.map((member) => member.coverages));
  const all = [
    ...PERSON_PLACES.map((place) => ({ place, coverage: 0 })),
    ...Array.from({ length: coverages }, (_, index) =>
      COVERAGE_PLACES.map((place) => ({ place, coverage: index + 1 })),
    ).flat(),
  ];
  return all.filter(({ place, coverage }) => place.always || isUsed(place, coverage));
}
