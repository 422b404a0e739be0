import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { type CalendarDate, calendarDateOf, formatDate } from '@openbenefits/domain/calendar-date';
import { readDate } from '@openbenefits/domain/files/census/values/read-date';
import type { SenderMapping } from '@openbenefits/domain/files/census/mapping';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { Refusal } from '@openbenefits/domain/refusal';
import { readEdi834Bytes } from '../readers/edi-834/edi-834.ts';
import { RecordSink } from '../readers/record-sink.ts';
import { MemberText, type PlaceOf, placesIn, type Separators, separatorsOf } from './member-text.ts';
import { edi834Of, headsOf } from './refused-834.ts';
import type { RefusedRows } from './refused-grid.ts';

const CCYYMMDD = /^(\d{4})(\d{2})(\d{2})$/;
/** Of a member in an envelope of its own; nobody sees it. */
const CONTROL = '900000001';

const placeName = ({ place: { segment, element }, coverage }: PlaceOf, coverages: number): string => {
  const [id, code] = segment.split('*');
  const number = String(element).padStart(2, '0');
  return `${code === undefined ? `${id}${number}` : `${id} ${code}`}${coverage > 0 && coverages > 1 ? ` (${coverage})` : ''}`;
};

const labelOf = ({ place: { label }, coverage }: PlaceOf, coverages: number): string =>
  coverage > 0 && coverages > 1 ? `${label}, coverage ${coverage}` : label;

/** The refused members of an 834: the elements that are read as columns, and how a text is written into one. */
export class RefusedMembers implements RefusedRows {
  readonly columns: RefusedRows['columns'];
  readonly #places: readonly PlaceOf[];
  readonly #heads: readonly { head: string; separators: Separators }[];
  readonly #mapping: SenderMapping;
  readonly #today: CalendarDate;

  /** `head`: the headers of the file's sets; `raws`: the members from whom the columns are taken. */
  constructor(head: string, raws: readonly string[], mapping: SenderMapping, today: CalendarDate) {
    this.#heads = headsOf(head).map(([, one]) => ({ head: one, separators: separatorsOf(one) }));
    this.#mapping = mapping;
    this.#today = today;
    const members = raws.map((raw) => this.#opened(raw).member);
    const coverages = Math.max(0, ...members.map((member) => member.coverages));
    this.#places = placesIn(members);
    this.columns = this.#places.map((one) => ({
      heading: placeName(one, coverages),
      field: one.place.field,
      label: labelOf(one, coverages),
    }));
  }

  cells(raw: string): string[] {
    const { member } = this.#opened(raw);
    return this.#places.map(({ place, coverage }) => {
      const text = member.text(place, coverage) ?? '';
      if (place.dateAt === undefined) return text;
      const [, year, month, day] = CCYYMMDD.exec(text) ?? [];
      const date = calendarDateOf(Number(year), Number(month), Number(day));
      return date ? formatDate(date) : text;
    });
  }

  /** Everything else that a member holds is not read. */
  isWhole(raw: string): boolean {
    const known = new Set(
      this.#places.map(({ place, coverage }) => `${place.segment} ${place.element} ${place.label} ${coverage}`),
    );
    const { member } = this.#opened(raw);
    return placesIn([member]).every(({ place, coverage }) =>
      known.has(`${place.segment} ${place.element} ${place.label} ${coverage}`),
    );
  }

  /** Throws a Refusal for a text that holds a character by which the file is divided. */
  written(raw: string, column: number, text: string): string {
    const { place, coverage } = this.#places[column] as PlaceOf;
    const { member, separators } = this.#opened(raw);
    const typed = text.trim();
    const date =
      place.dateAt === undefined || /^\d*$/.test(typed)
        ? undefined
        : readDate(typed, { today: this.#today, date1904: false }, place.field === 'dateOfBirth');
    const value = date
      ? date.replaceAll('-', '')
      : place.field === 'ssn' && /^\d{3}-\d{2}-\d{4}$/.test(typed)
        ? typed.replaceAll('-', '')
        : typed;
    const divider = Object.values(separators).find((one) => /[^A-Za-z0-9\s]/.test(one) && value.includes(one));
    // oxlint-disable-next-line no-control-regex -- line ends and other controls are what is looked for
    if (divider !== undefined || /[\x00-\x1f]/.test(value))
      throw new Refusal('invalid', fileText('text_has_separator'), [
        {
          path: 'text',
          message:
            divider === undefined ? fileText('text_has_line_break') : fileText('text_has_sign', { sign: divider }),
        },
      ]);
    if (member.isTaken(place, coverage)) {
      if (value === '') return member.raw;
      const message = place.number === 'ssn' ? fileText('nm109_has_number') : fileText('nm109_has_ssn');
      throw new Refusal('invalid', message, [{ path: 'text', message }]);
    }
    member.write(place, coverage, value);
    return member.raw;
  }

  async people(raw: string, family: string | null): Promise<EnrollmentRecord[]> {
    const { head } = this.#opened(raw);
    const records: EnrollmentRecord[] = [];
    const sink = new RecordSink('edi834', this.#today, (batch) => {
      records.push(...batch);
      return Promise.resolve();
    });
    const { text } = edi834Of(
      head,
      [{ raw, sent: raw, line: 1, reason: '', family, familyByPlace: family !== null }],
      CONTROL,
    );
    await readEdi834Bytes(Buffer.from(text, 'latin1'), this.#mapping, sink);
    await sink.flush(true);
    return records;
  }

  columnsOf(field: string): number[] {
    const [first = '', index, part] = field.split('.');
    const ofLine = first === 'coverages' && index !== undefined;
    return this.#places.flatMap(({ place, coverage }, column) => {
      if (ofLine ? coverage !== Number(index) + 1 : coverage > 0 && first !== 'endsUntil') return [];
      return place.behind.includes(ofLine ? (part ?? 'line') : first) ? [column] : [];
    });
  }

  /** A member of a file whose interchanges are divided in other ways begins with its own. */
  #opened(raw: string): { member: MemberText; head: string; separators: Separators } {
    const own = this.#heads.find(
      ({ separators }) => raw.startsWith(`INS${separators.element}`) && raw.trimEnd().endsWith(separators.terminator),
    ) ??
      this.#heads[0] ?? { head: '', separators: separatorsOf('') };
    return { ...own, member: new MemberText(raw, own.separators) };
  }
}
