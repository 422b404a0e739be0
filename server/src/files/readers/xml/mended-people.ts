import { type Mends, placeOfElement } from '../mends.ts';
import type { ReaderInput } from '../reader.ts';
import type { RecordSink } from '../record-sink.ts';
import { XmlDocument } from './document.ts';
import { XmlNames } from './names.ts';
import { asSent } from './said-around.ts';
import type { XmlPeople } from './people.ts';
import type { XmlPerson } from './person-elements.ts';

type Takes = Pick<XmlPeople, 'add' | 'election' | 'note'>;

/** The people of an XML as they were mended here; coverage that stands apart from them goes by as it was sent. */
export class MendedPeople implements Takes {
  readonly #people: XmlPeople;
  readonly #mends: Mends;
  readonly #sink: RecordSink;
  readonly #mapping: ReaderInput['mapping'];

  constructor(people: XmlPeople, mends: Mends, sink: RecordSink, { mapping }: Pick<ReaderInput, 'mapping'>) {
    this.#people = people;
    this.#mends = mends;
    this.#sink = sink;
    this.#mapping = mapping;
  }

  election(election: Parameters<Takes['election']>[0]): void {
    this.#people.election(election);
  }

  note(text: string): void {
    this.#people.note(text);
  }

  add(person: XmlPerson): void {
    this.#people.add(this.#mended(person));
  }

  #mended(person: XmlPerson): XmlPerson {
    const { line, raw: sent } = person;
    const mended = sent === '' ? undefined : this.#mends.at(placeOfElement(line, sent), line);
    const raw = mended && asSent(mended);
    const covered = person.covered?.map((one) => (one.described ? { ...one, described: this.#mended(one.described) } : one));
    if (raw === undefined) return { ...person, nested: person.nested.map((one) => this.#mended(one)), ...(covered && { covered }) };
    const inside = person.nested.filter((one) => one.raw !== sent).map((one) => this.#mended(one));
    const own = this.#read(raw);
    // Without a name nobody is found in it: it is refused for that.
    if (!own) return { ...person, raw, nested: inside, cells: new Map(), problems: [], warnings: [] };
    const before = this.#read(sent)?.cells;
    // What the elements around it say of everybody in them holds on.
    for (const [field, cell] of person.cells) if (!before?.has(field) && !own.cells.has(field)) own.cells.set(field, cell);
    const beside = own.nested.filter((one) => one.raw === own.raw).map((one) => ({ ...one, line, raw }));
    const { tag, isDescribed, isApart, said } = person;
    return {
      ...own,
      tag,
      line,
      raw,
      nested: [...beside, ...inside],
      ...(isDescribed && { isDescribed }),
      ...(isApart && { isApart }),
      ...(said && { said }),
      ...(own.covered && {
        covered: own.covered.map((one, index) => ({ ...one, ...(covered?.[index]?.described && { described: covered[index].described }) })),
      }),
    };
  }

  /** The person of an element alone. */
  #read(raw: string): XmlPerson | undefined {
    const found: XmlPerson[] = [];
    const alone: Takes = { add: (person) => void found.push(person), election: () => {}, note: () => {} };
    new XmlDocument(this.#sink, alone, new XmlNames(this.#mapping.columns), undefined).write(
      `<Census>${Buffer.from(raw, 'latin1').toString('utf8')}</Census>`,
      true,
    );
    return found[0];
  }
}
