import { type FileMessage, fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import { calendarDateOf, type CalendarDate } from '@openbenefits/domain/calendar-date';
import type { SenderMapping } from '@openbenefits/domain/files/census/mapping';
import type { BeyondGuide } from '@openbenefits/domain/files/edi-834/edi-834';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { type MemberLoop, UNCLEAR_DATE } from './member.ts';
import { cleanText, hasHighCharacter, type FieldText } from '../field-text.ts';

/** The years of which all days are made; days of others are made anew each time. */
const FIRST_YEAR = 1850;
const YEARS = 256;
/** By month times 32 and day; undefined where there is no such day. */
type DaysOfYear = (CalendarDate | undefined)[];
/** From here on digits are more likely a date of another order than a year; an open end is none of these. */
const LAST_LIKELY_YEAR = 2200;
/** A blank that does not break, and the byte before it in UTF-8. */
const FIXED_BLANK = 0xa0;
const BEFORE_FIXED_BLANK = 0xc2;
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\0-\x1f\x7f]/g;
const LINE_BREAKS = / *[\t\r\n]+ */g;

/** The capitals and digits of ASCII. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, code) => (/[A-Z0-9]/.test(String.fromCharCode(code)) ? 1 : 0));

/** Cuts texts, codes and dates out of one member's loop, and collects what was wrong with them. */
export class MemberFields {
  protected loop!: MemberLoop;
  protected raw = '';
  protected problems: RecordProblem[] = [];
  protected warnings: RecordProblem[] = [];
  /** Control characters were left out of a text of the member at hand. */
  protected hasControls = false;
  private readonly years: (DaysOfYear | undefined)[] = Array.from<undefined>({ length: YEARS });
  /** The sender's ends (349, 357) are the first day without coverage. */
  protected readonly endDayNotCovered: boolean;
  /** Codes of HD03 that the guide lacks and the sender's profile takes. */
  protected readonly taken: readonly BeyondGuide[];
  private readonly fields: FieldText;

  constructor(
    fields: FieldText,
    { endDayNotCovered, beyondGuide }: Pick<SenderMapping, 'endDayNotCovered' | 'beyondGuide'>,
  ) {
    this.fields = fields;
    this.endDayNotCovered = endDayNotCovered;
    this.taken = beyondGuide;
  }

  protected begin(loop: MemberLoop, raw: string): void {
    this.loop = loop;
    this.raw = raw;
    this.problems = [];
    this.warnings = [];
    this.hasControls = false;
  }

  protected text(slot: number): string | undefined {
    const end = this.loop.texts[slot * 2 + 1] as number;
    return end === 0 ? undefined : this.cut(this.loop.texts[slot * 2] as number, end);
  }

  /** The characters between two offsets without the blanks around; undefined when nothing is left. */
  protected cut(from: number, to: number): string | undefined {
    const { raw } = this;
    let start = from;
    let end = to;
    while (start < end && raw.charCodeAt(start) <= 32) start++;
    while (end > start && raw.charCodeAt(end - 1) <= 32) end--;
    if (start === end) return undefined;
    const text = this.loop.low < 0 ? this.withoutControls(raw.substring(start, end)) : raw.substring(start, end);
    return this.loop.high > 127 && hasHighCharacter(text) ? cleanText(this.fields.decode(text)) || undefined : text;
  }

  /**
   * Also of a line that breaks inside an element: between the words of an address that somebody typed in lines it is a
   * blank, inside a single word nothing. What separates elements and segments may be a control character, too, and
   * stands in none of them.
   */
  private withoutControls(text: string): string {
    const clean = (text.includes(' ') ? text.replace(LINE_BREAKS, ' ') : text).replace(CONTROLS, '');
    if (clean !== text) this.hasControls = true;
    return clean;
  }

  protected code(slot: number): number {
    const end = this.loop.texts[slot * 2 + 1] as number;
    return end === 0 ? 0 : this.codeAt(this.loop.texts[slot * 2] as number, end);
  }

  /**
   * The letters between two offsets packed into an integer, blanks left out; 0 when there are none, -1 when there are
   * more than four.
   */
  protected codeAt(from: number, to: number): number {
    const plain = this.plainCode(from, to - from);
    return plain === 0 ? this.anyCode(from, to) : plain;
  }

  /**
   * A code of one to three capitals and digits, as nearly all are, without a look at anything else; 0 where it is not
   * one.
   */
  private plainCode(from: number, length: number): number {
    if (length < 1 || length > 3) return 0;
    const { raw } = this;
    const first = raw.charCodeAt(from);
    if (IS_PLAIN[first] !== 1) return 0;
    if (length === 1) return first;
    const second = raw.charCodeAt(from + 1);
    if (IS_PLAIN[second] !== 1) return 0;
    if (length === 2) return (first << 8) | second;
    const third = raw.charCodeAt(from + 2);
    return IS_PLAIN[third] === 1 ? (first << 16) | (second << 8) | third : 0;
  }

  private anyCode(from: number, to: number): number {
    let value = 0;
    let length = 0;
    for (let at = from; at < to; at++) {
      let letter = this.raw.charCodeAt(at);
      if (letter <= 32 || letter === FIXED_BLANK || letter === BEFORE_FIXED_BLANK) continue;
      if (letter >= 97 && letter <= 122) {
        letter -= 32;
        this.loop.odd = true;
      }
      if (++length > 4) return -1;
      value = (value << 8) | letter;
    }
    return value;
  }

  /**
   * A word of lists where the guide has a code: SPOUSE, FEMALE, DENTAL, EE+SP. Taken as it means, and told; undefined
   * where nothing is known by it. What is shorter than `least` letters may be a sender's own code for anything.
   */
  protected inWords<T>(
    text: string | undefined,
    read: (text: string) => T | undefined,
    field: string,
    what: string,
    least = 3,
  ): T | undefined {
    const meant = text === undefined || text.length < least ? undefined : read(text);
    if (meant !== undefined)
      this.warning(field, 'words_for_codes', fileMessage('word_instead_of_code', { field: what }));
    return meant;
  }

  protected problem(field: string, code: string, message: FileMessage): void {
    this.problems.push({ field, code, ...worded(message) });
  }
  protected warning(field: string, code: string, message: FileMessage): void {
    this.warnings.push({ field, code, ...worded(message) });
  }

  protected date(slot: number, field: string, label: string): CalendarDate | undefined {
    const value = this.loop.dates[slot] as number;
    return value === 0 ? undefined : (this.calendar(value) ?? this.noDate(value, field, label));
  }

  /** The day of an integer CCYYMMDD; undefined when there is no such day. Each day of a file is made once. */
  protected calendar(value: number): CalendarDate | undefined {
    if (value < 0) return undefined;
    // oxlint-disable-next-line no-bitwise -- whole numbers below 2^31
    const year = (value / 10_000) | 0;
    const month = ((value / 100) | 0) % 100;
    const day = value % 100;
    if (year < FIRST_YEAR) return undefined;
    if (year >= FIRST_YEAR + YEARS) return calendarDateOf(year, month, day);
    return month > 12 || day > 31 ? undefined : (this.years[year - FIRST_YEAR] ?? this.daysOf(year))[month * 32 + day];
  }

  /**
   * All days of a year are made together, so that they lie side by side: days that lie scattered are waited for, with
   * each person's birth.
   */
  private daysOf(year: number): DaysOfYear {
    const days: DaysOfYear = Array.from({ length: 13 * 32 }, (_, place) =>
      calendarDateOf(year, place >> 5, place & 31),
    );
    this.years[year - FIRST_YEAR] = days;
    return days;
  }

  /** Tells that a date is none. A birth date is never repeated in the words (trust P39). */
  protected noDate(value: number, field: string, label: string): undefined {
    if (value === UNCLEAR_DATE) {
      this.problem(field, 'date_unclear', fileMessage('date_order_unclear', { field: label }));
      return undefined;
    }
    const text = String(value).padStart(8, '0');
    const isSecret = field.endsWith('ateOfBirth') || value < 0;
    const year = Number(text.slice(0, 4));
    const isInOrder = year >= FIRST_YEAR && year < LAST_LIKELY_YEAR;
    const words = isSecret
      ? fileMessage(value < 0 ? 'date_not_ccyymmdd' : 'date_not_in_calendar_secret', { field: label })
      : isInOrder
        ? fileMessage('date_not_in_calendar', {
            field: label,
            date: `${text.slice(4, 6)}/${text.slice(6)}/${text.slice(0, 4)}`,
          })
        : fileMessage('date_not_year_first', { field: label, date: text });
    this.problem(field, 'not_a_date', words);
    return undefined;
  }
}
