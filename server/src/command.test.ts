import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
async function standInTheWay(code: string, times: number): Promise<void> {
  await server.owner.query(`
    create sequence ended;
    grant usage on sequence ended to public;
    create function stand_in_the_way() returns trigger language plpgsql as $$
      begin
        if nextval('ended') <= ${times} then raise exception 'in the way' using errcode = '${code}'; end if;
        return new;
      end $$;
    create trigger stand_in_the_way before insert on groups for each row execute function stand_in_the_way()`);
}

describe('a write that the database ends because another is in its way', () => {
  afterEach(() => server.owner.query('drop function stand_in_the_way cascade; drop sequence ended'));

  it.each(['40P01', '40001', '55P03'])('is begun again without a word, and is there once (%s)', async (code) => {
    await standInTheWay(code, 2);
    const input = { setup: setupOf(`Turn ${code}`, [planId]), idempotencyKey: randomUUID() };
    const made = await dana.api.groups.create(input);
    expect(await dana.api.groups.create(input)).toEqual(made);
    expect(await groupsNamed(`Turn ${code}`)).toBe(1);
    const { rows } = await server.owner.query('select outcome from audit_log where target_id = $1', [made.id]);
    expect(rows).toEqual([{ outcome: 'done' }]);
  });

  it('is refused in words after three tries, with when to try again, and leaves nothing behind', async () => {
    await standInTheWay('40P01', 3);
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
        message: 'Somebody else is changing the same thing. Nothing was lost; try again in a moment.',
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
