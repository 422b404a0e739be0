import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FIRST_MEMBER_NUMBER } from '@openbenefits/demo/members';
import type { DemoMember } from '@openbenefits/demo/members';
import { demoStaff } from '@openbenefits/demo/people';
import { type DemoWorld, demoWorld } from '@openbenefits/demo/world';
import { addDays, type CalendarDate, firstOfMonth, firstOfNextMonth } from '@openbenefits/domain/calendar-date';
import { methodologyOf } from '@openbenefits/domain/plans/table-settings';
import { canAgeOut } from '@openbenefits/domain/relationship';
import { storedContact, storedPhone } from '@openbenefits/domain/phone';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { v7 as uuidv7 } from 'uuid';
import type { Vault } from '../vault.ts';
import { sealDraft, sealTaxId } from '../tax-ids.ts';

type Value = string | number | boolean | Buffer | object | null;
type Row = Readonly<Record<string, Value>>;

export type LoadDemoOptions = {
  /** The owner's connection, not in a transaction. */
  client: pg.ClientBase;
  vault: Pick<Vault, 'seal' | 'blindIndex'>;
  tenantId: string;
  today: CalendarDate;
  /** The present instant in ISO text. */
  now: string;
  size: 'full' | 'small';
  /** The first month that is billed here; the months before were billed elsewhere. By default, next month. */
  billedFrom?: CalendarDate;
};

/** Rows that go to the server in one piece. */
const CHUNK = 500;

const columnOf = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What one person decides alone in the demo; a real installation begins with nothing. */
const DEMO_LIMITS = {
  version: 1,
  moneyCents: 500_00,
  organizationCents: 5_000_00,
  runsCents: 1_000_000_00,
  setByName: 'OpenBenefits',
};

/** A value as COPY's text format reads it: backslash escapes for its own signs, \N for null. */
function copyText(value: Value): string {
  if (value === null) return String.raw`\N`;
  if (Buffer.isBuffer(value)) return String.raw`\\x${value.toString('hex')}`;
  if (typeof value === 'object') return escaped(JSON.stringify(value));
  return typeof value === 'string' ? escaped(value) : String(value);
}

const escaped = (text: string): string =>
  /[\\\t\n\r]/.test(text)
    ? text
        .replaceAll('\\', String.raw`\\`)
        .replaceAll('\t', String.raw`\t`)
        .replaceAll('\n', String.raw`\n`)
        .replaceAll('\r', String.raw`\r`)
    : text;

/** Copies rows into a table; the keys of the first row are the columns of all. */
async function copyRows<T extends object>(
  client: pg.ClientBase,
  table: string,
  rows: readonly T[],
  toRow: (row: T) => object = (row) => row,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const keys = Object.keys(toRow(first));
  function* text(): Generator<string> {
    for (let start = 0; start < rows.length; start += CHUNK) {
      let chunk = '';
      for (const source of rows.slice(start, start + CHUNK)) {
        const row = toRow(source) as Row;
        chunk += `${keys.map((key) => copyText(row[key] ?? null)).join('\t')}\n`;
      }
      yield chunk;
    }
  }
  await pipeline(
    Readable.from(text()),
    client.query(copyFrom(`copy ${table} (${keys.map(columnOf).join(', ')}) from stdin`)),
  );
}

/** Returns a member with its SSN and date of birth sealed; the plain values never reach the database. */
function sealed(member: DemoMember, vault: LoadDemoOptions['vault'], tenant: string): object {
  const { ssn, dateOfBirth, phone, emergencyContact, ...open } = member;
  const place = { table: 'members', row: member.id, tenant };
  return {
    ...open,
    phone: phone && storedPhone(phone),
    emergencyContact: emergencyContact && storedContact(emergencyContact),
    ssnEncrypted: ssn && vault.seal(ssn, { ...place, column: 'ssn_encrypted' }),
    ssnIndex: ssn && vault.blindIndex('ssn', ssn, tenant),
    ssnLast4Index: ssn && vault.blindIndex('ssn_last4', ssn.slice(-4), tenant),
    dateOfBirthEncrypted: vault.seal(dateOfBirth, { ...place, column: 'date_of_birth_encrypted' }),
    dateOfBirthIndex: vault.blindIndex('date_of_birth', dateOfBirth, tenant),
    birthMonthIndex: canAgeOut(member.relationship)
      ? vault.blindIndex('birth_month', dateOfBirth.slice(0, 7), tenant)
      : null,
  };
}

const range = (from: string, until: string | null): string => `[${from},${until ?? ''})`;

/** Who entered the rates of the demo data, and when: long before today. */
export const SAMPLE_ENTERED_BY = 'demo';
const ENTERED = { by: SAMPLE_ENTERED_BY, name: 'Priya Raman' };

async function copyPlans(client: pg.ClientBase, world: DemoWorld, today: CalendarDate): Promise<void> {
  await copyRows(client, 'plan_years', world.planYears, ({ from, until, benefits, rules, ...year }) => ({
    ...year,
    period: range(from, until),
    benefits: JSON.stringify(benefits),
    rules: JSON.stringify(rules),
  }));
  // Six weeks before they hold; those of next year were entered a while ago.
  const enteredAt = (from: CalendarDate): string => {
    const day = addDays(from, -42);
    return `${day < today ? day : addDays(today, -17)}T15:00:00Z`;
  };
  await copyRows(
    client,
    'rate_tables',
    world.rateTables,
    ({ id, planId, versionNo, from, until, settings, status }) => ({
      id,
      planId,
      versionNo,
      method: settings.method,
      valid: range(from, until),
      status,
      settings: JSON.stringify(settings),
      createdBy: ENTERED.by,
      createdByName: ENTERED.name,
      createdAt: enteredAt(from),
      updatedAt: enteredAt(from),
      activatedBy: status === 'active' ? ENTERED.by : null,
      activatedByName: status === 'active' ? 'Owen Castellan' : null,
      activatedAt: status === 'active' ? enteredAt(from) : null,
    }),
  );
  const cells = world.rateTables.flatMap(({ id, from, cells: own }) =>
    own.map((cell) => ({ ...cell, tableId: id, from })),
  );
  await copyRows(client, 'rate_cells', cells, ({ from, ...cell }) => ({
    ...cell,
    enteredBy: ENTERED.by,
    enteredByName: ENTERED.name,
    enteredAt: enteredAt(from),
  }));
  const inForce = world.rateTables.filter(({ status }) => status === 'active');
  await copyRows(client, 'rate_periods', inForce, ({ id, planId, from, until, settings }) => ({
    id,
    planId,
    tableId: id,
    methodology: methodologyOf(settings.method),
    valid: range(from, until),
    recorded: `[${enteredAt(from)},)`,
  }));
}

async function copyWorld({
  client,
  vault,
  tenantId,
  today,
  now,
  size,
  billedFrom = firstOfNextMonth(today),
}: LoadDemoOptions): Promise<{ groups: number; members: number }> {
  const world = demoWorld({ today, size });
  await copyRows(client, 'health_plans', world.plans);
  await copyPlans(client, world, today);
  await copyRows(client, 'groups', world.groups, ({ contactPhone, faxPhone, taxId, ...group }) => ({
    ...group,
    ...sealTaxId(vault, tenantId, group.id, taxId),
    contactPhone: storedPhone(contactPhone),
    faxPhone: faxPhone && storedPhone(faxPhone),
  }));
  await copyRows(client, 'billing_locations', world.locations);
  await copyRows(client, 'group_classes', world.classes);
  await copyRows(client, 'group_plan_assignments', world.assignments);
  await addStaff(client, tenantId);
  // Bills say where to pay.
  await client.query(
    `update organization_profiles set address_line1 = '400 Sample Avenue', city = 'Des Moines', state = 'IA', zip_code = '50309' where tenant_id = $1 and address_line1 = '' and remit_line1 = ''`,
    [tenantId],
  );
  await copyRows(client, 'group_admins', world.groupAdmins);
  await copyRows(client, 'changes', world.changes);
  await copyRows(client, 'change_items', world.changeItems);
  await copyRows(client, 'members', world.members, (member) => sealed(member, vault, tenantId));
  await copyRows(
    client,
    'coverage_spans',
    world.spans,
    ({ coveredFrom, coveredUntil, recordedFrom, recordedUntil, ...span }) => ({
      ...span,
      covered: range(coveredFrom, coveredUntil),
      recorded: range(recordedFrom, recordedUntil),
    }),
  );
  await copyRows(
    client,
    'month_decisions',
    world.groups.filter(({ effectiveDate }) => effectiveDate < billedFrom),
    ({ id, effectiveDate }) => ({
      id: uuidv7(),
      groupId: id,
      months: range(firstOfMonth(effectiveDate), billedFrom),
      choice: 'never',
      reason: 'Billed elsewhere before this installation',
      knownAt: now,
      decidedBy: ENTERED.by,
      decidedByName: ENTERED.name,
      decidedAt: now,
    }),
  );
  await copyRows(client, 'approval_limits', [DEMO_LIMITS], (limits) => ({ ...limits, setAt: now }));
  await copyRows(client, 'draft_groups', world.drafts, (draft) => ({
    ...draft,
    formData: sealDraft(vault, tenantId, draft.id, draft.formData),
  }));
  await copyRows(client, 'notifications', world.notifications, ({ minutesAgo, ...notification }) => ({
    ...notification,
    id: uuidv7(),
    createdAt: new Date(Date.parse(now) - minutesAgo * 60_000).toISOString(),
  }));
  await raiseCounters(client, tenantId, FIRST_MEMBER_NUMBER + world.members.length - 1);
  return { groups: world.groups.length, members: world.members.length };
}

/** The invented staff have no password: they can be assigned to groups, not sign in. */
export async function addStaff(client: pg.ClientBase, tenantId: string): Promise<void> {
  for (const { id, name, email, role, title, assignedGroupsOnly } of demoStaff) {
    await client.query(
      `insert into auth."user" (id, name, email, "emailVerified", "tenantId", role, title, "groupScope") values ($1, $2, $3, true, $4, $5, $6, $7) on conflict do nothing`,
      [id, name, email, tenantId, role, title, assignedGroupsOnly ? 'assigned' : 'all'],
    );
  }
}

/** Numbers given out from now on come after those of the sample. */
async function raiseCounters(client: pg.ClientBase, tenantId: string, lastMember: number): Promise<void> {
  await client.query(
    `insert into member_counters as c (tenant_id, last_number) values ($1, $2)
     on conflict (tenant_id) do update set last_number = greatest(c.last_number, excluded.last_number)`,
    [tenantId, lastMember],
  );
  await client.query(
    `insert into cim_counters as c (tenant_id, year, last_number)
     select $1, substring(cim_number from 5 for 4)::integer, max(substring(cim_number from 9 for 6)::integer)
     from groups where tenant_id = $1 and cim_number ~ '^CIM-\\d{13}$' group by 2
     on conflict (tenant_id, year) do update set last_number = greatest(c.last_number, excluded.last_number)`,
    [tenantId],
  );
}

/**
 * Loads the sample world in one transaction; does nothing where the tenant has groups. The planner's statistics are
 * fresh afterwards.
 */
export async function loadDemo(options: LoadDemoOptions): Promise<{ groups: number; members: number } | 'present'> {
  const { client, tenantId } = options;
  await client.query('begin');
  try {
    await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId]);
    // Two starts at once: the second waits here and then finds the groups.
    await client.query(`select pg_advisory_xact_lock(hashtext('load-demo'))`);
    const { rowCount } = await client.query('select from groups where tenant_id = $1 limit 1', [tenantId]);
    const loaded = rowCount ? ('present' as const) : await copyWorld(options);
    await client.query('commit');
    if (loaded !== 'present')
      await client.query(
        'analyze groups, group_classes, billing_locations, group_plan_assignments, changes, change_items, members, coverage_spans',
      );
    return loaded;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
