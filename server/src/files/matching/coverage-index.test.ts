import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { idOfRecord } from './match-and-apply.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
});
afterAll(() => server.close());

const PEOPLE = 4000;
const AT_ONCE = 100;

/** Pages of the index that PostgreSQL reads to know that a person's coverage overlaps nothing. */
async function pagesRead(memberId: string): Promise<number> {
  const { rows } = await server.owner.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, buffers, costs off, timing off, format json) select from coverage_spans
     where tenant_id = '${DEFAULT_TENANT}' and member_id = '${memberId}' and line = 'medical' and covered && daterange('2026-01-01', null) and upper_inf(recorded)`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan?.['Index Name'] !== 'one_current_span')
    throw new Error('The index that keeps coverage from overlapping was not asked');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}
type Plan = { 'Index Name'?: string; 'Shared Hit Blocks': number; 'Shared Read Blocks': number };

it('finds the coverage of a person in a few pages, however many came with the same file and from two connections at a time', async () => {
  const { owner } = server;
  const jobId = uuidv7();
  const { rows } = await owner.query<{ group: string; plan: string }>(
    `select (select id from groups limit 1) as group, (select id from health_plans where line = 'medical' limit 1) as plan`,
  );
  const { group, plan } = rows[0] as { group: string; plan: string };
  const changeId = uuidv7();
  await owner.query(
    `insert into changes (tenant_id, id, kind, summary, actor_id, actor_name, group_id, made_at) values ($1, $2, 'import', 'Test', 'test', 'Test', $3, now())`,
    [DEFAULT_TENANT, changeId, group],
  );
  const ids = Array.from({ length: PEOPLE }, (_, index) => idOfRecord(jobId, index + 1));
  // Two connections, each with half of the file.
  const halves = [ids.slice(0, PEOPLE / 2), ids.slice(PEOPLE / 2)];
  for (let from = 0; from < PEOPLE / 2; from += AT_ONCE) {
    for (const half of halves) {
      const some = half.slice(from, from + AT_ONCE);
      await owner.query(
        `with people as (
           insert into members (tenant_id, id, group_id, relationship, member_number, first_name, last_name, status, created_at, updated_at)
           select $1, id, $3, 'self', id::text, 'Ida', 'Falk', 'active', now(), now() from unnest($2::uuid[]) as x(id))
         insert into coverage_spans (tenant_id, id, group_id, member_id, subscriber_id, line, plan_id, covered, recorded, change_id)
         select $1, uuid_v7(), $3, id, id, 'medical', $4, daterange('2026-01-01', null), tstzrange(now(), null), $5 from unnest($2::uuid[]) as x(id)`,
        [DEFAULT_TENANT, some, group, plan, changeId],
      );
    }
  }
  await owner.query(`set enable_seqscan = off; set enable_bitmapscan = off`);
  const asked = ids.filter((_, index) => index % 400 === 7);
  const pages: number[] = [];
  for (const id of asked) pages.push(await pagesRead(id));
  expect(asked).toHaveLength(10);
  // Of about a hundred. Ids that begin alike had every one of them read.
  expect(Math.max(...pages)).toBeLessThan(30);
});
