import { type FileMessage, fileMessage } from '../../messages/file-message.ts';
import { addDays } from '../../../calendar-date.ts';
import { COVERAGE_LINE_LABEL, type CoverageLine } from '../../../coverage-line.ts';
import type { EnrollmentCoverage, EnrollmentRecord } from '../../enrollment-record.ts';
import { shown } from '../../shown-value.ts';
import { FIELDS_OF_LINE, type CensusField } from '../headings/fields.ts';
import { RowCells } from '../row-cells.ts';
import type { Election } from './waivers.ts';
import { startInWords } from './start-in-words.ts';
import type { StartRule } from '../../start-rule.ts';

/**
 * A first of a month behind so many days may lie beyond the 91st day, which is the last one to begin (domain rules
 * 4.5).
 */
const mayBeLate = (rule: StartRule): boolean =>
  !('byGroup' in rule) && (rule.days > 90 || (rule.days >= 60 && rule.start !== 'date_of_hire'));
const countedFromHire = (said: string, rule: StartRule): FileMessage =>
  'byGroup' in rule
    ? fileMessage('start_from_hire_by_group', { rule: said })
    : mayBeLate(rule)
      ? fileMessage('start_from_hire_limited', { rule: said })
      : fileMessage('start_from_hire', { rule: said });

/** From when until when a row says that coverage holds. */
export class RowStarts extends RowCells {
  protected isSubscriber = true;
  /** Lines of a dependent that the row names without a plan. */
  readonly shared: NonNullable<EnrollmentRecord['shared']> = [];
  /** It names them by themselves, and not only a day of them. */
  sharesNoOther = false;

  protected dates(line: CoverageLine, index: number): Pick<EnrollmentCoverage, 'from' | 'startRule' | 'until'> {
    const label = COVERAGE_LINE_LABEL[line];
    const own = FIELDS_OF_LINE[line];
    const fromField = this.cells.has(own.from) ? own.from : 'from';
    const untilField = this.cells.has(own.until) ? own.until : 'until';
    const last = this.date(untilField, `coverages.${index}.until`, `${label} coverage end`);
    return {
      ...this.start(fromField, `coverages.${index}.from`, `${label} coverage start`),
      until: last === undefined ? undefined : addDays(last, 1),
    };
  }

  /**
   * A first day, or the rule by which it follows from the hire date. A dependent's follows from the employee's
   * coverage.
   */
  protected start(field: CensusField, path: string, label: string): Pick<EnrollmentCoverage, 'from' | 'startRule'> {
    const cell = this.cell(field);
    const rule = cell === undefined ? undefined : startInWords(cell);
    if (cell === undefined || rule === undefined || rule === 'unclear') return { from: this.date(field, path, label) };
    if (!this.isSubscriber) return { from: undefined };
    const said = shown(String(cell));
    if (this.cell('hireDate') === undefined && this.cell('rehireDate') === undefined)
      this.refuse(path, 'start_in_words', fileMessage('start_needs_hire_date', { label, rule: said }));
    else if (!this.warnings.some(({ field: known, code }) => code === 'start_in_words' && known === field))
      this.warn(field, 'start_in_words', countedFromHire(said, rule));
    return { from: undefined, startRule: rule };
  }

  /**
   * A line of a dependent without a plan: a row, or an element, for it says that it is shared, and a first day only
   * from when.
   */
  protected share(line: CoverageLine, isNamed: boolean): void {
    const ofLine = FIELDS_OF_LINE[line].from;
    const own = this.cells.has(ofLine) ? ofLine : isNamed && this.cells.has('from') ? 'from' : undefined;
    if (isNamed) this.sharesNoOther = true;
    if (own === undefined && !isNamed) return;
    const from = own && this.start(own, own, `${COVERAGE_LINE_LABEL[line]} coverage start`).from;
    if (isNamed || from !== undefined) this.shared.push({ line, ...(from && { from }) });
  }

  /** Medical Status: Not started, beside no plan. */
  protected tellUndecided(line: CoverageLine, { by, cell }: Pick<Election, 'by' | 'cell'>): undefined {
    this.warn(
      by,
      'election_undecided',
      fileMessage('nothing_elected', { line: COVERAGE_LINE_LABEL[line], value: shown(String(cell)) }),
    );
  }
}
