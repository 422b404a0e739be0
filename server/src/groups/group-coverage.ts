import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { RescissionGround } from '@openbenefits/domain/coverage/rescission';
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
  /** Why coverage that employees paid for may end in the past; 'decided' where the end was announced ahead. */
  rescission?: RescissionGround | 'decided',
) => Promise<{ changeId: string; people: number } | undefined>;

/**
 * Why a suspended or terminated group may not become active again; undefined where it may. Billing provides it, because
 * groups must not import billing.
 */
export type ReinstatementRefusal = (work: Pick<Work, 'tx' | 'today'>, groupId: string) => Promise<string | undefined>;
