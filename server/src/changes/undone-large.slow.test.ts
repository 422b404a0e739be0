import { afterAll, beforeAll, expect, it } from 'vitest';
import { APP_ROLE } from '../db/migrate.ts';
import { censusOf } from '../trust/real-server.ts';
import { newGroup } from '../files/corpus-run.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

/** Too many to search for each in all of them within the time of a request. */
const PEOPLE = 60_000;

let server: TestServer;
let dana: Person;
let group: { id: string; cim: string };
let job: { id: string; changeId: string };

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  // As on a server: what looks for each among all is cut off there (a minute and more), and what compares sets takes a
  // fortieth of it.
  await server.owner.query(`alter role ${APP_ROLE} in database ${server.owner.database} set statement_timeout = '8s'`);
  dana = await server.as('administrator');
  group = await newGroup(dana, 1);
  const sent = await server.upload(dana, 'census.csv', censusOf(1), group.cim);
  await server.workOnNext();
  job = { id: sent.id, changeId: (await dana.api.files.job({ id: sent.id })).changeId ?? '' };
  // Next to many small changes: the planner expects a change to be small.
  await server.owner.query(
    `with small as (insert into changes (tenant_id, id, kind, summary, actor_id, actor_name, made_at)
        select c.tenant_id, gen_random_uuid(), 'manual', 'Small', c.actor_id, c.actor_name, c.made_at - interval '1 day' from changes c, generate_series(1, 3000) where c.id = '${job.changeId}'
        returning tenant_id, id)
      insert into change_items (tenant_id, change_id, item_no, entity, entity_id, action)
      select tenant_id, id, n, 'member', gen_random_uuid(), 'changed' from small, generate_series(1, 20) n`,
  );
  await server.owner.query(
    `insert into change_items (tenant_id, change_id, item_no, entity, entity_id, action)
      select c.tenant_id, c.id, 1000 + n, 'member', gen_random_uuid(), 'added' from changes c, generate_series(1, ${PEOPLE - 1}) n where c.id = '${job.changeId}'`,
  );
  await server.owner.query(
    `insert into changes (tenant_id, id, kind, summary, actor_id, actor_name, group_id, made_at, undoes)
      select tenant_id, gen_random_uuid(), 'undo', 'Undo', actor_id, actor_name, group_id, now(), id from changes where id = '${job.changeId}'`,
  );
});
afterAll(() => server.close());

const restoreRecords = (some: string) =>
  server.owner.query(
    `insert into change_items (tenant_id, change_id, item_no, entity, entity_id, action)
      select i.tenant_id, u.id, i.item_no, 'member', i.entity_id, 'removed' from change_items i join changes u on u.undoes = i.change_id
      where i.change_id = '${job.changeId}' and ${some}`,
  );

it('a large import that was undone, but for some or as a whole, is told in lists, on its page and in the history while one waits for them', async () => {
  const seen = async () => {
    const [[listed], page, history] = [
      (await dana.api.files.jobs({})).rows,
      await dana.api.files.job({ id: job.id }),
      (await dana.api.changes.list({ groupId: group.id })).rows.find(({ id }) => id === job.changeId),
    ];
    return [listed?.undone, page.undone, history?.undone].map(
      (undone) => undone && { all: undone.all, part: undone.part },
    );
  };
  await restoreRecords('i.item_no >= 1010');
  await server.owner.query('analyze changes; analyze change_items');
  const part = { all: false, part: { people: PEOPLE - 10, of: PEOPLE } };
  expect(await seen()).toEqual([part, part, part]);
  await restoreRecords('i.item_no < 1010');
  const whole = { all: true, part: null };
  expect(await seen()).toEqual([whole, whole, whole]);
});
