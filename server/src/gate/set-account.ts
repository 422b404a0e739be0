import { randomUUID } from 'node:crypto';
import { ROLE_LABEL, type SpecifiedRole, SPECIFIED_ROLES } from '@openbenefits/domain/permissions';
import { sql } from 'kysely';
import { appendAudit } from '../audit.ts';
import { StartError } from '../config.ts';
import { type Database, DEFAULT_TENANT, inTenant } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import { generatePassword } from './generate-password.ts';

/**
 * Five blocks are about 100 bits, and longer than the 15 characters required without a second factor (NIST SP 800-63B,
 * 3.1.1).
 */
const BLOCKS = 5;

export type AccountInput = { email: string; name: string; role: string };

function checked({ email, name, role }: AccountInput): AccountInput & { role: SpecifiedRole } {
  const known = SPECIFIED_ROLES.find((one) => one === role);
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new StartError(`--account is not valid: "${email}" is not an email address.`);
  if (name.trim() === '')
    throw new StartError("--name is missing. Add the user's name as it should appear in the history.");
  if (!known) throw new StartError(`--role is not valid. Use one of: ${SPECIFIED_ROLES.join(', ')}.`);
  return { email: email.toLowerCase(), name: name.trim(), role: known };
}

/**
 * Creates an account, or gives an existing one a new password, name and role, and ends its sessions. Returns the
 * password, which is not stored.
 */
export async function setAccount(
  { db, clock, sessions, attempts }: Pick<Services, 'db' | 'clock' | 'sessions' | 'attempts'>,
  input: AccountInput,
): Promise<string> {
  const { email, name, role } = checked(input);
  const password = generatePassword(BLOCKS);
  const hash = await (await sessions.library.$context).password.hash(password);
  await inTenant(db, DEFAULT_TENANT, async (tx) => {
    const { rows } = await sql<{
      id: string;
    }>`insert into auth."user" (id, name, email, "emailVerified", "tenantId", role, title) values (${randomUUID()}, ${name}, ${email}, true, ${DEFAULT_TENANT}, ${role}, ${ROLE_LABEL[role]})
      on conflict (email) do update set name = excluded.name, role = excluded.role, title = excluded.title, disabled = false returning id`.execute(
      tx,
    );
    const id = rows[0]?.id ?? '';
    await sql`delete from auth.session where "userId" = ${id}`.execute(tx);
    await sql`delete from auth.account where "userId" = ${id} and "providerId" = 'credential'`.execute(tx);
    await sql`insert into auth.account (id, "accountId", "providerId", "userId", password) values (${randomUUID()}, ${id}, 'credential', ${id}, ${hash})`.execute(
      tx,
    );
    await appendAudit(tx, {
      at: clock.now(),
      actorId: 'operator',
      actorName: 'Server operator',
      action: 'account.set',
      outcome: 'done',
      targetKind: 'user',
      targetId: id,
    });
  });
  sessions.forget();
  await attempts.clearAccount(email);
  return password;
}

/** Returns whether any account can sign in. */
export async function hasAccounts(db: Database): Promise<boolean> {
  const { rows } = await inTenant(db, DEFAULT_TENANT, (tx) =>
    sql<{
      some: boolean;
    }>`select exists (select from auth.account a join auth."user" u on u.id = a."userId" where a."providerId" = 'credential' and not u.disabled and u.id <> 'demo-admin') as some`.execute(
      tx,
    ),
  );
  return rows[0]?.some === true;
}
