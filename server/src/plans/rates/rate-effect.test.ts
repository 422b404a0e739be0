import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const day = (text: string) => text as CalendarDate;

describe('what a version does to members', () => {
  it('is the difference for the same households, and counts those without a rate', async () => {
    const { rows } = await server.owner.query<{ id: string; plan_id: string }>(
      `select t.id, t.plan_id from rate_tables t where t.status = 'active' and t.method = 'composite' and exists (
        select from coverage_spans s where s.plan_id = t.plan_id and upper_inf(s.recorded) and s.covered @> '2026-11-20'::date) and t.valid @> '2026-11-20'::date limit 1`,
    );
    const current = rows[0] ?? { id: '', plan_id: '' };
    const copy = await dana.api.plans.rates.create({
      planId: current.plan_id,
      from: day('2027-01-01'),
      until: null,
      content: { kind: 'copy', tableId: current.id, increase: 1000 },
    });
    const effect = await dana.api.plans.rates.effect({ id: copy.id });
    expect(effect.subscribers).toBeGreaterThan(0);
    expect(effect.held).toBe(0);
    expect(effect.byTier.map(({ tier }) => tier)).toEqual(['EMP', 'ESP', 'ECH', 'FAM']);
    expect(effect.byTier.reduce((sum, { subscribers }) => sum + subscribers, 0)).toBe(effect.subscribers);
    expect(Math.abs((effect.premiumThen ?? 0) - (effect.premiumNow ?? 0) * 1.1)).toBeLessThan(effect.subscribers);
    const { version } = await dana.api.plans.rates.get({ id: copy.id });
    await dana.api.plans.rates.save({
      id: copy.id,
      version,
      edits: { ages: [], cells: [{ row: 'EMP', column: 'rate', text: 'x' }], removed: [] },
      source: 'Derived from a list bill',
    });
    expect((await dana.api.plans.rates.get({ id: copy.id })).source).toBe('Derived from a list bill');
    expect((await dana.api.plans.rates.effect({ id: copy.id })).held).toBeGreaterThan(0);
  });
});
