import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { type Mends, placeOfElement } from '../mends.ts';
import type { ReaderInput } from '../reader.ts';
import type { RecordSink } from '../record-sink.ts';
import { XmlDocument } from './document.ts';
import { type ElectionApart, isOfCoverage } from './elections.ts';
import { XmlNames } from './names.ts';
import { asSent } from './said-around.ts';
import type { PlansOfFile } from './plans-of-file.ts';
import type { XmlPeople } from './people.ts';
import { holdsPlan } from './person-elements.ts';
import type { XmlPerson } from './xml-person.ts';

type Takes = Pick<XmlPeople, 'add' | 'election' | 'note'>;

const NO_PLAN: RecordProblem = {
  field: 'coverages',
  code: 'plan_missing',
  ...worded(fileMessage('election_of_no_one')),
};

/** The people of an XML, and the coverage that stands apart from them, as they were mended here. */
export class MendedPeople implements Takes {
  readonly #people: XmlPeople;
  readonly #mends: Mends;
  readonly #sink: RecordSink;
  readonly #mapping: ReaderInput['mapping'];
  readonly #plans: PlansOfFile;
  /** As whom people were handed on. */
  readonly #taken = new WeakMap<XmlPerson, XmlPerson>();

  constructor(
    people: XmlPeople,
    mends: Mends,
    sink: RecordSink,
    { mapping, plans }: Pick<ReaderInput, 'mapping'> & { plans: PlansOfFile },
  ) {
    this.#people = people;
    this.#mends = mends;
    this.#sink = sink;
    this.#mapping = mapping;
    this.#plans = plans;
  }

  election(election: Parameters<Takes['election']>[0]): void {
    const { line, raw: sent } = election;
    const of = election.of && (this.#taken.get(election.of) ?? election.of);
    const raw = sent === '' ? undefined : this.#mends.at(placeOfElement(line, sent), line);
    const mended =
      raw === undefined
        ? election
        : ((of ? this.#electionOf(election, raw) : this.#electionIn(raw)) ?? {
            ...election,
            cells: new Map(),
            problems: [NO_PLAN],
          });
    this.#people.election({ ...mended, ...(of && { of }), line, raw: raw ?? sent });
  }

  note(text: string): void {
    this.#people.note(text);
  }

  add(person: XmlPerson): void {
    const taken = this.#mended(person);
    this.#taken.set(person, taken);
    this.#people.add(taken);
  }

  #mended(person: XmlPerson): XmlPerson {
    const { line, raw: sent } = person;
    const mended = sent === '' ? undefined : this.#mends.at(placeOfElement(line, sent), line);
    const raw = mended && asSent(mended);
    const covered = person.covered?.map((one) =>
      one.described ? { ...one, described: this.#mended(one.described) } : one,
    );
    if (raw === undefined)
      return { ...person, nested: person.nested.map((one) => this.#mended(one)), ...(covered && { covered }) };
    const inside = person.nested.filter((one) => one.raw !== sent).map((one) => this.#mended(one));
    const own = this.#read(raw);
    // Without a name nobody is found in it: it is refused for that.
    if (!own) return { ...person, raw, nested: inside, cells: new Map(), problems: [], warnings: [] };
    const before = this.#read(sent)?.cells;
    // What the elements around it say of everybody in them holds on.
    for (const [field, cell] of person.cells)
      if (!before?.has(field) && !own.cells.has(field)) own.cells.set(field, cell);
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
        covered: own.covered.map((one, index) => ({
          ...one,
          ...(covered?.[index]?.described && { described: covered[index].described }),
        })),
      }),
    };
  }

  /** The person of an element alone. */
  #read(raw: string): XmlPerson | undefined {
    const found: XmlPerson[] = [];
    this.#readAlone(raw, { add: (person) => void found.push(person), election: () => {}, note: () => {} });
    return found[0];
  }

  #electionIn(raw: string): ElectionApart | undefined {
    const found: ElectionApart[] = [];
    this.#readAlone(raw, { add: () => {}, election: (election) => void found.push(election), note: () => {} });
    return found[0];
  }

  /** As it would be read inside the element of its person. */
  #electionOf(election: ElectionApart, raw: string): ElectionApart | undefined {
    const person = this.#read(`<Employee><FirstName>A</FirstName><LastName>B</LastName>${raw}</Employee>`);
    if (!person || !holdsPlan(person.cells)) return undefined;
    const { problems, warnings, covered = [] } = person;
    return {
      ...election,
      cells: new Map([...person.cells].filter(([field]) => isOfCoverage(field))),
      problems,
      warnings,
      covered,
    };
  }

  #readAlone(raw: string, takes: Takes): void {
    new XmlDocument(this.#sink, takes, new XmlNames(this.#mapping.columns), { plans: this.#plans }).write(
      `<Census>${Buffer.from(raw, 'latin1').toString('utf8')}</Census>`,
      true,
    );
  }
}
