import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Work } from '../command.ts';

/**
 * Ends the coverage of everyone in a group; `until` is the first day without it. Returns the change, which can be
 * undone; undefined if no one had coverage. The members feature provides it, because groups must not import members.
 */
export type EndGroupCoverage = (
  work: Pick<Work, 'tx' | 'actor' | 'now' | 'today'>,
  groupId: string,
  until: CalendarDate,
  reason: string,
) => Promise<{ changeId: string; people: number } | undefined>;
