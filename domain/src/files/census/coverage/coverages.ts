import { fileMessage } from '../../messages/file-message.ts';
import { addDays } from '../../../calendar-date.ts';
import type { Tier } from '../../../coverage/tier.ts';
import { COVERAGE_LINES, COVERAGE_LINE_LABEL, type CoverageLine } from '../../../coverage-line.ts';
import { FIELDS_OF_LINE, PLAN_NUMBERS, type CensusField, type PlanNumber } from '../headings/fields.ts';
import { isAmountOfCover, readLine, readPlanType } from './line.ts';
import { isDeclinedPlan, linesIn, RowWaivers, type Election } from './waivers.ts';
import { RowStarts } from './starts.ts';
import { isUndecided, type CensusStatus } from './status.ts';
import {
  MAY_HOLD_BOTH,
  PLAN_AND_LEVEL,
  tierInPlaceOf,
  type PlanInCell,
  planInCell,
  PRICE_BESIDE,
} from '../headings/plan-and-level.ts';
import { PLANS_IN_CELL, plansOfColumn } from './plans-in-cell.ts';
import {
  isElected,
  isNothing,
  isSheetError,
  isWaived,
  isWaivedTier,
  readTier,
  readYesNo,
  saysWaived,
} from '../values/cell-values.ts';
import { wordsOf } from '../../../plain-words.ts';
import type { CellValue } from '../values/cell-value.ts';
import type { EnrollmentCoverage, EnrollmentRecord } from '../../enrollment-record.ts';
import { isChanged } from '../values/kept-words.ts';
import { isNamedByNumber } from '../headings/numbered-plans.ts';
import { isPlusOne } from '../values/plus-one.ts';
import { shown } from '../../shown-value.ts';
import { unknownPlan } from '../../unknown-plan.ts';

/** The coverage that a row of a list tells of. */
export class RowCoverages extends RowStarts {
  /** Lines that stay as they are, by the row's own words. */
  readonly kept: NonNullable<EnrollmentRecord['kept']> = [];

  all(status: CensusStatus | undefined, isSubscriber: boolean): EnrollmentCoverage[] {
    this.isSubscriber = isSubscriber;
    const { lines } = this.place;
    const told = lines?.open || this.isOfLinesAlone ? (this.cell('line') ?? this.lineAsTier) : undefined;
    // A code that nobody knows beside a plan that is ours: the line is that of the plan.
    const only =
      told === undefined
        ? undefined
        : (readLine(told) ??
          this.place.lineOfPlan?.(String(this.cells.get('plan.medical') ?? '')) ??
          readPlanType(told));
    if (told !== undefined && only === undefined) {
      this.warn('line', 'line_unknown', fileMessage('line_not_administered', { value: shown(String(told)) }));
      return [];
    }
    if (status === 'waived' && only !== undefined) return [this.waiver(only, this.cells.get('plan.medical'))];
    // A row about one plan of any line, which its status says is declined.
    const plan = this.cells.get('plan.medical');
    if (
      status === 'waived' &&
      plan !== undefined &&
      this.isLineByPlan('medical') &&
      lines?.named.size === 1 &&
      !this.isWaived(plan) &&
      !this.isKept(plan)
    )
      return [this.waiver('medical', plan)];
    const coverages: EnrollmentCoverage[] = [];
    const waivers =
      lines?.elections === false ? undefined : new RowWaivers(this.cells, this.place, this.problems, this.warnings);
    for (const line of only ? [only] : COVERAGE_LINES) {
      const election = waivers?.of(line);
      // A row about one line names the plan that is waived, too.
      const named = this.cells.get(only ? 'plan.medical' : FIELDS_OF_LINE[line].plan);
      // Left empty, it would be coverage that nobody misses.
      if (named !== undefined && isSheetError(named)) {
        this.refuse(
          `coverages.${coverages.length}.planKey`,
          'sheet_error',
          fileMessage('plan_cell_error', { line: COVERAGE_LINE_LABEL[line] }),
        );
        continue;
      }
      if (this.keeps(line, named, only !== undefined)) {
        if (election?.taken === false)
          this.refuse(
            election.by,
            'election_contradicts',
            fileMessage('waived_but_kept', { line: COVERAGE_LINE_LABEL[line] }),
          );
        continue;
      }
      const isOfOnePlan =
        only !== undefined ||
        (election?.by === 'enrolled' &&
          named !== undefined &&
          this.isLineByPlan(line) &&
          saysWaived(election.cell) &&
          !this.isWaived(named));
      if (isOfOnePlan && election?.taken === false && !election.by.includes('.')) {
        if (saysWaived(election.cell)) coverages.push(this.waiver(line, named));
        continue;
      }
      // Health Election: Enroll beside the plan in another column, which is added below.
      if (
        named !== undefined &&
        only === undefined &&
        this.saysNoPlan(named) &&
        isNamedByNumber(this.cells, this.place, line)
      )
        continue;
      const plan =
        named ??
        this.takenBy(election, line, only !== undefined) ??
        this.electedBy(line, only !== undefined && (status === 'active' || this.isTakenAlone), isSubscriber);
      const tier = this.tierCell(line);
      const isNone = plan === undefined || this.isWaived(plan) || (tier !== undefined && isWaivedTier(tier));
      if (election) this.compare(election, line, { isNone, isNamed: named !== undefined });
      if (isNone || election?.taken === false) {
        if (
          this.declines(line, named, election, isSubscriber) ||
          (only !== undefined && tier !== undefined && isWaivedTier(tier))
        )
          coverages.push(this.waiver(line, only ? named : undefined));
        else if (plan === undefined && election === undefined && !isNamedByNumber(this.cells, this.place, line)) {
          if (!isSubscriber) this.share(line, only !== undefined || this.place.linesNamed?.has(line) === true);
          else this.tellAlone(line);
        }
        continue;
      }
      for (const one of this.plansIn(plan, line))
        coverages.push(this.coverage(one.line ?? line, one.planKey, coverages.length));
    }
    for (const number of lines?.numbers ?? (lines ? [] : PLAN_NUMBERS)) this.numbered(number, coverages);
    const level = this.lineAsTier === undefined && !this.place.lines?.numbers?.length ? this.cell('tier') : undefined;
    if (
      coverages.length === 0 &&
      isSubscriber &&
      level !== undefined &&
      this.place.lines?.named.size === 0 &&
      !isWaivedTier(level) &&
      !this.isKept(level)
    )
      this.warn('tier', 'tier_alone', fileMessage('tier_without_plan'));
    if (status === 'waived' && (this.kept.length > 0 || coverages.some(({ action }) => action !== 'waive')))
      this.refuse('status', 'waived_with_plan', fileMessage('waived_status_with_plan'));
    else if (only === undefined && (status === 'waived' || this.declinesAll(waivers))) this.waiveAll(coverages);
    else if (this.cell('waivedFrom') !== undefined && !coverages.some(({ action }) => action === 'waive'))
      this.settleWaiverDate(coverages, only);
    return coverages;
  }

  /**
   * Whether the row says of a line that it stays as it is, in the place of its plan, or of its level where no plan
   * stands; notes it then.
   */
  private keeps(line: CoverageLine, plan: CellValue | undefined, isOfOneLine: boolean): boolean {
    const own = this.cells.get(FIELDS_OF_LINE[line].tier) ?? (isOfOneLine ? this.cells.get('tier') : undefined);
    if (!this.isKept(plan ?? own)) return false;
    const tier =
      own === undefined || this.isKept(own) ? undefined : (this.place.words.meaning('tier', own) ?? readTier(own));
    for (const one of plan !== undefined && this.isLineByPlan(line) ? COVERAGE_LINES : [line])
      this.kept.push({ line: one, ...(tier && { tier, from: this.dates(line, 0).from }) });
    return true;
  }

  /** A list of which no column names plans: the rows name lines of coverage. */
  private get isOfLinesAlone(): boolean {
    const { lines } = this.place;
    return (
      lines !== undefined &&
      lines.named.size === 0 &&
      !lines.numbers?.length &&
      !lines.elections &&
      this.cells.has('line') &&
      (this.cells.has('tier') || this.cells.has('from') || !(this.cells.has('action') || this.cells.has('until')))
    );
  }

  /** What such a row says of its line, beside its name: a level, or when coverage begins. */
  private get isTakenAlone(): boolean {
    const tier = this.cell('tier');
    return (
      this.isOfLinesAlone &&
      (tier === undefined
        ? this.cell('from') !== undefined
        : readTier(tier) !== undefined ||
          isPlusOne(String(tier)) ||
          this.place.words.meaning('tier', tier) !== undefined)
    );
  }

  /** Employees who have declined often keep a level; those whose plan was forgotten have one, too. */
  private tellAlone(line: CoverageLine): void {
    if (this.place.linesNamed?.has(line)) return this.warn('line', 'line_alone', fileMessage('line_without_plan'));
    if (this.isOfLinesAlone) return this.warn('line', 'line_alone', fileMessage('line_without_plan'));
    const own = this.cells.get(FIELDS_OF_LINE[line].tier);
    if (own !== undefined && this.place.lines?.named.has(line) && !isWaivedTier(own) && !isNothing(own))
      this.warn(
        `tier.${line}`,
        'tier_alone',
        readTier(own) === undefined
          ? fileMessage('tier_alone_unknown', { line: COVERAGE_LINE_LABEL[line], value: shown(String(own)) })
          : fileMessage('tier_alone', { line: COVERAGE_LINE_LABEL[line] }),
      );
  }

  /** A plan beside the row's first one, of which only its own name says the line. */
  private numbered(number: PlanNumber, coverages: EnrollmentCoverage[]): void {
    const plan = this.cells.get(`plan.${number}`);
    const at = (part: string): string => `coverages.${coverages.length}.${part}`;
    if (plan === undefined || isNothing(plan) || this.isKept(plan)) return;
    if (isSheetError(plan))
      return this.refuse(at('planKey'), 'sheet_error', fileMessage('plan_number_error', { number }));
    if (this.isWaived(plan))
      return this.declinesBy(plan)
        ? this.warn(`plan.${number}`, 'waived_without_line', fileMessage('plan_number_declined', { number }))
        : undefined;
    if (isElected(plan))
      return this.refuse(
        `plan.${number}`,
        'plan_unnamed',
        fileMessage('plan_number_unnamed', { number, value: shown(String(plan)) }),
      );
    const both = this.planInCell(plan, 'medical');
    const planKey = both?.planKey ?? String(plan);
    const line = this.place.lineOfPlan?.(planKey);
    if (line === undefined && this.place.lineOfPlan) this.refuse(at('planKey'), 'plan_unknown', unknownPlan(planKey));
    // A plan that two columns repeat is one.
    if (
      line !== undefined &&
      coverages.some((one) => one.line === line && wordsOf(one.planKey ?? '') === wordsOf(planKey))
    )
      return;
    if (
      line !== undefined &&
      coverages.some((one) => one.line === line && one.action === 'waive') &&
      this.cells.has(`plan.${line}`)
    )
      return this.warn(
        `plan.${number}`,
        'waived_beside_plan',
        fileMessage('declined_with_other_plan', { line: COVERAGE_LINE_LABEL[line] }),
      );
    // Its own, else that of its line (Medical Effective Date beside Major Medical Coverage).
    const own = (part: 'tier' | 'from' | 'until'): CensusField => {
      if (this.cells.has(`${part}.${number}`)) return `${part}.${number}`;
      return line !== undefined && this.cells.has(`${part}.${line}`)
        ? `${part}.${line}`
        : part === 'tier'
          ? `tier.${number}`
          : part;
    };
    const tierCell = this.cells.get(own('tier'));
    const isDeclined = tierCell !== undefined && isWaivedTier(tierCell);
    const tierKey = isDeclined ? undefined : (both?.tierKey ?? this.tierText(own('tier')));
    // An end beside the first plan is that plan's, where the others have columns for theirs.
    const ending =
      this.place.lines?.counted?.until && own('until') === 'until' ? (`until.${number}` as const) : own('until');
    if (this.place.lines?.counted?.from && own('from') === 'from' && this.cells.has('from'))
      this.warn('from', 'start_of_first_plan', fileMessage('plans_start_with_first'));
    const last = this.date(ending, at('until'), `Plan ${number} coverage end`);
    coverages.push({
      line: line ?? 'medical',
      action: isDeclined ? 'waive' : 'compare',
      planKey,
      ...(line === undefined ? { lineByPlan: true } : {}),
      ...(tierKey === undefined
        ? {}
        : { tierKey, tier: this.place.words.meaning('tier', tierKey) ?? readTier(tierKey) }),
      ...this.start(own('from'), at('from'), `Plan ${number} coverage start`),
      until: last === undefined ? undefined : addDays(last, 1),
    });
  }

  /** Coverage Type is the level in most lists, and the line in some: Medical, Dental. */
  private get lineAsTier(): CellValue | undefined {
    const tier = this.cells.get('tier');
    return tier !== undefined &&
      readLine(tier) !== undefined &&
      readTier(tier) === undefined &&
      this.place.words.meaning('tier', tier) === undefined
      ? tier
      : undefined;
  }

  private tierCell(line: CoverageLine): CellValue | undefined {
    const own = this.cells.get(FIELDS_OF_LINE[line].tier);
    const cell = own ?? (this.lineAsTier === undefined ? this.cells.get('tier') : undefined);
    return this.isKept(cell) ? undefined : cell;
  }

  /** A level, where the row names one. */
  private tierText(field: CensusField): string | undefined {
    return this.isKept(this.cells.get(field)) ? undefined : this.text(field);
  }

  /**
   * Whether the row declines this very line in so many words. None beside a dependent is a filler: the subscriber's
   * plan covers whom its level covers.
   */
  private declines(
    line: CoverageLine,
    named: CellValue | undefined,
    election: Election | undefined,
    isSubscriber: boolean,
  ): boolean {
    const ownTier = this.cells.get(FIELDS_OF_LINE[line].tier);
    if (named !== undefined && (isSubscriber || wordsOf(String(named)) !== 'none') && this.declinesBy(named))
      return true;
    if (ownTier !== undefined && isWaivedTier(ownTier)) return true;
    return (
      election?.taken === false &&
      (election.by.includes('.') || !this.isOfAll(election)) &&
      wordsOf(String(election.cell)) !== 'na'
    );
  }

  private declinesBy(cell: CellValue): boolean {
    return this.place.words.meaning('waiver', cell) !== undefined || saysWaived(cell);
  }

  /** A column Waived may name lines (Medical, Dental); any other word in it speaks of all. */
  private isOfAll({ by, cell }: Election): boolean {
    return !by.includes('.') && !(by === 'waived' && linesIn(String(cell)).length > 0);
  }

  private declinesAll(waivers: RowWaivers | undefined): boolean {
    const tier = this.cells.get('tier');
    if (tier !== undefined && isWaivedTier(tier)) return true;
    const election = waivers?.of('medical');
    return election?.taken === false && this.isOfAll(election) && wordsOf(String(election.cell)) !== 'na';
  }

  /** A day from which coverage is waived, and no word on which: all, where the row names none. */
  private settleWaiverDate(coverages: EnrollmentCoverage[], only: CoverageLine | undefined): void {
    if (coverages.length > 0) this.warn('waivedFrom', 'waiver_date_alone', fileMessage('waiver_date_unused'));
    else if (only === undefined) this.waiveAll(coverages);
    else coverages.push(this.waiver(only, undefined));
  }

  /**
   * Coverage is declined, of no line by name: of those that the list has columns for, else of the only one that the
   * person has.
   */
  private waiveAll(coverages: EnrollmentCoverage[]): void {
    const named = this.place.lines?.named ?? new Set<CoverageLine>();
    for (const line of named)
      if (!coverages.some((one) => one.line === line)) coverages.push(this.waiver(line, undefined));
    if (coverages.length === 0) coverages.push({ ...this.waiver('medical', undefined), lineByPlan: true });
  }

  /** `plan`: what stands for the plan of a row about one line, which may be the plan that is declined. */
  private waiver(line: CoverageLine, plan: CellValue | undefined): EnrollmentCoverage {
    const planKey = plan === undefined || this.isWaived(plan) || isElected(plan) ? undefined : String(plan);
    return {
      line,
      action: 'waive',
      planKey,
      ...(this.isLineByPlan(line) ? { lineByPlan: true } : {}),
      ...this.dates(line, 0),
      ...(this.cell('waivedFrom') === undefined ? {} : { from: this.date('waivedFrom', 'waivedFrom', 'Waiver date') }),
    };
  }

  private isLineByPlan(line: CoverageLine): boolean {
    return (
      this.place.lines?.open === true && !this.cells.has('line') && this.lineAsTier === undefined && line === 'medical'
    );
  }

  /**
   * Some lists name no plans: the coverage level of a line, or a status beside its name, says that there is coverage.
   */
  private electedBy(line: CoverageLine, isEnrolled: boolean, isSubscriber: boolean): CellValue | undefined {
    if (isEnrolled) return 'enrolled';
    const tier = this.cells.get(FIELDS_OF_LINE[line].tier);
    if (tier === undefined || !isSubscriber || this.place.lines === undefined || this.place.lines.named.has(line))
      return undefined;
    // The level of a plan that another column names.
    if (this.isWaived(tier) || isNamedByNumber(this.cells, this.place, line)) return undefined;
    // Nothing else says that there is coverage: WO may as well be a waiver.
    if (
      !isElected(tier) &&
      readTier(tier) === undefined &&
      !isPlusOne(String(tier)) &&
      this.place.words.meaning('tier', tier) === undefined
    )
      this.refuse(
        `tier.${line}`,
        'tier_unknown',
        fileMessage('tier_unknown_undecided', { line: COVERAGE_LINE_LABEL[line], word: shown(String(tier)) }),
      );
    return 'enrolled';
  }

  /**
   * A column that says yes to a line takes the place of its plan; so does another word in it, which is a plan or a
   * coverage level.
   */
  private takenBy(election: Election | undefined, line: CoverageLine, isOfOneLine: boolean): CellValue | undefined {
    if (!election || election.taken === false || !(isOfOneLine || election.by.includes('.'))) return undefined;
    // Not waived, and the place for the plan left empty: nobody says that it is taken.
    if (election.by.startsWith('waived') && this.place.lines?.named.has(line)) return undefined;
    if (isUndecided(election.cell)) return this.tellUndecided(line, election);
    return election.taken ? 'enrolled' : election.by.startsWith('enrolled') ? election.cell : undefined;
  }

  /** What a column says of a line against what stands for its plan; a contradiction is a question. */
  private compare(
    { taken, by, cell }: Election,
    line: CoverageLine,
    { isNone, isNamed }: { isNone: boolean; isNamed: boolean },
  ): void {
    const label = COVERAGE_LINE_LABEL[line];
    // The plan in a dependent's row is the family's, and the row alone says who of it is covered.
    if (taken === false && !isNone && !this.isSubscriber && readYesNo(cell) !== undefined)
      return this.warn(by, 'dependent_not_covered', fileMessage('dependent_row_not_covered', { line: label }));
    if (taken === false && !isNone && isNamed && isDeclinedPlan(this.cells, { by, cell }, line, this.tierCell(line)))
      return this.warn(by, 'waived_plan_named', fileMessage('declined_plan_named', { line: label }));
    if (taken === false && !isNone)
      this.refuse(by, 'election_contradicts', fileMessage('waived_but_enrolled', { line: label }));
    if (taken === true && isNone && isNamed && by.includes('.'))
      this.refuse(by, 'election_contradicts', fileMessage('enrolled_but_waived', { line: label }));
    if (taken === undefined && !isNone && isUndecided(cell))
      return this.refuse(
        by,
        'election_undecided',
        fileMessage('coverage_not_approved', { line: label, value: shown(String(cell)) }),
      );
    if (taken === undefined && isNamed && !isNone)
      this.refuse(by, 'election_unknown', fileMessage('election_unclear', { line: label, value: shown(String(cell)) }));
  }

  /** No coverage, by our words or the sender's. */
  private isWaived(cell: CellValue): boolean {
    return this.place.words.meaning('waiver', cell) !== undefined || isWaived(cell);
  }

  /**
   * The level beside the plan in one cell, where no column of its own tells another, and without the price that may
   * stand there, too.
   */
  private planInCell(plan: CellValue, line: CoverageLine): PlanInCell | undefined {
    const { lineOfPlan } = this.place;
    if (typeof plan !== 'string' || !lineOfPlan || !MAY_HOLD_BOTH.test(plan) || lineOfPlan(plan) !== undefined)
      return undefined;
    const levelOf = (word: CellValue): Tier | undefined => this.place.words.meaning('tier', word) ?? readTier(word);
    const both = planInCell(plan, (key) => lineOfPlan(key) !== undefined, levelOf);
    const own = this.tierCell(line);
    if (
      both?.tierKey !== undefined &&
      own !== undefined &&
      (both.tier === undefined ? !isPlusOne(String(own)) : levelOf(own) !== both.tier)
    )
      return undefined;
    if (both?.tierKey !== undefined) this.warn(`coverages.${line}`, 'plan_and_level', PLAN_AND_LEVEL);
    if (both?.isPriced) this.warn(`coverages.${line}`, 'price_beside_plan', PRICE_BESIDE);
    return both;
  }

  /** MED-PPO; DEN-BASIC in one cell: each by itself. */
  private plansIn(plan: CellValue, line: CoverageLine): ReturnType<typeof plansOfColumn> {
    const isOfAnyLine = this.isLineByPlan(line);
    const parts = plansOfColumn(plan, {
      line,
      isOfAnyLine,
      lineOfPlan: this.place.lineOfPlan,
      isNamed: (other) => this.cells.has(`plan.${other}`),
    });
    if (parts.length > 1 && !isOfAnyLine) this.warn(`plan.${line}`, 'plans_in_cell', PLANS_IN_CELL);
    return parts;
  }

  /** That a plan is taken, or another one, and not which. */
  private saysNoPlan(plan: CellValue): boolean {
    return isElected(plan) || (isChanged(plan) && this.place.lineOfPlan?.(String(plan)) === undefined);
  }

  private coverage(line: CoverageLine, plan: CellValue, index: number): EnrollmentCoverage {
    const label = COVERAGE_LINE_LABEL[line];
    const isAmount = isAmountOfCover(line, plan);
    if (isAmount)
      this.warn(`coverages.${index}.planKey`, 'amount_for_plan', fileMessage('amount_as_plan', { line: label }));
    // 'Yes' says no plan: the only one that the group offers is meant.
    const isOpen = isAmount || this.saysNoPlan(plan);
    // Taken so, nothing would change.
    if (isOpen && isChanged(plan))
      this.refuse(
        `coverages.${index}.planKey`,
        'change_unnamed',
        fileMessage('plan_choice_unnamed', { line: label, value: shown(String(plan)) }),
      );
    const both = isOpen ? undefined : this.planInCell(plan, line);
    const planKey = isOpen ? undefined : (both?.planKey ?? String(plan));
    const tierKey =
      both?.tierKey ??
      this.tierText(FIELDS_OF_LINE[line].tier) ??
      (this.lineAsTier === undefined ? this.tierText('tier') : undefined);
    // Its own line tells it apart from the other plans of the person, in this row or the next.
    const own = planKey !== undefined && this.isLineByPlan(line) ? this.place.lineOfPlan?.(planKey) : undefined;
    return {
      line: own ?? line,
      action: 'compare',
      planKey,
      ...(own === undefined && this.isLineByPlan(line) ? { lineByPlan: true } : {}),
      tierKey,
      tier:
        tierKey === undefined
          ? tierInPlaceOf(planKey)
          : (this.place.words.meaning('tier', tierKey) ?? readTier(tierKey)),
      ...this.dates(line, index),
    };
  }
}
