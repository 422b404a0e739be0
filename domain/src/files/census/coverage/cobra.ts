import { fileMessage } from '../../messages/file-message.ts';
import type { CalendarDate } from '../../../calendar-date.ts';
import { COBRA_EVENTS, type CobraEvent } from '../../../members/benefit-status.ts';
import { RowCells } from '../row-cells.ts';
import type { CensusStatus } from './status.ts';
import { readYesNo } from '../values/cell-values.ts';
import { wordsOf } from '../../../plain-words.ts';
import type { EnrollmentRecord } from '../../enrollment-record.ts';
import { shown } from '../../shown-value.ts';

const EVENTS = new Map<string, CobraEvent>();
const put = (event: CobraEvent, words: string): void => words.split(' ').forEach((word) => EVENTS.set(word, event));
put(
  '1',
  'termination terminationofemployment employmenttermination terminated term jobloss lossofjob lossofemployment endofemployment voluntarytermination involuntarytermination resignation resigned quit separationfromemployment retirement retired terminationvoluntary terminationinvoluntary termed',
);
put('2', 'reductionofhours reductioninhours reducedhours hoursreduced reductionofworkhours reductionhours lossofhours');
put('3', 'medicare medicareentitlement entitledtomedicare enrolledinmedicare');
put('4', 'death deathofemployee employeedeath deceased deathofcoveredemployee');
put('5', 'divorce divorced divorceorlegalseparation divorcelegalseparation');
put('6', 'separation legalseparation legallyseparated');
put(
  '7',
  'ineligiblechild lossofdependentstatus dependentineligible ineligibledependent agedout agingout overage overagedependent dependentagedout dependentstatus lossofdependentchildstatus dependentchildceasestobedependent',
);
put('8', 'bankruptcy bankruptcyofemployer employerbankruptcy');
put('9', 'layoff laidoff');
put('10', 'leaveofabsence leave loa fmla military militaryleave');
put('ZZ', 'other');

/** Continued, or not: what a column COBRA says beside yes and no. */
const CONTINUED: ReadonlySet<string> = new Set(
  'active enrolled elected cobra calcobra federalcobra statecontinuation current continued continuing participant'.split(
    ' ',
  ),
);
const NOT_CONTINUED: ReadonlySet<string> = new Set(
  'notelected waived declined eligible noteligible pending notenrolled expired terminated ended'.split(' '),
);

const BENEFICIARIES: ReadonlySet<string> = new Set(['qb', 'qualifiedbeneficiary', 'primaryqb']);

export type CensusCobra = Pick<
  EnrollmentRecord,
  'cobra' | 'cobraEvent' | 'cobraEventDate' | 'cobraBeginDate' | 'cobraEndDate'
>;

/** What the columns of a row say of COBRA, as an 834 says it in INS05, INS07 and DTP 301, 340 and 341. */
export class RowCobra extends RowCells {
  told(status: CensusStatus | undefined): CensusCobra {
    const cobraBeginDate = this.date('cobraBegin', 'cobraBeginDate', 'COBRA start');
    const cobraEndDate = this.date('cobraEnd', 'cobraEndDate', 'COBRA end');
    const said = this.said();
    if (cobraBeginDate !== undefined && cobraEndDate !== undefined && cobraEndDate < cobraBeginDate)
      this.refuse('cobraEndDate', 'cobra_end_before_start', fileMessage('cobra_end_before_start'));
    if (said === false && cobraBeginDate !== undefined && !this.isOver(cobraEndDate))
      this.refuse('cobra', 'cobra_contradicts', fileMessage('cobra_no_with_start'));
    const byDates = cobraBeginDate !== undefined && !this.isOver(cobraEndDate);
    return {
      cobra: (said ?? (status === 'cobra' || byDates || this.isBeneficiary(status))) || undefined,
      cobraEvent: this.event(),
      cobraEventDate: this.date('cobraEventDate', 'cobraEventDate', 'COBRA event'),
      cobraBeginDate,
      cobraEndDate,
    };
  }

  /** Nobody but a participant of COBRA is called a qualified beneficiary (29 USC 1167(3)). */
  private isBeneficiary(status: CensusStatus | undefined): boolean {
    if (
      (status !== undefined && status !== 'active') ||
      !BENEFICIARIES.has(wordsOf(String(this.cell('relationship') ?? '')))
    )
      return false;
    this.warn('relationship', 'qualified_beneficiary', fileMessage('cobra_beneficiaries_read'));
    return true;
  }

  private isOver(lastDay: CalendarDate | undefined): boolean {
    return lastDay !== undefined && lastDay < this.place.dates.today;
  }

  private said(): boolean | undefined {
    const cell = this.cell('cobra');
    if (cell === undefined) return undefined;
    const told = this.place.words.meaning('yes_no', cell);
    if (told) return told === 'yes';
    const word = wordsOf(String(cell));
    const answer = readYesNo(cell) ?? (CONTINUED.has(word) ? true : NOT_CONTINUED.has(word) ? false : undefined);
    if (answer === undefined)
      this.warn('cobra', 'yes_or_no', fileMessage('cobra_flag_unknown', { value: shown(String(cell)) }));
    return answer;
  }

  private event(): CobraEvent | undefined {
    const cell = this.cell('cobraEvent');
    if (cell === undefined) return undefined;
    const word = wordsOf(String(cell));
    const code = word.replace(/^0(?=\d$)/, '').toUpperCase();
    const event = EVENTS.get(word) ?? COBRA_EVENTS.find((one) => one === code);
    if (event === undefined)
      this.warn(
        'cobraEvent',
        'cobra_event_unknown',
        fileMessage('cobra_event_unknown', { value: shown(String(cell)) }),
      );
    return event;
  }
}
