import type { TerminationPreview } from '@openbenefits/contract/terminations';
import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { add, type Cents } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import { isEnabled } from '../admin/feature-flags.queries.ts';
import { api } from '../api.ts';
import { command, query, type Work } from '../command.ts';
import { householdPrices } from '../coverage/household-prices.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import { previewAction } from '../preview-action.ts';
import { endCoverage, refuseSingle, reinstateCoverage } from './terminations.operations.ts';

type Outcome = Awaited<ReturnType<typeof endCoverage>>;

async function premiumOf(work: Work, groupId: string, memberIds: readonly string[], on: CalendarDate): Promise<Cents> {
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(subscriber_id, id) as id from members where id = any (${memberIds}::uuid[])`.execute(
    work.tx,
  );
  const subscriberIds = rows.map(({ id }) => id);
  const prices = await householdPrices(pricingOf(work), { groupIds: [groupId], subscriberIds }, on);
  return add(...prices.flatMap(({ price }) => ('held' in price ? [] : price.total)));
}

async function planNames({ tx }: Work): Promise<Map<string, string>> {
  return new Map(
    (await tx.selectFrom('healthPlans').select(['id', 'planName']).execute()).map(({ id, planName }) => [id, planName]),
  );
}

/** Does it, looks at the premium, and takes it back. */
async function previewOf(
  work: Work,
  input: { groupId: string; memberIds: string[] },
  premiumDay: CalendarDate,
  operate: (inner: Work) => Promise<Outcome>,
): Promise<TerminationPreview> {
  const names = await planNames(work);
  const monthlyBefore = await premiumOf(work, input.groupId, input.memberIds, premiumDay);
  const { outcome, monthlyAfter } = await previewAction(work, async (inner) => ({
    outcome: await operate(inner),
    monthlyAfter: await premiumOf(inner, input.groupId, input.memberIds, premiumDay),
  }));
  work.note({
    targetKind: 'group',
    targetId: input.groupId,
    fields: ['name', 'coverage', 'premium'],
    itemCount: outcome.affected.length,
  });
  return {
    affected: outcome.affected.map((person) => ({
      ...person,
      lines: person.lines.map(({ planId, ...line }) => ({ ...line, planName: names.get(planId) ?? 'Unknown plan' })),
    })),
    refused: outcome.refused,
    problems: outcome.problems,
    monthlyBefore,
    monthlyAfter,
    premiumDay,
    beyondRetro: outcome.beyondRetro,
    keptThrough: outcome.keptThrough,
    paidMonths: outcome.paidMonths,
    mayOverride: await isEnabled(work.tx, 'retro_termination_override'),
  };
}

const later = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b);

export const terminationRoutes = {
  preview: api.terminations.preview.handler(
    query((work, input) =>
      previewOf(work, input, later(addDays(input.lastDay, 1), work.today), (inner) => endCoverage(inner, input)),
    ),
  ),
  end: api.terminations.end.handler(
    command(async (work, input) => refuseSingle(input, await endCoverage(work, input))),
  ),
  reinstatePreview: api.terminations.reinstatePreview.handler(
    query((work, input) =>
      previewOf(work, input, later(input.from ?? work.today, work.today), (inner) => reinstateCoverage(inner, input)),
    ),
  ),
  reinstate: api.terminations.reinstate.handler(
    command(async (work, input) => refuseSingle(input, await reinstateCoverage(work, input))),
  ),
};
