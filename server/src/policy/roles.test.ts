import { PERMISSIONS_OF_ROLE, SPECIFIED_ROLES } from '@openbenefits/domain/permissions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

it('the specified roles are in the database with their permissions', async () => {
  const { rows } = await server.owner.query<{ role: string; permissions: string[] }>(
    `select r.id as role, array_agg(p.permission order by p.permission) as permissions from auth.roles r
     join auth.role_permissions p on (p."tenantId", p."roleId") = (r."tenantId", r.id) where r."tenantId" = $1 and r.locked group by r.id`,
    [DEFAULT_TENANT],
  );
  expect(Object.fromEntries(rows.map(({ role, permissions }) => [role, permissions]))).toEqual(
    Object.fromEntries(SPECIFIED_ROLES.map((role) => [role, [...PERMISSIONS_OF_ROLE[role]].toSorted()])),
  );
});

it.each([
  [`update auth.roles set name = 'Owner' where id = 'read_only'`],
  [`insert into auth.roles ("tenantId", id, name, locked) select id, 'owner', 'Owner', true from tenants`],
  [`delete from auth.roles where id = 'read_only'`],
  [
    `insert into auth.role_permissions ("tenantId", "roleId", permission) select id, 'read_only', 'payments.approve' from tenants`,
  ],
  [`delete from auth.role_permissions where "roleId" = 'compliance_officer'`],
  [`update auth.role_permissions set "roleId" = 'system_administrator' where "roleId" = 'read_only'`],
])('the server cannot change them: %s', async (statement) => {
  await expect(server.pool.query(statement)).rejects.toThrow('A specified role does not change');
});
