import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ worker: false });
});
afterAll(() => server.close());

/** Long enough for a name. */
const LONG = sql.raw(`/* ${'x'.repeat(40)} */`);
const plans = sql<{
  customPlans: number;
  genericPlans: number;
}>`select custom_plans::int, generic_plans::int from pg_prepared_statements where statement like '%from often%' and name like 'often%'`;

it('names what comes often, plans it no more once one plan is as good for all values, and continues when a table was altered', async () => {
  await server.owner.query(
    'create table often (id integer); grant select on often to openbenefits_app; insert into often values (1), (2)',
  );
  await server.services.db.connection().execute(async (db) => {
    const ask = async () => (await sql`select * from often where id = ${2} ${LONG}`.execute(db)).rows;
    for (let times = 0; times < 10; times++) expect(await ask()).toEqual([{ id: 2 }]);
    expect((await plans.execute(db)).rows).toEqual([{ customPlans: 5, genericPlans: 3 }]);
    await server.owner.query('alter table often add column more integer default 7');
    await expect(ask()).rejects.toMatchObject({ code: '0A000' });
    expect(await ask()).toEqual([{ id: 2, more: 7 }]);
  });
});

it('plans for their values what comes as an array, a pattern or a page, and whatever a transaction wants planned its own way', async () => {
  await server.owner.query(
    `create table varied (id integer, name text); grant select on varied to openbenefits_app; insert into varied values (1, 'Ada'), (2, 'Ben')`,
  );
  const named = sql<{
    count: number;
  }>`select count(*)::int as count from pg_prepared_statements where statement like '%from varied%' and name like 'often%'`;
  await server.services.db.connection().execute(async (db) => {
    for (let times = 0; times < 8; times++) {
      await sql`select * from varied where id = any (${[1, 2]}::int[]) ${LONG}`.execute(db);
      await sql`select * from varied where name like ${'A%'} ${LONG}`.execute(db);
      await sql`select * from varied where name = ${'Ada'} order by id limit ${1} ${LONG}`.execute(db);
      await db.transaction().execute(async (tx) => {
        await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx);
        await sql`select * from varied where name = ${'Ben'} ${LONG}`.execute(tx);
      });
    }
    expect((await named.execute(db)).rows).toEqual([{ count: 0 }]);
    // The next transaction is one like any other again.
    await db.transaction().execute((tx) => sql`select * from varied where name = ${'Ben'} ${LONG}`.execute(tx));
    for (let times = 0; times < 3; times++) await sql`select * from varied where name = ${'Ben'} ${LONG}`.execute(db);
    expect((await named.execute(db)).rows).toEqual([{ count: 1 }]);
  });
});

it('plans once for a transaction that asks for plans without values, apart from what others plan for the same text', async () => {
  await server.owner.query(
    'create table written (id integer); grant select on written to openbenefits_app; insert into written values (1), (2)',
  );
  await server.services.db.connection().execute(async (db) => {
    const ask = (tx: typeof db) => sql`select * from written where id = any (${[1, 2]}::int[]) ${LONG}`.execute(tx);
    for (let times = 0; times < 6; times++) {
      await ask(db);
      await db.transaction().execute(async (tx) => {
        await sql`select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(
          tx,
        );
        expect((await ask(tx)).rows).toEqual([{ id: 1 }, { id: 2 }]);
      });
    }
    const { rows } = await sql<{
      customPlans: number;
      genericPlans: number;
    }>`select custom_plans::int, generic_plans::int from pg_prepared_statements
      where statement like '%from written%' and name like 'often%'`.execute(db);
    // From the third transaction on; outside of them the array is planned for each time.
    expect(rows).toEqual([{ customPlans: 0, genericPlans: 4 }]);
  });
});
