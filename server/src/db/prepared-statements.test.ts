import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ worker: false });
});
afterAll(() => server.close());

/** Long enough for a name. */
const LONG = sql.raw(`/* ${'x'.repeat(300)} */`);

it('names what comes often, plans it for the values at hand, and goes on when a table was altered', async () => {
  await server.owner.query('create table often (id integer); grant select on often to openbenefits_app; insert into often values (1), (2)');
  await server.services.db.connection().execute(async (db) => {
    const ask = async () => (await sql`select * from often where id = ${2} ${LONG}`.execute(db)).rows;
    for (let times = 0; times < 5; times++) expect(await ask()).toEqual([{ id: 2 }]);
    const { rows } = await sql`select custom_plans, generic_plans from pg_prepared_statements where statement like '%from often%' and name like 'often%'`.execute(db);
    expect(rows).toEqual([{ customPlans: 3, genericPlans: 0 }]);
    await server.owner.query('alter table often add column more integer default 7');
    await expect(ask()).rejects.toMatchObject({ code: '0A000' });
    expect(await ask()).toEqual([{ id: 2, more: 7 }]);
  });
});
