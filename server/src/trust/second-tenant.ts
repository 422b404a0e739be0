import { randomUUID } from 'node:crypto';
import { ROLE_LABEL, type SpecifiedRole } from '@openbenefits/domain/permissions';
import { PASSWORD } from '../testing/accounts.ts';
import type { TestServer } from '../testing/test-server.ts';

export type ForeignPerson = { id: string; cookie: string };

/** Adds an empty second organization to the database. `signIn` makes an account in it and returns its session. */
export async function addTenant({
  owner,
  services,
}: TestServer): Promise<{ signIn(name: string, role: SpecifiedRole): Promise<ForeignPerson> }> {
  const tenant = randomUUID();
  await owner.query(`insert into tenants (id, name) values ($1, 'Elsewhere')`, [tenant]);
  await owner.query(
    `insert into audit_heads select id, 0, sha256('openbenefits audit chain'::bytea) from tenants where id = $1 on conflict do nothing`,
    [tenant],
  );
  const { library } = services.sessions;
  const hash = await (await library.$context).password.hash(PASSWORD);
  return {
    async signIn(name, role) {
      const [id, email] = [randomUUID(), `${name}@elsewhere.test`];
      await owner.query(
        `insert into auth."user" (id, name, email, "emailVerified", "tenantId", role, title) values ($1, $2, $3, true, $4, $5, $6)`,
        [id, name, email, tenant, role, ROLE_LABEL[role]],
      );
      await owner.query(
        `insert into auth.account (id, "accountId", "providerId", "userId", password) values ($1, $2, 'credential', $2, $3)`,
        [randomUUID(), id, hash],
      );
      const { headers } = await library.api.signInEmail({
        body: { email, password: PASSWORD },
        headers: new Headers(),
        returnHeaders: true,
      });
      const cookie = headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ');
      return { id, cookie };
    },
  };
}
