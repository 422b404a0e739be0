import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANGE_FEATURES } from '../change-features.ts';
import { type ChangeFeature, openChangeRegistry } from '../change-registry.ts';
import { DEFAULT_TENANT } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

const BILL = '0192d7a0-0000-7000-8000-00000000b111';
const CHANGE = '0192d7a0-0000-7000-8000-00000000c111';

/** A future feature: its records have their own names and fields, and are reversed, never undone. */
const BILLS: ChangeFeature<Services> = {
  entities: {
    bill: {
      names: async (_tx, ids) => new Map(ids.map((id) => [id, { name: 'Bill 2026-000117' }])),
      difference: (field, { before, after }) =>
        field === 'totalCents'
          ? { field, label: 'Total', before: `$${Number(before) / 100}`, after: `$${Number(after) / 100}` }
          : undefined,
    },
  },
  kinds: { bill_adjusted: { never: 'A posted bill is reversed by a credit, never undone.' } },
};

let server: TestServer;
let dana: Person;
beforeAll(async () => {
  server = await openTestServer({ changeFeatures: [BILLS] });
  dana = await server.as('administrator');
  await server.owner.query(
    `insert into changes (tenant_id, id, kind, summary, actor_id, actor_name, made_at)
     values ($1, $2, 'bill_adjusted', 'Adjusted a bill', 'system', 'OpenBenefits', now())`,
    [DEFAULT_TENANT, CHANGE],
  );
  await server.owner.query(
    `insert into change_items (tenant_id, change_id, item_no, entity, entity_id, action, before, after)
     values ($1, $2, 1, 'bill', $3, 'changed', '{"totalCents": 1000, "digest": "a"}', '{"totalCents": 1250, "digest": "b"}')`,
    [DEFAULT_TENANT, CHANGE, BILL],
  );
});
afterAll(() => server.close());

describe('the history', () => {
  it('shows the records of a feature by the name and the fields that it registers', async () => {
    const { rows } = await dana.api.changes.items({ id: CHANGE, limit: 10 });
    expect(rows).toMatchObject([
      {
        entity: 'bill',
        name: 'Bill 2026-000117',
        differences: [{ field: 'totalCents', label: 'Total', before: '$10', after: '$12.5' }],
      },
    ]);
  });

  it('does not offer to undo what a feature reverses, and refuses it in the words of the feature', async () => {
    const { rows } = await dana.api.changes.list({ limit: 50 });
    expect(rows.find(({ id }) => id === CHANGE)).toMatchObject({ undoable: false, people: 0 });
    await expect(dana.api.changes.undo({ id: CHANGE })).rejects.toThrow(
      'A posted bill is reversed by a credit, never undone.',
    );
  });

  it('knows every kind and record that is in it', async () => {
    const registry = openChangeRegistry([...CHANGE_FEATURES, BILLS]);
    const { rows } = await server.owner.query<{ kind: string; entity: string }>(
      'select distinct c.kind, i.entity from changes c join change_items i on i.change_id = c.id',
    );
    expect(rows.length).toBeGreaterThan(3);
    const known = new Set([...CHANGE_FEATURES, BILLS].flatMap(({ kinds }) => Object.keys(kinds)));
    expect(rows.filter(({ kind }) => !known.has(kind))).toEqual([]);
    expect(rows.filter(({ entity }) => !registry.entity(entity))).toEqual([]);
  });

  it('is not opened where two features claim one kind', () => {
    expect(() => openChangeRegistry([BILLS, BILLS])).toThrow('Two features register the history kind "bill".');
  });
});
