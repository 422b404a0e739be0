import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { taxIdDigests } from '../../tax-ids.ts';
import type { Vault } from '../../vault.ts';

/** Whose keys find a tax ID. */
export type GroupKeys = { vault: Pick<Vault, 'blindIndex'>; tenantId: string };

/** Finds groups by what a file calls them: CIM number, tax id, or name. A name that several bear is nobody's. */
export async function findGroupIds(
  tx: Tx,
  { vault, tenantId }: GroupKeys,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const texts = keys.map((key) => key.trim());
  const taxIds = taxIdDigests(vault, tenantId, texts);
  const { rows } = await sql<{
    key: string;
    id: string;
    isNumber: boolean;
  }>`with named as materialized (select * from unnest(${keys}::text[], ${texts}::text[], ${taxIds}::bytea[]) as n(key, text, tax_id))
    select n.key, g.id, true as is_number from named n join groups g on g.cim_number = upper(n.text)
    union all select n.key, g.id, false from named n join groups g on g.tax_id_index = n.tax_id
    union all select n.key, g.id, false from named n join groups g on lower(g.company_name) = lower(n.text) where n.text <> ''`.execute(
    tx,
  );
  const found = new Map<string, string>();
  const byKey = Map.groupBy(rows, (row) => row.key);
  for (const key of keys) {
    const groups = byKey.get(key) ?? [];
    const [only, ...others] = new Set(groups.map(({ id }) => id));
    const id =
      others.length === 0
        ? only
        : key.trim().toUpperCase().startsWith('CIM-')
          ? groups.find(({ isNumber }) => isNumber)?.id
          : undefined;
    if (id !== undefined) found.set(key, id);
  }
  return found;
}
