import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTenant } from '../db/connect.ts';
import { APP_ROLE } from '../db/migrate.ts';
import { type ApiOperation, type ApiRequest, documentedOperations, Draw, requestOf } from '../testing/api-requests.ts';
import { edi834 } from '../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { POLICY } from '../policy/policy.ts';
import { addTenant } from './second-tenant.ts';

/**
 * Uses other users' IDs in every address: the response equals that for an unknown ID, byte for byte (trust P20, P21).
 * Tried as another organization, as a user limited to other groups, and, for personal objects, as a colleague.
 */
let server: TestServer;
let dana: Person;
let operations: ApiOperation[];
let foreign: Readonly<Record<string, Readonly<Record<string, string>>>>;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  operations = (await documentedOperations(server.url)).filter(
    ({ path }) => path.includes('Id}') || path.includes('{id}'),
  );
  foreign = await objectsOfDana();
});
afterAll(() => server.close());

const one = async (text: string): Promise<string> => (await server.owner.query<{ id: string }>(text)).rows[0]?.id ?? '';

/** Objects that exist, by the first part of the address: in a group that is not Priya's, or Dana's own. */
async function objectsOfDana() {
  const group =
    await one(`select g.id from groups g where not exists (select from group_admins a where a.group_id = g.id)
    and exists (select from members m where m.group_id = g.id) and g.status = 'active' order by g.id limit 1`);
  const cim =
    (await server.owner.query<{ cim: string }>('select cim_number as cim from groups where id = $1', [group])).rows[0]
      ?.cim ?? '';
  const { id: file } = await server.upload(
    dana,
    'theirs.edi',
    edi834([{ first: 'Ada', last: 'Swap', birth: '19800101', family: 'S1' }], { group: cim }),
    cim,
  );
  await server.finished(dana, file);
  const { id: draft } = await dana.api.groups.drafts.save({ form: { companyName: 'Quiet Looms' }, step: 2 });
  const member = await one(
    `select id from members where group_id = '${group}' and subscriber_id is null order by id limit 1`,
  );
  const { id: view } = await dana.api.views.save({ list: 'groups', name: 'Mine', address: '/groups?status=active' });
  const change = await one(`select id from changes where group_id = '${group}' order by id limit 1`);
  return {
    groups: {
      id: group,
      groupId: group,
      memberId: member,
      classId: await one(`select id from group_classes where group_id = '${group}' limit 1`),
      locationId: await one(`select id from billing_locations where group_id = '${group}' limit 1`),
    },
    changes: { id: change },
    files: { id: file },
    'group-drafts': { id: draft },
    'trading-partners': { id: await one('select id from trading_partners limit 1') },
    'feature-flags': { id: await one('select id from feature_flags limit 1') },
    views: { id: view },
  };
}

const areaOf = ({ path }: ApiOperation): string => path.split('/')[1] ?? '';

async function ask(cookie: string, { method, path, body }: ApiRequest): Promise<string> {
  const ending = new AbortController();
  const answer = await fetch(server.url + path, {
    method,
    signal: ending.signal,
    headers: { cookie, origin: server.url, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? 'a stream' : await answer.text();
  ending.abort();
  return `${answer.status} ${text.replace(/"reference":"[^"]*"/, '"reference":""')}`;
}

/** Sends the same request twice: with existing IDs of others, and with unknown IDs. */
async function swapped(
  who: string,
  cookie: string,
  areas: readonly string[],
  isLimited = false,
): Promise<{ count: number; reached: number; wrong: string[] }> {
  const wrong: string[] = [];
  let count = 0;
  let reached = 0;
  // Somebody limited to groups is refused what concerns all groups before anything is looked for.
  const tried = operations.filter(
    (one) => areas.includes(areaOf(one)) && !(isLimited && POLICY[one.operation].scope === 'organization'),
  );
  for (const api of tried) {
    const ids = foreign[areaOf(api)] ?? {};
    const request = (existing: boolean): ApiRequest => {
      const unknownIds = new Map<string, string>();
      const specimens = (name: string): string | undefined => {
        if (!(name in ids)) return undefined;
        if (!unknownIds.has(name)) unknownIds.set(name, randomUUID());
        return existing ? ids[name] : unknownIds.get(name);
      };
      return requestOf(api, new Draw(36), specimens);
    };
    const [theirs, none] = [await ask(cookie, request(true)), await ask(cookie, request(false))];
    count += 1;
    if (theirs.startsWith('404')) reached += 1;
    if (theirs !== none)
      wrong.push(`${who}: ${api.method} ${api.path}: ${theirs.slice(0, 160)} | ${none.slice(0, 160)}`);
  }
  return { count, reached, wrong };
}

it('somebody else’s object looks like one that never existed', async () => {
  const other = await addTenant(server);
  const inOther = (await other.signIn('other', 'system_administrator')).cookie;
  const ofGroups = ['groups', 'changes', 'files'];
  const personal = ['group-drafts', 'views'];
  const results = [
    await swapped('another organization', inOther, Object.keys(foreign)),
    await swapped(
      'limited to other groups',
      (await server.as('group_administrator')).cookie,
      [...ofGroups, ...personal],
      true,
    ),
    await swapped('a colleague', (await server.as('system_administrator')).cookie, personal),
  ];
  const wrong = results.flatMap((result) => result.wrong);
  const sum = (of: 'count' | 'reached'): number => results.reduce((total, result) => total + result[of], 0);
  console.log(`Object swaps: ${sum('count')} tried, ${sum('reached')} looked for the object, ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  // Requests that fail validation prove nothing.
  expect(sum('reached')).toBeGreaterThan(0.9 * sum('count'));
});

it('no table shows rows of another organization to the server', async () => {
  const { rows: tables } = await server.owner.query<{ name: string; isProtected: boolean }>(
    `select c.oid::regclass::text as name, c.relrowsecurity and c.relowner <> $1::regrole as "isProtected" from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and has_table_privilege($1::regrole, c.oid, 'select')
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) order by 1`,
    [APP_ROLE],
  );
  expect(tables.length).toBeGreaterThan(40);
  expect(tables.filter(({ isProtected }) => !isProtected).map(({ name }) => name)).toEqual([]);
  const shown = await inTenant(server.services.db, randomUUID(), async (tx) => {
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ any: boolean }>`select exists (select from ${sql.table(name)}) as any`.execute(tx);
      if (rows[0]?.any) found.push(name);
    }
    return found;
  });
  expect(shown).toEqual([]);
});
