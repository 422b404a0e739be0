import { type FileMessage, fileMessage } from '../../messages/file-message.ts';
import type { CensusField } from '../headings/fields.ts';
import type { CellValue } from './cell-value.ts';
import { readCompact, type CompactStyle, type DateContext } from './read-date.ts';
import { fiveDigitsOf } from './five-digits.ts';
import { countOrder, noDates, type ContraryDates, type DateOrders } from './date-order.ts';

const DATES =
  /^(?:dateOfBirth|hireDate|rehireDate|terminationDate|cobraBegin|cobraEnd|cobraEventDate|eligibleFrom|changedOn|waivedFrom|from|until)(?:\.|$)/;
/** Whether a field holds days. */
export const isDateField = (field: CensusField): boolean => DATES.test(field);

const TWO_NUMBERS = /^(\d{1,2})([/. -])(\d{1,2})\2(?:\d{2}|\d{4})(?:[T ]|$)/;
const COMPACT = /^\d{5,6}$/;
const FIVE = /^\d{5}$/;
const STYLES = ['mdy', 'dmy', 'ymd'] as const satisfies readonly CompactStyle[];

/** How the dates of a field were read. `isShown`: by the dates themselves, against what is said of the sender. */
type FieldDates = Pick<DateContext, 'dayFirst' | 'dotted' | 'compact' | 'fiveDigits'> & { isShown?: true };
/** The same of each field of a file, for rows of it that come alone: mended in the grid, or sent again. */
export type DatesOf = Readonly<Partial<Record<CensusField, FieldDates>>>;

type OfField = { dotted: DateOrders; others: DateOrders; compact: string[]; five: CellValue[]; hasOthers: boolean };

/**
 * True and false where all that is no day in the other order has one of them first; undefined where nothing shows it,
 * or both.
 */
const shownBy = ({ dayFirst, monthFirst }: DateOrders): boolean | undefined =>
  dayFirst > 0 === monthFirst > 0 ? undefined : dayFirst > 0;
const sumOf = (all: readonly DateOrders[]): DateOrders =>
  all.reduce(
    (sum, one) => ({
      dayFirst: sum.dayFirst + one.dayFirst,
      monthFirst: sum.monthFirst + one.monthFirst,
      either: sum.either + one.either,
    }),
    noDates(),
  );

const DOTS_DAY_FIRST = fileMessage('dot_dates_day_first');
/** The profile, or the headings, say one thing and the list shows the other: what it shows counts, and is told. */
export const dotsAgainstSaid = (dayFirst: boolean): FileMessage =>
  fileMessage('dot_dates_other_order', { read: dayFirst ? 'day' : 'month', profile: dayFirst ? 'month' : 'day' });
export const COMPACT_READ: Readonly<Record<CompactStyle, FileMessage>> = {
  mdy: fileMessage('six_digit_dates_mdy'),
  dmy: fileMessage('six_digit_dates_dmy'),
  ymd: fileMessage('six_digit_dates_ymd'),
};
const OTHERS_MONTH_FIRST = fileMessage('dates_mixed_orders');

/**
 * How the first rows of a list write their dates, column by column: with dots, which in most countries that write them
 * means the day first, and may not here; with other signs; or as six digits without any. Of each it is decided by the
 * dates that can be read in one way only; where none shows it, it stays open and is asked (decisions/0023).
 */
export class DateStyles {
  readonly #fields = new Map<CensusField, OfField>();

  add(field: CensusField, cell: CellValue): void {
    if (!isDateField(field)) return;
    let of = this.#fields.get(field);
    if (!of)
      this.#fields.set(field, (of = { dotted: noDates(), others: noDates(), compact: [], five: [], hasOthers: false }));
    const text = String(cell).trim().replace(/^'/, '');
    const [, first, sign, second] = TWO_NUMBERS.exec(text) ?? [];
    if (sign !== undefined) countOrder(sign === '.' ? of.dotted : of.others, Number(first), Number(second));
    else if (COMPACT.test(text)) of.compact.push(text);
    if (FIVE.test(text)) of.five.push(cell);
    else if (text !== '' && text !== '0') of.hasOthers = true;
  }

  /**
   * Contexts of fields that are read otherwise than the list, what of it is said, and what contradicts the other
   * columns and has to be looked at. `base` has the order that the sender's profile, or the headings, say; `before` is
   * how the file wrote them that these rows are of.
   */
  settle(
    base: DateContext,
    before: DatesOf = {},
  ): {
    contexts: ReadonlyMap<CensusField, DateContext>;
    remarks: FileMessage[];
    contrary: ContraryDates | undefined;
    datesOf: DatesOf;
  } {
    const said = base.dayFirst;
    const isDayFirst = said ?? false;
    const compact = this.#compact(base);
    const all = [...this.#fields.values()];
    const [dotted, others] = [sumOf(all.map((one) => one.dotted)), sumOf(all.map((one) => one.others))];
    const hasDots = dotted.dayFirst + dotted.monthFirst + dotted.either > 0;
    const dots = shownBy(dotted);
    const areOthersShown = isDayFirst && hasDots && shownBy(others) === false;
    const contexts = new Map<CensusField, DateContext>();
    const five = fiveDigitsOf(
      new Map(
        [...this.#fields].flatMap(([field, of]) =>
          of.five.length > 0 && !of.hasOthers ? [[field, of.five] as const] : [],
        ),
      ),
      base,
    );
    let contrary: ContraryDates | undefined;
    const datesOf: Partial<Record<CensusField, FieldDates>> = {};
    const hasOthers = others.dayFirst + others.monthFirst + others.either > 0;
    for (const [field, of] of this.#fields) {
      const context: DateContext = { ...base };
      const own = shownBy(of.others);
      if (areOthersShown) Object.assign(context, { dayFirst: false, orders: undefined });
      // In this column alone dates exist only in the other order; columns that show none may be written so, too.
      else if (own !== undefined && own !== isDayFirst && shownBy(others) === undefined) {
        Object.assign(context, { dayFirst: own, orders: undefined });
        const open = all
          .filter((one) => one !== of && shownBy(one.others) === undefined)
          .reduce((sum, one) => sum + one.others.either, 0);
        contrary = {
          showing: (contrary?.showing ?? 0) + Math.max(of.others.dayFirst, of.others.monthFirst),
          doubtful: (contrary?.doubtful ?? open) + of.others.either,
          readDayFirst: own,
        };
      }
      context.dotted = shownBy(of.dotted) ?? dots ?? (areOthersShown ? true : undefined);
      if (compact !== undefined && this.#isCompact(of, compact, field, base)) context.compact = compact;
      const digits = five.get(field);
      if (digits !== undefined) context.fiveDigits = digits;
      datesOf[field] = shownIn(context, base, hasOthers ? isDayFirst : dots);
      contexts.set(field, context);
    }
    for (const [field, dates] of Object.entries(before) as [CensusField, FieldDates][]) {
      const { isShown, ...own } = dates;
      if (base.dayFirst !== undefined && !isShown) delete own.dayFirst;
      contexts.set(field, { ...(contexts.get(field) ?? base), ...own, orders: undefined });
      datesOf[field] = dates;
    }
    const isCompact = [...contexts.values()].some((context) => context.compact !== undefined);
    const remarks = [
      ...(said === undefined && dots === true ? [DOTS_DAY_FIRST] : []),
      ...(said !== undefined && dots !== undefined && dots !== said ? [dotsAgainstSaid(dots)] : []),
      ...(areOthersShown ? [OTHERS_MONTH_FIRST] : []),
      ...(compact !== undefined && isCompact ? [COMPACT_READ[compact]] : []),
    ];
    return { contexts, remarks, contrary, datesOf };
  }

  /**
   * The one way in which all dates of six digits of the list are days; the sender's order counts where the day and the
   * month are in doubt.
   */
  #compact(base: DateContext): CompactStyle | undefined {
    const all = [...this.#fields].flatMap(([field, { compact }]) =>
      compact.some(isLong) ? compact.map((text) => [field, text] as const) : [],
    );
    if (all.length === 0) return undefined;
    const fitting = STYLES.filter((style) =>
      all.every(([field, text]) => readCompact(text, style, base.today, field === 'dateOfBirth') !== undefined),
    );
    const [own, other] = base.dayFirst ? (['dmy', 'mdy'] as const) : (['mdy', 'dmy'] as const);
    const [only, ...more] =
      base.dayFirst !== undefined && fitting.includes(own) ? fitting.filter((style) => style !== other) : fitting;
    return more.length === 0 ? only : undefined;
  }

  /**
   * Five digits alone are mostly the days of a spreadsheet; beside columns of six they have lost a zero where all of
   * them are dates so.
   */
  #isCompact({ compact }: OfField, style: CompactStyle, field: CensusField, { today }: DateContext): boolean {
    return (
      compact.length > 0 &&
      compact.every((text) => readCompact(text, style, today, field === 'dateOfBirth') !== undefined)
    );
  }
}

/** `usual`: how dates of the list are read that show no order of their own. */
function shownIn(
  { dayFirst, dotted, compact, fiveDigits }: DateContext,
  base: DateContext,
  usual: boolean | undefined,
): FieldDates {
  const isShown = dayFirst !== base.dayFirst;
  const first = dayFirst ?? usual;
  return {
    ...(first !== undefined && { dayFirst: first }),
    ...(isShown && { isShown }),
    ...(dotted !== undefined && { dotted }),
    ...(compact && { compact }),
    ...(fiveDigits && { fiveDigits }),
  };
}

const isLong = (text: string): boolean => text.length === 6;
