import { type CalendarDate, calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { householdPrices } from '../coverage/household-prices.ts';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { loadRateBook } from '../plans/rate-books.ts';
import type { TestServer } from './test-server.ts';

/** What all households of a group cost on a day, each priced alone, in cents a month. */
export const premiumOf = (server: TestServer, groupId: string, on: string): Promise<number> =>
  server.read(async (tx) => {
    const pricing = { tx, vault: server.services.vault, tenantId: DEFAULT_TENANT };
    const prices = await householdPrices(pricing, { groupIds: [groupId] }, calendarDateFrom(on));
    return prices.reduce((sum, { price }) => sum + ('held' in price ? 0 : price.total), 0);
  });

/** The composite rate of a plan and tier on a day, in cents. */
export const rateOfTier = (
  server: TestServer,
  planCode: string,
  tier: 'EMP' | 'ESP' | 'ECH' | 'FAM',
  on: string,
): Promise<number> =>
  server.read(async (tx) => {
    const book = await loadRateBook(tx, on as CalendarDate);
    const table = [...book.values()].find(({ code }) => code === planCode)?.rates.composite?.table;
    return (table?.method === 'composite' && table.rates[tier]) || 0;
  });
