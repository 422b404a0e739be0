import { addMonths, type CalendarDate, formatDate, parseCalendarDate } from '../calendar-date.ts';
import type { Problem } from '../refusal.ts';
import { GIVE_REASON, hasReason } from './given-reason.ts';

export const TOBACCO_ANSWERS = ['', 'yes', 'no'] as const;
export type TobaccoAnswer = (typeof TOBACCO_ANSWERS)[number];

/** What a member attests about tobacco: yes or no, from a day on. Dates YYYY-MM-DD, or empty. */
export type TobaccoForm = {
  readonly usesTobacco: TobaccoAnswer;
  readonly from: string;
  readonly attestedOn: string;
  /** Why the answer applies to days before today, or replaces one of the same day; empty without. */
  readonly overrideReason: string;
};

/** What a member has attested: the answer that counts from a day on. */
export type KnownAnswer = { readonly usesTobacco: boolean; readonly effectiveOn: CalendarDate };

export const TOBACCO_LABEL = { yes: 'Uses tobacco', no: 'Does not use tobacco' } as const;

/**
 * Validates a statement about tobacco use: a future use cannot be attested before it is, and years must be plausible. An
 * answer of an earlier day adjusts bills, and one of a day with an answer replaces it: both need a reason. `known` are
 * the answers on record.
 */
export function problemsOfTobaccoUse(
  { usesTobacco, from, attestedOn, overrideReason }: TobaccoForm,
  today: CalendarDate,
  known: readonly KnownAnswer[],
): Problem[] {
  const problems: Problem[] = [];
  const say = (path: string, message: string): void => void problems.push({ path, message });
  if (usesTobacco === '') say('usesTobacco', 'Choose an answer.');
  const day = parseCalendarDate(from);
  const attested = parseCalendarDate(attestedOn);
  const [earliest, latest] = [addMonths(today, -120), addMonths(today, 12)];
  if (!day) say('from', 'Enter the day from which the answer applies.');
  else if (day < earliest || day > latest)
    say('from', `Enter a day from ${formatDate(earliest)} to ${formatDate(latest)}.`);
  const replaced = known.find(({ effectiveOn }) => effectiveOn === day);
  if (day && !hasReason(overrideReason)) {
    if (replaced)
      say(
        'from',
        `“${TOBACCO_LABEL[replaced.usesTobacco ? 'yes' : 'no']}” from ${formatDate(day)} is on record. ${GIVE_REASON} replace it.`,
      );
    else if (day < today)
      say('from', `Bills since ${formatDate(day)} are adjusted. ${GIVE_REASON} start before today.`);
  }
  if (!attested) say('attestedOn', 'Enter the day on which the member attested this.');
  else if (attested > today) say('attestedOn', 'The day of the attestation is in the future.');
  return problems;
}
