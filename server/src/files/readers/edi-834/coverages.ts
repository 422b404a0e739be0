import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { readLine } from '@openbenefits/domain/files/census/coverage/line';
import { readAction, readTier } from '@openbenefits/domain/files/census/values/cell-values';
import { coveragePeriod, endsUntil, type CoveragePeriod } from '@openbenefits/domain/files/coverage-period';
import {
  BEYOND_GUIDE_LABEL,
  type BeyondGuide,
  COVERAGE_ACTION_OF_CODE,
  isBeyondGuide,
  LINE_OF_CODE,
  OTHER_LINES,
  TIER_OF_CODE,
} from '@openbenefits/domain/files/edi-834/edi-834';
import { joinedPeriods } from '@openbenefits/domain/files/edi-834/joined-periods';
import { type CoverageAction, type EnrollmentCoverage, isSetting } from '@openbenefits/domain/files/enrollment-record';
import { shown } from '@openbenefits/domain/files/shown-value';
import { byCode, packed } from './codes.ts';
import { MemberFields } from './fields.ts';
import { DATE, HD, TEXT } from './member.ts';

/** An end in or after this year means that there is none: senders write 99991231, 29991231, 20991231 and more. */
const OPEN_FROM = 20_990_101;
/** 99999999 is no day, and means the same. */
const LAST_DAY_OF_ALL = 99_991_231;
export const isOpenEnd = (value: number): boolean => value >= OPEN_FROM;

const COVERAGE_ACTIONS = byCode(COVERAGE_ACTION_OF_CODE);
const COVERAGE_LINES = byCode(LINE_OF_CODE);
const TIERS = byCode(TIER_OF_CODE);
const TIER_KEYS = byCode(new Map(Array.from(TIER_OF_CODE.keys(), (code) => [code, code])));
/** Levels that are nobody's word for a plan: with one element too few they stand in its place. */
const LEVELS_ALONE: ReadonlySet<number> = new Set(['EMP', 'ESP', 'ECH', 'FAM'].map(packed));
const NOT_APPLICABLE = packed('032');
/** Codes beyond the guide; where several that are taken stand in one record, the first is its life insurance. */
const LIFE_FIRST = (['LIF', 'ADD', 'AC'] as const).map((code) => ({ code, packed: packed(code) }));

/**
 * INS05: under COBRA, or surviving. Where the employment’s coverage ends and theirs begins, one period is two, though
 * the plan is the same.
 */
const CONTINUED = byCode(
  new Map([
    ['C', true],
    ['S', true],
  ]),
);

/** W, d, n, o, r: asked for every plan, and most begin otherwise. */
const DECLINING: ReadonlySet<number> = new Set(Array.from('wdnor', (letter) => letter.charCodeAt(0)));

/** WAIVED, DECLINE, NO COVERAGE where the code of a plan stands: longer than codes that could be meant otherwise. */
export const declines = (plan: string): boolean =>
  DECLINING.has(plan.charCodeAt(0) | 0x20) &&
  /^(waive|waiving|declin|no[ -]?coverage|opt(ed)?[ -]?out|refused)/i.test(plan);

/** What the member's own dates say of coverage that names none. */
type Person = {
  eligibilityFrom: CalendarDate | undefined;
  eligibilityUntil: CalendarDate | undefined;
  effectiveDate: CalendarDate | undefined;
};

/** A line that is not administered here: why the record is rejected, or why the line is left out of it. */
type UnknownLine = { index: number; alone: FileMessage; beside: FileMessage };

/** The coverage loops (2300) of one member. */
export class MemberCoverages extends MemberFields {
  /** Of the member at hand; few have any. */
  private unknownLines: UnknownLine[] | undefined;

  protected coverages(action: CoverageAction, person: Person): EnrollmentCoverage[] {
    const { loop } = this;
    if (loop.oldDateCodes) this.warning('coverages', 'plan_date_codes', fileMessage('dates_346_347'));
    if (loop.tooManyCoverages) this.problem('coverages', 'too_many_coverages', fileMessage('coverages_over_99'));
    if (loop.dates[DATE.memberBegin] !== 0)
      this.warning('coverages', 'member_level_begin', fileMessage('start_at_member_level'));
    const coverages: EnrollmentCoverage[] = [];
    this.unknownLines = undefined;
    for (let index = 0; index < loop.coverageCount; index++) {
      const coverage = this.coverage(loop.coverage(index), coverages.length, action, person);
      if (coverage) coverages.push(coverage);
    }
    if (this.unknownLines !== undefined) this.leaveAside(this.unknownLines, coverages.length);
    if (action === 'end' && coverages.length > 0) this.endAll(coverages, person);
    return coverages.length > 1 && CONTINUED.get(this.code(TEXT.benefitStatus)) === undefined
      ? this.join(coverages)
      : coverages;
  }

  private join(coverages: EnrollmentCoverage[]): EnrollmentCoverage[] {
    const joined = joinedPeriods(coverages);
    if (joined !== coverages) this.warning('coverages', 'periods_joined', fileMessage('periods_merged'));
    return joined;
  }

  /**
   * INS 024 with coverage of which none ends (HD 021 or 030, as enrolled): it is what ends, with 349, else 357 or 303.
   */
  private endAll(coverages: EnrollmentCoverage[], person: Person): void {
    if (coverages.some(({ action }) => action === 'end' || action === 'void' || action === 'reinstate')) {
      // A change of plan and its end in one record: the change takes the place of what was there, also beyond the end
      // (357) of the new plan, which ends by itself.
      for (const one of coverages)
        if (
          isSetting(one.action) &&
          one.until === person.eligibilityUntil &&
          coverages.some(
            ({ action, line, planKey, until }) =>
              action === 'end' && line === one.line && planKey === one.planKey && until === one.until,
          )
        )
          one.until = undefined;
      return;
    }
    this.warning('coverages', 'end_as_enrolled', fileMessage('end_by_ins03'));
    const until = endsUntil({
      eligibilityUntil: person.eligibilityUntil,
      maintenance: undefined,
      personMaintenance: person.effectiveDate,
    });
    for (const coverage of coverages) {
      coverage.action = 'end';
      coverage.until ??= until;
    }
  }

  /**
   * Lines of the guide that are not administered here stand beside those that are: those are taken, and it is said.
   * With nothing beside them it is the whole of what the record says.
   */
  private leaveAside(lines: readonly UnknownLine[], taken: number): void {
    for (const { index, alone, beside } of lines) {
      if (taken > 0) this.warning(`coverages.${index}.line`, 'line_left_aside', beside);
      else this.problem(`coverages.${index}.line`, 'line_unknown', alone);
    }
  }

  private hdText(base: number, slot: number): string | undefined {
    const { coverages } = this.loop;
    return this.cut(coverages[base + slot * 2] as number, coverages[base + slot * 2 + 1] as number);
  }
  private hdCode(base: number, slot: number): number {
    const { coverages } = this.loop;
    return this.codeAt(coverages[base + slot * 2] as number, coverages[base + slot * 2 + 1] as number);
  }
  private hdDate(value: number, index: number, field: string, label: string): CalendarDate | undefined {
    return value === 0 ? undefined : (this.calendar(value) ?? this.noDate(value, `coverages.${index}.${field}`, label));
  }

  private coverage(
    base: number,
    index: number,
    personAction: CoverageAction,
    person: Person,
  ): EnrollmentCoverage | undefined {
    const lineCode = this.hdCode(base, HD.line);
    const line =
      COVERAGE_LINES.get(lineCode) ??
      this.lineBeyondGuide(lineCode, index) ??
      this.lineInWords(this.hdText(base, HD.line), index);
    if (line === undefined) return this.otherLine(this.hdText(base, HD.line), index);
    const actionCode = this.hdCode(base, HD.action);
    if (actionCode === NOT_APPLICABLE) {
      this.warning(`coverages.${index}.action`, 'coverage_not_applicable', fileMessage('hd01_not_applicable'));
      return undefined;
    }
    const action =
      actionCode === 0
        ? personAction
        : (COVERAGE_ACTIONS.get(actionCode) ??
          this.inWords(
            this.hdText(base, HD.action),
            readAction,
            `coverages.${index}.action`,
            'The maintenance type (HD01)',
          ));
    if (action === undefined) {
      this.problem(
        `coverages.${index}.action`,
        'action_unknown',
        fileMessage('hd01_unknown', { type: shown(this.hdText(base, HD.action) ?? '') }),
      );
    }
    const period = this.period(base, index, action ?? 'compare', person);
    if (period.action === 'void' && action !== 'void') {
      this.warning(`coverages.${index}.action`, 'never_in_force', fileMessage('coverage_never_effective'));
    }
    if (period.action === 'end' && action !== 'end')
      this.warning(`coverages.${index}.action`, 'end_by_last_day', fileMessage('last_day_as_end'));
    const tierCode = this.hdCode(base, HD.tier);
    const plan = this.hdText(base, HD.plan);
    const isWaived = plan !== undefined && isSetting(period.action) && declines(plan);
    if (isWaived) this.warning(`coverages.${index}.planKey`, 'coverage_waived', fileMessage('waived_in_hd04'));
    const levelCode = tierCode === 0 && plan?.length === 3 ? this.hdCode(base, HD.plan) : 0;
    const isLevel = levelCode !== 0 && LEVELS_ALONE.has(levelCode);
    if (isLevel) this.warning(`coverages.${index}.planKey`, 'level_for_plan', fileMessage('tier_in_hd04'));
    const coverage: EnrollmentCoverage = {
      line,
      action: isWaived ? 'waive' : period.action,
      planKey: isWaived ? undefined : plan,
      tierKey: tierCode === 0 ? undefined : (TIER_KEYS.get(tierCode) ?? this.hdText(base, HD.tier)),
      tier:
        tierCode === 0
          ? isLevel
            ? TIERS.get(levelCode)
            : undefined
          : (TIERS.get(tierCode) ??
            this.inWords(
              this.hdText(base, HD.tier),
              readTier,
              `coverages.${index}.tierKey`,
              'The coverage level (HD05)',
              2,
            )),
      from: period.from,
      until: period.until,
    };
    if (plan === undefined || isLevel) this.addReferences(coverage, base, index);
    if (this.mayBeBesideLife(lineCode)) coverage.besideLife = this.hdText(base, HD.line);
    if (
      coverage.from !== undefined &&
      coverage.from === person.eligibilityFrom &&
      this.isByEligibility(base, period.action, person)
    )
      coverage.byEligibility = true;
    if (coverage.action === 'change' || coverage.action === 'compare') this.addChangeDay(coverage, base, person);
    return coverage;
  }

  private isByEligibility(base: number, action: CoverageAction, { effectiveDate }: Person): boolean {
    const { coverages, dates } = this.loop;
    const isChangeDay = action === 'change' && (coverages[base + HD.effective] !== 0 || effectiveDate !== undefined);
    return isSetting(action) && !isChangeDay && coverages[base + HD.begin] === 0 && dates[DATE.memberBegin] === 0;
  }

  private addChangeDay(coverage: EnrollmentCoverage, base: number, { effectiveDate }: Person): void {
    const changedOn = this.calendar(this.loop.coverages[base + HD.effective] as number) ?? effectiveDate;
    if (changedOn !== undefined && coverage.from !== undefined && changedOn > coverage.from)
      coverage.changedOn = changedOn;
  }

  private addReferences(coverage: EnrollmentCoverage, base: number, index: number): void {
    const planRefs = [HD.contractClass, HD.reporting, HD.policy].flatMap((slot) => this.hdText(base, slot) ?? []);
    if (planRefs.length === 0) return;
    coverage.planRefs = planRefs;
    if (this.hdText(base, HD.contractClass) !== undefined) coverage.hasContractClass = true;
    if (coverage.planKey === undefined)
      this.warning(`coverages.${index}.planKey`, 'plan_by_reference', fileMessage('plan_by_reference'));
  }

  /**
   * The period by the rules of `coveragePeriod`. The common case, a first day and no end anywhere, needs none of them
   * and is answered at once.
   */
  private period(base: number, index: number, action: CoverageAction, person: Person): CoveragePeriod {
    const { coverages, dates } = this.loop;
    const begin = (coverages[base + HD.begin] as number) || (dates[DATE.memberBegin] as number);
    const stated = (coverages[base + HD.end] as number) || (dates[DATE.memberEnd] as number);
    const end = isOpenEnd(stated) ? 0 : stated;
    if (stated > LAST_DAY_OF_ALL) this.loop.odd = true;
    const benefitBegin = this.hdDate(begin, index, 'from', 'First day of coverage (348)');
    if (end === 0 && benefitBegin !== undefined && action !== 'end' && person.eligibilityUntil === undefined)
      return { action, from: benefitBegin, until: undefined };
    if (
      (coverages[base + HD.begin] as number) === 0 &&
      (coverages[base + HD.end] as number) === 0 &&
      (coverages[base + HD.effective] as number) === 0
    )
      this.loop.odd = true;
    return coveragePeriod(
      action,
      {
        benefitBegin,
        benefitEnd: this.hdDate(end, index, 'until', 'Last day of coverage (349)'),
        maintenance: this.hdDate(
          coverages[base + HD.effective] as number,
          index,
          'from',
          'Maintenance effective date (303)',
        ),
        eligibilityBegin: person.eligibilityFrom,
        eligibilityUntil: person.eligibilityUntil,
        personMaintenance: person.effectiveDate,
      },
      this.endDayNotCovered,
    );
  }

  /**
   * Life, for a code that the guide lacks and the profile takes. People have one life plan at a time, so of several in
   * a record one is taken.
   */
  private lineBeyondGuide(lineCode: number, index: number): CoverageLine | undefined {
    const own = LIFE_FIRST.find((one) => one.packed === lineCode)?.code;
    if (own === undefined || own !== this.lifeOfRecord()) return undefined;
    this.warning(
      `coverages.${index}.line`,
      own === 'LIF' ? 'line_life' : 'line_beyond_guide',
      own === 'LIF'
        ? fileMessage('lif_as_life')
        : fileMessage('code_as_life', { code: own, meaning: BEYOND_GUIDE_LABEL[own] }),
    );
    return 'life';
  }

  /**
   * ADD or AC of a sender whose profile takes what comes before it, too: people whose life insurance is that may have
   * it beside.
   */
  private mayBeBesideLife(lineCode: number): boolean {
    const rank = LIFE_FIRST.findIndex(({ packed: own }) => own === lineCode);
    return rank > 0 && LIFE_FIRST.slice(0, rank).some(({ code }) => this.taken.includes(code));
  }

  private lifeOfRecord(): BeyondGuide | undefined {
    const codes = new Set(
      Array.from({ length: this.loop.coverageCount }, (_, index) => this.hdCode(this.loop.coverage(index), HD.line)),
    );
    return LIFE_FIRST.find((one) => this.taken.includes(one.code) && codes.has(one.packed))?.code;
  }

  private lineInWords(text: string | undefined, index: number): CoverageLine | undefined {
    return text === undefined || isBeyondGuide(text) || OTHER_LINES.has(text)
      ? undefined
      : this.inWords(text, readLine, `coverages.${index}.line`, 'The insurance line (HD03)');
  }

  private otherLine(code: string | undefined, index: number): undefined {
    if (code !== undefined && isBeyondGuide(code)) {
      const line = `${code} (${BEYOND_GUIDE_LABEL[code]})`;
      const isTaken = this.taken.includes(code);
      (this.unknownLines ??= []).push({
        index,
        alone: fileMessage(isTaken ? 'line_second_life' : 'line_by_profile', { line }),
        beside: fileMessage(isTaken ? 'line_left_out_second_life' : 'line_left_out_by_profile', { line }),
      });
      return undefined;
    }
    const other = code === undefined ? undefined : OTHER_LINES.get(code);
    if (code !== undefined && other !== undefined) {
      const line = `${shown(code)} (${other})`;
      (this.unknownLines ??= []).push({
        index,
        alone: fileMessage('line_not_administered_834', { line }),
        beside: fileMessage('line_left_out', { line }),
      });
      return undefined;
    }
    const isLevel = code !== undefined && TIER_OF_CODE.has(code);
    const words =
      code === undefined
        ? fileMessage('hd03_missing')
        : isLevel
          ? fileMessage('tier_in_hd03', { code: shown(code) })
          : fileMessage('hd03_unadministered', { code: shown(code) });
    this.problem(`coverages.${index}.line`, 'line_unknown', words);
    return undefined;
  }
}
