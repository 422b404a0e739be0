import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import { type CalendarDate, calendarDateFrom as d } from '@openbenefits/domain/calendar-date';
import { statusByDates } from '@openbenefits/domain/members/status-by-dates';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { proveFigures } from '../testing/prove-figures.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { settleStatuses } from '../members/settle-statuses.ts';
import { settle } from './settling.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());
afterEach(() => proveFigures(server));

it('follows the calendar: a member who was to leave has left, and the undo still finds the change as it was', async () => {
  const group = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const who = (await dana.api.members.ofGroup({ groupId: group, search: 'Calderwood' })).rows[0]?.id ?? '';
  const statuses = async () =>
    (
      await server.owner.query<{ status: string }>(
        `select distinct status from members where coalesce(subscriber_id, id) = $1`,
        [who],
      )
    ).rows.map(({ status }) => status);
  const { changeId } = await dana.api.terminations.end({
    groupId: group,
    memberIds: [who],
    lastDay: d('2026-11-30'),
    reason: 'employment_ended',
  });
  expect(await statuses()).toEqual(['pending_termination']);
  server.clock.set('2026-11-30T18:00:00.000Z');
  await settle(server.services, DEFAULT_TENANT);
  expect(await statuses()).toEqual(['pending_termination']);
  server.clock.set('2026-12-01T18:00:00.000Z');
  await settle(server.services, DEFAULT_TENANT);
  expect(await statuses()).toEqual(['terminated']);
  const { rows } = await server.owner.query(
    `select actor_name, item_count > 0 as some from audit_log where action = 'statuses.settle'`,
  );
  expect(rows).toEqual([{ actor_name: 'OpenBenefits', some: true }]);
  await dana.api.changes.undo({ id: changeId });
  expect(await statuses()).toEqual(['active']);
});

it('keeps nobody from writing while it waits for a group that somebody else is changing', async () => {
  const id = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const who = (await dana.api.members.ofGroup({ groupId: id, search: 'Calderwood' })).rows[0]?.id ?? '';
  await dana.api.terminations.end({
    groupId: id,
    memberIds: [who],
    lastDay: d('2026-12-31'),
    reason: 'employment_ended',
  });
  await dana.api.groups.changeStatus({
    id,
    version: (await dana.api.groups.get({ id })).version,
    to: 'suspended',
    effectiveDate: d('2027-01-04'),
    reason: 'Premium past due',
  });
  server.clock.set('2027-01-05T18:00:00.000Z');
  await server.owner.query('begin');
  await server.owner.query('select from groups where id = $1 for update', [id]);
  const { rows } = await server.owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  const settled = settle(server.services, DEFAULT_TENANT);
  const other = new pg.Client(
    (({ host, port, user, password, database }) => ({
      host,
      port,
      user,
      password: password ?? '',
      database: database ?? '',
    }))(server.owner),
  );
  await other.connect();
  const waits = async () =>
    (await other.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [rows[0]?.pid])).rowCount;
  while ((await waits()) === 0);
  await other.query('select from audit_heads for update nowait');
  await other.end();
  await server.owner.query('commit');
  await settled;
  expect((await dana.api.groups.get({ id })).status).toBe('suspended');
});

it('removes idempotency keys after 30 days', async () => {
  const add = (key: string, at: string) =>
    server.owner.query(
      `insert into idempotency_keys (tenant_id, actor_id, key, operation, request_hash, created_at) values ($1, 'somebody', $2, 'views.save', '', $3)`,
      [DEFAULT_TENANT, key, at],
    );
  server.clock.set('2027-03-31T12:00:00.000Z');
  await add('old', '2027-03-01T11:59:59.000Z');
  await add('young', '2027-03-01T12:00:01.000Z');
  await settle(server.services, DEFAULT_TENANT);
  const { rows } = await server.owner.query(`select key from idempotency_keys where actor_id = 'somebody'`);
  expect(rows).toEqual([{ key: 'young' }]);
});

it('gives the status that the rule of domain gives, on any day', async () => {
  const seen = new Set<string>();
  // Half of the members get a last day.
  await server.owner.query(
    `update coverage_spans set covered = daterange(lower(covered), '2026-12-15') where upper_inf(recorded) and upper_inf(covered) and get_byte(uuid_send(member_id), 15) % 2 = 0`,
  );
  const { rows: spans } = await server.owner.query<{ id: string; from: CalendarDate; until: CalendarDate | null }>(
    `select member_id as id, lower(covered)::text as "from", upper(covered)::text as until
     from coverage_spans where upper_inf(recorded)`,
  );
  const byMember = Map.groupBy(spans, ({ id }) => id);
  for (const day of ['2019-01-01', '2026-12-01', '2026-12-14', '2026-12-15', '2027-06-01'].map(d)) {
    await server.owner.query(`update members set status = 'pending' where removed_by is null`);
    await server.read((tx) => settleStatuses(tx, day));
    const { rows } = await server.owner.query<{ id: string; status: string }>(
      'select id, status from members where removed_by is null',
    );
    for (const { id, status } of rows) {
      const expected = statusByDates(byMember.get(id) ?? [], day);
      if (expected !== undefined) expect({ id, day, status }).toEqual({ id, day, status: expected });
      if (expected !== undefined) seen.add(expected);
    }
  }
  expect([...seen].toSorted()).toEqual(['active', 'pending', 'pending_termination', 'terminated']);
});
