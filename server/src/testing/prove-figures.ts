import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { householdPrices } from '../coverage/household-prices.ts';
import type { Pricing } from '../coverage/rating-ages.ts';
import { countGroupFigures, type GroupFigures, joinKeptFigures, recountGroupFigures } from '../groups/group-figures.ts';
import type { TestServer } from './test-server.ts';

/** From today to beyond the end of next year's rates. */
const DAYS = [0, 1, 12, 45, 200, 800];

/** Expects premiums that were counted by kind of household to be those of every household, priced one by one. */
async function expectSameAsEachHousehold(
  pricing: Pricing,
  counted: ReadonlyMap<string, GroupFigures>,
  day: CalendarDate,
): Promise<void> {
  const sums = new Map<string, number>();
  let held = 0;
  for (const { household, price } of await householdPrices(pricing, { groupIds: [...counted.keys()] }, day))
    if ('held' in price) held += 1;
    else sums.set(household.groupId, (sums.get(household.groupId) ?? 0) + price.total);
  for (const [groupId, { monthlyCents }] of counted) expect(monthlyCents ?? 0, day).toBe(sums.get(groupId) ?? 0);
  expect(
    [...counted.values()].reduce((sum, one) => sum + one.held, 0),
    day,
  ).toBe(held);
}

/** Expects kept group figures to equal a new count, today and on later days. */
async function expectKept(server: TestServer, atLeast: number): Promise<void> {
  for (const days of DAYS) {
    const day = addDays(server.clock.today(), days);
    await server.read(async (tx) => {
      const { rows } = await sql<{ groupId: string }>`
        select f.group_id, f.subscribers, f.dependents, f.pending, f.enrolled, f.covered, f.monthly_cents, f.premium_by_line, f.held
        from groups g ${joinKeptFigures(sql`g.id`, day)} where f.group_id is not null`.execute(tx);
      if (days === 0) expect(rows.length).toBeGreaterThanOrEqual(atLeast);
      const ids = rows.map(({ groupId }) => groupId);
      const pricing = { tx, vault: server.services.vault, tenantId: DEFAULT_TENANT };
      const counted = await countGroupFigures(pricing, ids, day);
      for (const row of rows) expect(counted.get(row.groupId), day).toMatchObject(row);
      await expectSameAsEachHousehold(pricing, counted, day);
    });
  }
}

/**
 * Expects after a change that every group whose figures it altered is no longer kept, and that counting again keeps
 * them all. Called after each test, it begins the next one with everything kept.
 */
export async function proveFigures(server: TestServer): Promise<void> {
  await expectKept(server, 0);
  await recountGroupFigures(server.services.db, server.services.vault, DEFAULT_TENANT, server.clock.today());
  const { rows } = await server.owner.query<{ groups: string }>(
    'select count(*) as groups from groups where tenant_id = $1',
    [DEFAULT_TENANT],
  );
  await expectKept(server, Number(rows[0]?.groups));
}
