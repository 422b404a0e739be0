import { sql } from 'kysely';
import type { ChangeEntity, ChangeFeature, ChangeUndo, ShownRecord } from '../../change-registry.ts';
import type { Services } from '../../request-context.ts';
import { RATE_TABLE } from './rate-table-record.ts';
import { askUndo, requireLatest } from './rate-undo.ts';

const EDITED_AGAIN = { never: 'Change the draft again, or make a new version of the rates.' };

const asText = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

const rateTable: ChangeEntity = {
  async names(tx, ids) {
    const { rows } = await sql<{ id: string; name: string; versionNo: number }>`
      select t.id, p.plan_name as name, t.version_no from rate_tables t join health_plans p on p.tenant_id = t.tenant_id and p.id = t.plan_id
      where t.id = any (${[...ids]}::uuid[])`.execute(tx);
    return new Map(
      rows.map(({ id, name, versionNo }): [string, ShownRecord] => [id, { name: `${name}, version ${versionNo}` }]),
    );
  },
  // The names of cells are the labels; `periods` is what an undo restores.
  difference: (field, { before, after }) =>
    field === 'periods' ? undefined : { field, label: field, before: asText(before), after: asText(after) },
};

/** Rating data is shown as it was imported; a curve and areas are imported again. */
const ratingData: ChangeEntity = {
  names: async (_tx, ids) => new Map(ids.map((id) => [id, { name: 'Rating data' }])),
  difference: (field, { before, after }) => ({ field, label: field, before: asText(before), after: asText(after) }),
};

const activation: ChangeUndo<Services> = {
  entity: RATE_TABLE,
  require: requireLatest,
  preview: async () => ({ people: 0, removes: 0, blocked: 0, sight: '', blockers: [], next: null }),
  requireFree: async (tx, { id }) => {
    await requireLatest(tx, id);
    return { people: 0 };
  },
  undo: askUndo,
  isLarge: async () => false,
};

/** What rate tables, age curves and rating areas write to the history. */
export const CHANGES_OF_RATES: ChangeFeature<Services> = {
  entities: { [RATE_TABLE]: rateTable, rating_data: ratingData },
  kinds: {
    rates_version_created: EDITED_AGAIN,
    rates_edited: EDITED_AGAIN,
    rates_deleted: { never: 'A deleted draft is not restored. Its rates are listed here; make a new version.' },
    rates_activated: activation,
    rating_areas: { never: 'Import the earlier rating areas again.' },
    age_curve: { never: 'Import the earlier age curve again.' },
  },
};
