import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from './db/connect.ts';
import { recountGroupFigures } from './groups/group-figures.ts';
import type { Traffic } from './testing/round-trips.ts';
import { setupOf } from './testing/samples.ts';
import { openTestServer, type Person, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let dana: Person;
let planId: string;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  planId = (await dana.api.plans.offered({}))[0]?.id ?? '';
});
afterAll(() => server.close());

const groupsNamed = async (name: string): Promise<number> =>
  Number(
    (await server.owner.query<{ n: string }>('select count(*) as n from groups where company_name = $1', [name]))
      .rows[0]?.n,
  );

/**
 * From here on the database ends the next `times` writes of a group as it does where two are in each other's way. A
 * sequence counts also what is rolled back.
 */
async function blockTable(code: string, times: number): Promise<void> {
  await server.owner.query(`
    create sequence ended;
    grant usage on sequence ended to public;
    create function block_table() returns trigger language plpgsql as $$
      begin
        if nextval('ended') <= ${times} then raise exception 'in the way' using errcode = '${code}'; end if;
        return new;
      end $$;
    create trigger block_table before insert on groups for each row execute function block_table()`);
}

describe('a write that the database ends because another is in its way', () => {
  afterEach(() => server.owner.query('drop function block_table cascade; drop sequence ended'));

  it.each(['40P01', '40001', '55P03'])('is begun again without a word, and is there once (%s)', async (code) => {
    await blockTable(code, 2);
    const input = { setup: setupOf(`Turn ${code}`, [planId]), idempotencyKey: randomUUID() };
    const made = await dana.api.groups.create(input);
    expect(await dana.api.groups.create(input)).toEqual(made);
    expect(await groupsNamed(`Turn ${code}`)).toBe(1);
    const { rows } = await server.owner.query('select outcome from audit_log where target_id = $1', [made.id]);
    expect(rows).toEqual([{ outcome: 'done' }]);
  });

  it('is refused in words after three tries, with when to try again, and leaves nothing behind', async () => {
    await blockTable('40P01', 3);
    const input = { setup: setupOf('Never Its Turn', [planId]), idempotencyKey: randomUUID() };
    const headers = { cookie: dana.cookie, origin: server.url, 'content-type': 'application/json' };
    const refused = await fetch(`${server.url}/rpc/groups/create`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ json: input }),
    });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await refused.json()).toMatchObject({
      json: {
        code: 'UNAVAILABLE',
        message: 'Another user is changing the same data. Nothing was lost. Try again in a moment.',
      },
    });
    expect(await groupsNamed('Never Its Turn')).toBe(0);
    await dana.api.groups.create(input);
    expect(await groupsNamed('Never Its Turn')).toBe(1);
  });
});

describe('groups made at once', () => {
  it('by two dozen, again and again, each pressed twice, are there once each', async () => {
    const made = new Set<string>();
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(
        Array.from({ length: 24 }, async (_, index) => {
          const input = { setup: setupOf(`At Once ${round} ${index}`, [planId]), idempotencyKey: randomUUID() };
          const [first, second] = await Promise.all([dana.api.groups.create(input), dana.api.groups.create(input)]);
          expect(second).toEqual(first);
          return first.cim;
        }),
      );
      for (const cim of answers) made.add(cim);
    }
    expect(made.size).toBe(96);
  });
});

describe('a request is light on the database', () => {
  /** What each request may send; a read waits for the database three times at most. */
  const READS: Readonly<Record<string, { roundTrips: number; statements: number; ask: () => Promise<unknown> }>> = {
    session: { roundTrips: 0, statements: 0, ask: () => dana.api.session.current() },
    notifications: { roundTrips: 2, statements: 4, ask: () => dana.api.notifications.list() },
    'a group by id': { roundTrips: 2, statements: 5, ask: () => dana.api.groups.get({ id: groupId }) },
    'a member by id, with its audit entry': {
      roundTrips: 2,
      // For the price: who is covered, the contract's first day, the day's rates, the contribution, tobacco use, the terms
      // of the month, the names of the steps.
      statements: 16,
      ask: () => dana.api.members.get({ groupId, memberId }),
    },
    'a list of 50 groups': { roundTrips: 2, statements: 5, ask: () => dana.api.groups.list({ limit: 50 }) },
    'a page of the directory': { roundTrips: 2, statements: 5, ask: () => dana.api.directory.list({ limit: 50 }) },
  };
  let groupId: string;
  let memberId: string;
  let traffic: Traffic;

  const measure = async (ask: () => Promise<unknown>): Promise<Traffic> => {
    const before = { ...traffic };
    await ask();
    return {
      roundTrips: traffic.roundTrips - before.roundTrips,
      statements: traffic.statements - before.statements,
    };
  };

  beforeAll(async () => {
    groupId = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
    memberId = (await dana.api.members.ofGroup({ groupId, search: 'Calderwood' })).rows[0]?.id ?? '';
    const { services, clock } = server;
    await recountGroupFigures(services.db, services.vault, DEFAULT_TENANT, clock.today());
    traffic = server.countTraffic();
    // The first answer reads the session and connects.
    for (const { ask } of Object.values(READS)) await ask();
  });

  it.each(Object.entries(READS))('%s', async (_, { ask, ...limits }) => {
    const used = await measure(ask);
    expect(used.roundTrips).toBeLessThanOrEqual(limits.roundTrips);
    expect(used.statements).toBeLessThanOrEqual(limits.statements);
  });

  it('a write: four round trips besides its own statements', async () => {
    const own = 2;
    const used = await measure(() => dana.api.notifications.markRead({ idempotencyKey: randomUUID() }));
    expect(used.roundTrips).toBeLessThanOrEqual(4 + own);
    const plain = await measure(() => dana.api.notifications.markRead({}));
    expect(plain.roundTrips).toBeLessThanOrEqual(1 + own);
  });

  it('and leaves nothing of a transaction whose audit entry fails, nor holds its connection', async () => {
    await server.owner.query(`create function refuse_entry() returns trigger language plpgsql as
      $$ begin raise exception 'no entry' using errcode = '23514'; end $$;
      create trigger refuse_entry before insert on audit_log for each row execute function refuse_entry()`);
    const setup = setupOf('Without An Entry', [planId]);
    await expect(dana.api.groups.create({ setup })).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
    await expect(dana.api.members.get({ groupId, memberId })).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
    await server.owner.query('drop function refuse_entry cascade');
    expect(await groupsNamed('Without An Entry')).toBe(0);
    expect((await dana.api.members.get({ groupId, memberId })).id).toBe(memberId);
  });
});
