import { workOnArrears } from '../billing/arrears/arrears-job.ts';
import { ARREARS } from '../billing/arrears/arrears-jobs.ts';
import { workOnRuns } from '../billing/bill-run-job.ts';
import { BILL_PDFS, keepBillPdfs } from '../billing/bill-pdfs.ts';
import { inTenant } from '../db/connect.ts';
import { BILL_RUNS } from '../billing/bill-runs.operations.ts';
import { INSIGHTS } from '../dashboard/insights.queries.ts';
import { OVERVIEW } from '../dashboard/overview.queries.ts';
import { ADMINISTRATION_SUMMARY } from '../groups/administration.queries.ts';
import { recountGroupFigures } from '../groups/group-figures.ts';
import { RENEWAL_SIMULATIONS, runSimulations } from '../groups/renewals/book-simulation.ts';
import { settleRenewals } from '../groups/renewals/renewals.operations.ts';
import { warmFigures } from '../kept-figures.ts';
import { movePlanMembers } from '../members/move-plan-members.ts';
import { ACH_SETTLEMENT, settleDebits } from '../payments/ach/settle-debits-job.ts';
import { CARD_PAYMENTS, workOnCards } from '../payments/card-payments-job.ts';
import { RECURRING_PAYMENTS, workOnRecurring } from '../payments/recurring/recurring-job.ts';
import { PLAN_FIGURES } from '../plans/plan-list.queries.ts';
import { moveTerminatedMembers, PLAN_TERMINATIONS } from '../plans/plan-termination.operations.ts';
import { makeSampleHistory } from '../sample-history/sample-history.ts';
import type { QueueSettings } from './boss.ts';
import type { Job } from './job.ts';
import { settle } from './settling.ts';

/** Every named job of the server. */
export const JOBS: readonly Job[] = [
  {
    name: 'settle-statuses',
    label: 'Statuses and cleanup',
    description: 'Applies due status changes and removes expired sessions, unfinished uploads and old originals.',
    schedule: '*/10 * * * *',
    atStart: true,
    retries: 1,
    expireSeconds: 600,
    run: async ({ services, tenantId }) => {
      const { members, groups } = await settle(services, tenantId);
      return `${members} member and ${groups} group statuses changed`;
    },
  },
  {
    name: 'count-figures',
    label: 'Dashboard figures',
    description: 'Counts group figures and large totals in advance, so that lists and the dashboard are fast.',
    schedule: '*/10 * * * *',
    atStart: true,
    retries: 0,
    expireSeconds: 600,
    run: async ({ services, tenantId }) => {
      await recountGroupFigures(services.background, services.vault, tenantId, services.clock.today());
      await warmFigures(tenantId, services, [OVERVIEW, INSIGHTS, ADMINISTRATION_SUMMARY, PLAN_FIGURES]);
      return undefined;
    },
  },
  {
    ...PLAN_TERMINATIONS,
    label: 'Terminated plans',
    description:
      'Moves members of a terminated plan to the plan that was chosen, or ends their coverage, group by group.',
    atStart: false,
    retries: 3,
    expireSeconds: 3600,
    run: async ({ services, tenantId }) => {
      const members = await moveTerminatedMembers(services, tenantId, movePlanMembers);
      return `${members} members moved`;
    },
  },
  {
    ...BILL_RUNS,
    label: 'Bill runs',
    description: 'Calculates drafts and posts bills, group by group; brings premium into income when its month begins.',
    atStart: true,
    retries: 3,
    expireSeconds: 3600,
    run: async ({ services, tenantId, progress }) => {
      const done = await workOnRuns(services, tenantId, progress);
      // Never throttled: bills are often posted in the minute in which they were calculated.
      await inTenant(services.db, tenantId, (tx) => services.jobs.request(tx, BILL_PDFS, tenantId));
      return done;
    },
  },
  {
    ...BILL_PDFS,
    label: 'PDFs of bills',
    description: 'Makes the PDFs of posted bills.',
    atStart: true,
    retries: 3,
    expireSeconds: 3600,
    run: async ({ services, tenantId }) => `${await keepBillPdfs(services, tenantId)} PDFs made`,
  },
  {
    name: 'sample-history',
    label: 'Sample history',
    description: 'Makes twelve months of bills and payments for the full sample data, in runs of its own.',
    schedule: '*/10 * * * *',
    atStart: true,
    retries: 3,
    expireSeconds: 3600,
    run: makeSampleHistory,
  },
  {
    ...ARREARS,
    label: 'Delinquency',
    description:
      'Sends reminders and letters that are due, and proposes suspensions and terminations. Makes their PDFs.',
    // Not at a start: sample data first posts past bills and their payments.
    atStart: false,
    retries: 3,
    expireSeconds: 3600,
    run: ({ services, tenantId }) => workOnArrears(services, tenantId),
  },
  {
    ...CARD_PAYMENTS,
    label: 'Card payments',
    description: 'Charges cards at the processor and asks it about charges without an answer.',
    atStart: true,
    retries: 3,
    expireSeconds: 600,
    run: ({ services, tenantId }) => workOnCards(services, tenantId),
  },
  {
    ...ACH_SETTLEMENT,
    label: 'ACH settlement',
    description: 'Settles ACH debits whose day has come, and verifies bank accounts whose prenote came through.',
    atStart: true,
    retries: 3,
    expireSeconds: 600,
    run: ({ services, tenantId }) => settleDebits(services, tenantId),
  },
  {
    ...RECURRING_PAYMENTS,
    label: 'Recurring payments',
    description: 'Tells groups of recurring debits, and makes those whose day has come.',
    atStart: true,
    retries: 3,
    expireSeconds: 600,
    run: ({ services, tenantId }) => workOnRecurring(services, tenantId),
  },
  {
    ...RENEWAL_SIMULATIONS,
    label: 'Renewals',
    description:
      'Settles renewals on their date, and simulates next year\u2019s rates for all groups where somebody asked for it.',
    atStart: false,
    retries: 3,
    expireSeconds: 3600,
    run: async ({ services, tenantId, progress }) => {
      const settled = await settleRenewals(services, tenantId);
      const groups = await runSimulations(services, tenantId, progress);
      return `${settled} renewals settled, ${groups} groups simulated`;
    },
  },
];

export const jobNamed = (name: string): Job | undefined => JOBS.find((job) => job.name === name);

export const JOB_QUEUES: readonly QueueSettings[] = JOBS.map(({ name, retries, expireSeconds }) => ({
  name,
  retries,
  retryDelaySeconds: 30,
  expireSeconds,
}));
