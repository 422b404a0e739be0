import { DATES_LEFT_ASIDE } from '@openbenefits/domain/files/edi-834/edi-834';
import { idOf, packed } from './codes.ts';
import { DATE, HD, type SaidOnce, digitsOfDate } from './member.ts';
import { MiscountedElements } from './miscounted.ts';

/**
 * Where in a member's loop the reader stands; the same segment ids mean other things in other places (domain rules 4.1,
 * scoping traps).
 */
export const SCOPE = {
  member: 0,
  name: 1,
  oldName: 2,
  otherName: 3,
  disability: 4,
  coverage: 5,
  coverageOther: 6,
  category: 7,
} as const;

/** DTP01 at member level, and the place of its date. */
const MEMBER_DATES: ReadonlyMap<number, number> = new Map([
  [packed('303'), DATE.effective],
  [packed('336'), DATE.hired],
  [packed('337'), DATE.terminated],
  [packed('394'), DATE.rehired],
  [packed('356'), DATE.eligible],
  [packed('357'), DATE.ineligible],
  [packed('348'), DATE.memberBegin],
  [packed('349'), DATE.memberEnd],
  [packed('301'), DATE.cobraEvent],
  [packed('340'), DATE.cobraBegin],
  [packed('341'), DATE.cobraEnd],
]);
/** Dates that are nobody's but the member's; a disability has a first and a last day of its own. */
const OF_EMPLOYMENT: ReadonlySet<number> = new Set([packed('336'), packed('337'), packed('394')]);
const LEFT_ASIDE: ReadonlyMap<number, string> = new Map(
  Array.from(DATES_LEFT_ASIDE.keys(), (code) => [packed(code), code]),
);
const DTP = idOf('DTP');
const D348 = packed('348');
const D349 = packed('349');
const D346 = packed('346');
const D347 = packed('347');
const D303 = packed('303');
/** The signature: a date of the transaction, which nobody misses. */
const SIGNED = packed('300');
/** Dates that a coverage has, and a person has not. */
const OF_COVERAGE: ReadonlySet<number> = new Set([D348, D349, D346, D347]);

/** The dates (DTP) of one member's loop, which mean something else in each of its places. */
export class MemberDates extends MiscountedElements {
  protected scope: number = SCOPE.member;
  /** Where the open HD loop begins among the coverages of the member, or -1. */
  protected hd = -1;
  /** The days that 348 and 349 have named in it. */
  private begin348 = 0;
  private end349 = 0;
  /** Which coverage of the member has its first day behind its provider, counted from one. */
  protected begunBehind = 0;
  /** Of what stands behind the open coverage, the last was a provider. */
  protected isProvider = false;

  protected openCoverage(): void {
    this.hd = this.loop.openCoverage();
    this.begin348 = 0;
    this.end349 = 0;
  }

  protected contradicts(what: SaidOnce): void {
    this.loop.saidTwice ??= { what, coverage: this.loop.coverageCount - 1 };
  }

  protected takeDate(): void {
    const code = this.code(1, 3);
    if (
      this.scope === SCOPE.coverage ||
      (this.scope === SCOPE.name && this.loop.nameBehind && this.hd >= 0 && OF_COVERAGE.has(code)) ||
      this.isBehindProvider(code)
    ) {
      const field =
        code === D348 || code === D346
          ? HD.begin
          : code === D349 || code === D347
            ? HD.end
            : code === D303
              ? HD.effective
              : -1;
      if (field < 0) {
        if (code !== SIGNED) this.noPlaceFor(DTP, 3);
        return this.lookAtDate();
      }
      if (code === D346 || code === D347) {
        this.loop.oldDateCodes = true;
        if (this.loop.coverages[this.hd + field] !== 0) return;
      }
      this.rangeOrDate(field);
      const day = this.loop.coverages[this.hd + field] as number;
      if (code === D348) this.begin348 = this.sameDay(this.begin348, day, 'from');
      else if (code === D349) this.end349 = this.sameDay(this.end349, day, 'until');
    } else if (this.scope <= SCOPE.otherName || (this.scope === SCOPE.disability && OF_EMPLOYMENT.has(code))) {
      const field = MEMBER_DATES.get(code);
      if (field === undefined) return this.leaveAside(code);
      if (this.scope > SCOPE.name) {
        // No other name has dates, and a disability none of the employment: behind them they are the member's.
        if (this.loop.dates[field] !== 0) return this.lookAtDate();
        this.loop.misplaced = this.loop.odd = true;
      }
      if ((field === DATE.eligible || field === DATE.ineligible) && this.code(2, 3) === 0x524438)
        this.takeEligibility(field);
      else {
        const at = this.placeOfDate();
        this.loop.dates[field] = this.date(at);
        this.loop.datesAt[field] = this.offset(at);
      }
      if (field === DATE.terminated || field >= DATE.cobraEvent) this.loop.rare = true;
    } else this.lookAtDate();
  }

  /**
   * The days of a coverage behind its provider, which has none, where the coverage has no first day of its own. Behind
   * another insurance, or beside an own first day, a last day may be that of the one or the other: it is left out, and
   * said.
   */
  private isBehindProvider(code: number): boolean {
    if (this.scope !== SCOPE.coverageOther || (code !== D348 && code !== D349)) return false;
    const hasOwn = this.loop.coverages[this.hd + HD.begin] !== 0 && this.begunBehind !== this.loop.coverageCount;
    const isTaken =
      this.isProvider && !hasOwn && this.loop.coverages[this.hd + (code === D348 ? HD.begin : HD.end)] === 0;
    if (isTaken) {
      this.begunBehind = this.loop.coverageCount;
      this.loop.misplaced = true;
    } else if (code === D349 && this.loop.coverages[this.hd + HD.end] === 0) this.loop.endBehind = true;
    this.loop.odd = true;
    return isTaken;
  }

  private sameDay(before: number, day: number, what: SaidOnce): number {
    if (before !== 0 && before !== day) this.contradicts(what);
    return day;
  }

  /** Eligibility (356, 357) as a range (RD8), which the guide has for coverage only: its first day and its last. */
  private takeEligibility(field: number): void {
    const { dates } = this.loop;
    const end = this.endOfDay();
    const start = this.firstOf(3, end);
    this.loop.odd = true;
    if (end - start < 17) {
      dates[field] = -1;
      return;
    }
    if (field === DATE.eligible || dates[DATE.eligible] === 0)
      dates[DATE.eligible] = digitsOfDate(this.bytes, start, start + 8);
    dates[DATE.ineligible] = digitsOfDate(this.bytes, start + 9, end);
  }

  private endOfDay(): number {
    return this.count < 3 ? (this.bounds[3] as number) : (this.bounds[4] as number) - 1;
  }

  private leaveAside(code: number): void {
    const name = LEFT_ASIDE.get(code);
    if (name !== undefined && this.isFilled(3)) (this.loop.leftAside ??= []).push(name);
    this.lookAtDate();
  }

  /**
   * A date that nobody keeps: whether it is one is told to the sender, so anything but a plain day is looked at
   * closely.
   */
  private lookAtDate(): void {
    const value = this.date(3);
    const [month, day] = [Math.trunc(value / 100) % 100, value % 100];
    if (value < 18_500_000 || month < 1 || month > 12 || day < 1 || day > 28) this.loop.odd = true;
  }

  /**
   * D8 is one day; RD8 is two, first and last, joined by a dash (guide: allowed in 2300). Of an end it is the last that
   * ends; the first says when coverage began where nothing else does.
   */
  private rangeOrDate(field: number): void {
    const end = this.endOfDay();
    const start = this.firstOf(3, end);
    if (this.code(2, 3) !== 0x524438 || end - start < 17) {
      const at = this.placeOfDate();
      this.loop.coverages[this.hd + field] = this.date(at);
      if (field === HD.begin) this.loop.coverages[this.hd + HD.beginAt] = this.offset(at);
      return;
    }
    const [first, last] = [digitsOfDate(this.bytes, start, start + 8), digitsOfDate(this.bytes, start + 9, end)];
    if (field !== HD.end || this.loop.coverages[this.hd + HD.begin] === 0)
      this.loop.coverages[this.hd + (field === HD.end ? HD.begin : field)] = first;
    if (field === HD.begin || field === HD.end) this.loop.coverages[this.hd + HD.end] = last;
  }
}
