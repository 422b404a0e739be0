import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { RetroEnds } from '@openbenefits/domain/files/coverage/retro-ends';
import type { AdditionsAbove } from './additions-above.ts';
import type { FamilyLinks } from './family-links.ts';
import type { FamilyNumbers } from './family-numbers.ts';
import type { PlanNames } from './resolve-names.ts';

/** `retro`: what the sender's profile says of ends beyond the group's window, and the day it is counted from. */
export type MatchContext = {
  today: CalendarDate;
  retro: { rule: RetroEnds; today: CalendarDate };
  plans: PlanNames;
  families: FamilyLinks;
  numbers: Pick<FamilyNumbers, 'get' | 'former'>;
  jobId: string;
  /** The file holds what was refused of another. */
  isResent: boolean;
  /** Of a rehearsal: what the file has added so far of what goes on. */
  above?: AdditionsAbove;
};
