import { afterAll, beforeAll, expect, it } from 'vitest';
import { calendarDateFrom as d } from '@openbenefits/domain/calendar-date';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { settle } from './settling.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

it('follows the calendar: a member who was to leave has left, and the undo still finds the change as it was', async () => {
  const group = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const who = (await dana.api.members.ofGroup({ groupId: group, search: 'Calderwood' })).rows[0]?.id ?? '';
  const statuses = async () => (await server.owner.query<{ status: string }>(`select distinct status from members where coalesce(subscriber_id, id) = $1`, [who])).rows.map(({ status }) => status);
  const { changeId } = await dana.api.terminations.end({ groupId: group, memberIds: [who], lastDay: d('2026-11-30'), reason: 'employment_ended' });
  expect(await statuses()).toEqual(['pending_termination']);
  server.clock.set('2026-11-30T18:00:00.000Z');
  await settle(server.services, DEFAULT_TENANT);
  expect(await statuses()).toEqual(['pending_termination']);
  server.clock.set('2026-12-01T18:00:00.000Z');
  await settle(server.services, DEFAULT_TENANT);
  expect(await statuses()).toEqual(['terminated']);
  const { rows } = await server.owner.query(`select actor_name, item_count > 0 as some from audit_log where action = 'statuses.settle'`);
  expect(rows).toEqual([{ actor_name: 'OpenBenefits', some: true }]);
  await dana.api.changes.undo({ id: changeId });
  expect(await statuses()).toEqual(['active']);
});
