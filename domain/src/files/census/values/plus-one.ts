import { type FileMessage, fileMessage } from '../../messages/file-message.ts';
import { COVERAGE_LINE_LABEL } from '../../../coverage-line.ts';
import { type Tier, TIER_LABEL, tierOf } from '../../../coverage/tier.ts';
import type { EnrollmentCoverage, EnrollmentRecord } from '../../enrollment-record.ts';
import { shown } from '../../shown-value.ts';
import { wordsOf } from '../../../plain-words.ts';

const PLUS_ONE =
  /^(?:e|ee|emp|employee|self|sub|subscriber|member)s?\s*(?:\+|&|plus\b|and\b)\s*(?:1|one)(?:\s*(?:dep|dependent|dependant|person)s?)?$/i;

/**
 * EE+1, Employee plus one dependent: the employee and somebody, who may be the spouse or a child. None of our levels
 * says that.
 */
export const isPlusOne = (level: string): boolean => PLUS_ONE.test(level.trim());

/** A level of a list that is open until it is known who the one is. */
export const isOpenPlusOne = ({ tier, tierKey, action }: EnrollmentCoverage): boolean =>
  tier === undefined && tierKey !== undefined && action !== 'waive' && isPlusOne(tierKey);

const isUnder = (plan: EnrollmentCoverage, { coverages }: EnrollmentRecord): boolean =>
  coverages.some(
    ({ line, planKey, action }) =>
      action !== 'waive' &&
      action !== 'end' &&
      (planKey !== undefined && plan.planKey !== undefined
        ? wordsOf(planKey) === wordsOf(plan.planKey)
        : line === plan.line),
  );

/**
 * The level that the dependents of the family make of "plus one": by the one whose row names the plan, else by the only
 * one there is, whose row names none and shares the employee's (decisions/0023). Undefined where there are several, or
 * nobody.
 */
export function plusOneTier(plan: EnrollmentCoverage, dependents: readonly EnrollmentRecord[]): Tier | undefined {
  const going = dependents.filter(({ action }) => action !== 'end');
  const named = going.filter((one) => isUnder(plan, one));
  const [one, ...more] = named.length > 0 ? named : going.filter(({ coverages }) => coverages.length === 0);
  return one === undefined || more.length > 0 ? undefined : tierOf([one.relationship]);
}

/** What is said at the row of the employee whose level was taken from the list. */
export const plusOneRead = ({ line, tierKey = '' }: EnrollmentCoverage, tier: Tier): FileMessage =>
  fileMessage('plus_one_resolved', { line: COVERAGE_LINE_LABEL[line], value: shown(tierKey), tier: TIER_LABEL[tier] });

/** The same of a level of which the list does not show who is meant. */
export const plusOneUnknown = ({ line, tierKey = '' }: EnrollmentCoverage): FileMessage =>
  fileMessage('plus_one_unknown', { line: COVERAGE_LINE_LABEL[line], word: shown(tierKey) });
