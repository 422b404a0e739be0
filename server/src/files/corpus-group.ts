import { demoPlans } from '@openbenefits/demo/plans';
import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { FALLBACK_CLASSES, FALLBACK_LOCATIONS } from '@openbenefits/domain/groups/group-terms';
import { v7 as uuidv7 } from 'uuid';
import { clockAt } from '../clock.ts';
import { TEST_NOW } from '../testing/database-template.ts';
import { testVault } from '../vault.ts';
import { type GroupNames, namesOfCodes, type PlanNames, planNamesOf } from './matching/resolve-names.ts';

export const vault = testVault();

/** The organization's day in all tests. */
const clock = clockAt(TEST_NOW);
export const TODAY = clock.today();
export const GROUP = uuidv7();
const OFFERED = ['MED-PPO', 'MED-HMO', 'DEN-BASIC'];

let ids = 0;
const { plans: PLANS } = demoPlans(TODAY, () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`);
export const codeOfPlan = new Map(PLANS.map(({ id, planCode }) => [id, planCode]));
export const planNames: PlanNames = planNamesOf(PLANS);

/** The group of every case, as `newGroup` creates it. */
export const group: GroupNames = {
  id: GROUP,
  effectiveDate: calendarDateFrom('2026-01-01'),
  renewalDate: calendarDateFrom('2027-01-01'),
  waitingDays: 0,
  waitingStart: 'date_of_hire',
  retroTermDays: 60,
  offered: Map.groupBy(
    PLANS.filter(({ planCode }) => OFFERED.includes(planCode)).map(({ id, planName, line }) => ({
      id,
      name: planName,
      line,
    })),
    ({ line }) => line,
  ),
  offers: PLANS.filter(({ planCode }) => OFFERED.includes(planCode)).map(({ id }) => ({
    planId: id,
    classCode: 'FT001',
    locationCode: 'MAIN-PLANT',
  })),
  classes: namesOfCodes([], FALLBACK_CLASSES),
  locations: namesOfCodes([], FALLBACK_LOCATIONS),
};
