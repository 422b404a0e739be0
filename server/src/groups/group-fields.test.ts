import type { GroupSetup } from '@openbenefits/contract/groups';
import { groupFieldLabel, groupFieldText } from '@openbenefits/domain/groups/field-label';
import { groupFormOf } from '@openbenefits/domain/groups/group-edit';
import {
  GROUP_COLUMNS,
  GROUP_FIELD_NAMES,
  type GroupField,
  groupField,
  type GroupForm,
  SETUP_FIELDS,
  storedGroupValue,
} from '@openbenefits/domain/groups/group-fields';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setupOf } from '../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const TEXT: Readonly<Record<string, readonly [string, string]>> = {
  taxId: ['84-5550123', '84-5550124'],
  sic: ['4213', '4214'],
  state: ['WI', 'MN'],
  zip: ['54911', '55802'],
  phone: ['(920) 555-0131', '(920) 555-0132'],
  email: ['one@company.test', 'two@company.test'],
  website: ['one.test', 'two.test'],
};
/** Days that keep the rules between dates: renewal after the effective date, enrollment ends after it starts. */
const LATE: readonly GroupField[] = ['renewalDate', 'openEnrollmentEnd'];

/** Two valid values of a field, the first for a new group, the second for an edit. */
function valuesOf(name: GroupField): readonly [string | number | boolean, string | number | boolean] {
  const spec = groupField(name);
  switch (spec.kind) {
    case 'choice': {
      const values = Object.keys(spec.options);
      const [first = ''] = values;
      // Fields that the wizard does not have start with the table's default.
      return [first, values.find((value) => value !== first && value !== spec.initial) ?? first];
    }
    case 'date':
      return LATE.includes(name) ? ['2027-03-01', '2027-04-01'] : ['2026-03-01', '2026-04-01'];
    case 'whole':
    case 'percent':
      return name === 'employeeCount' ? [30, 31] : [20, 21];
    case 'toggle':
      // More than 20 employees: it stays on.
      return [true, true];
    default:
      return TEXT[spec.kind] ?? [`${name} one`, `${name} two`];
  }
}
const all = (which: 0 | 1): GroupForm =>
  Object.fromEntries(GROUP_FIELD_NAMES.map((name) => [name, valuesOf(name)[which]])) as GroupForm;

it('takes every field of the table through the wizard, the edit, the history and the export', async () => {
  const plan = (await dana.api.plans.offered({}))[0]?.id ?? '';
  const first = all(0);
  const asked = Object.fromEntries(SETUP_FIELDS.map((name) => [name, first[name]])) as Partial<GroupSetup>;
  const { id } = await dana.api.groups.create({ setup: setupOf('Every Field', [plan], asked) });
  const made = await dana.api.groups.get({ id });
  for (const name of SETUP_FIELDS.filter((one) => one !== 'taxId'))
    expect(made[name], `${name} of a new group`).toBe(storedGroupValue(name, first[name]));
  expect(made.taxIdLast4).toBe('0123');

  const second = all(1);
  const edit = { id, version: made.version, changes: second, seen: groupFormOf(made, made.taxIdLast4) };
  await dana.api.groups.edit(edit as Parameters<typeof dana.api.groups.edit>[0]);
  const edited = await dana.api.groups.get({ id });
  for (const name of GROUP_COLUMNS)
    expect(edited[name], `${name} after an edit`).toBe(storedGroupValue(name, second[name]));
  expect(edited.taxIdLast4).toBe('0124');

  const { rows: changes } = await dana.api.changes.list({ groupId: id, limit: 1 });
  const { rows: items } = await dana.api.changes.items({ id: changes[0]?.id ?? '' });
  const differences = new Map(items[0]?.differences.map((one) => [one.field, one]));
  for (const name of GROUP_FIELD_NAMES.filter((one) => groupField(one).kind !== 'toggle'))
    expect(differences.get(name), `${name} in the history`).toMatchObject({
      label: groupFieldLabel(name),
      after: groupFieldText(name, storedGroupValue(name, second[name])),
    });

  const { url } = await dana.api.exports.request({
    list: 'groups',
    format: 'csv',
    filter: { search: second.companyName },
  });
  const answer = await fetch(new URL(url, server.url), { headers: { cookie: dana.cookie } });
  const rows = parse(await answer.text(), { columns: true, bom: true }) as Record<string, string>[];
  const cells = Object.values(rows[0] ?? {});
  for (const name of GROUP_COLUMNS) {
    const shown = groupFieldText(name, storedGroupValue(name, second[name])) ?? '';
    expect(cells, `${name} in the export`).toContain(shown);
  }
});
