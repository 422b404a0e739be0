import pg from 'pg';
import { sealDraft, sealTaxId } from '../groups/tax-ids.ts';
import type { Vault } from '../vault.ts';

const AT_ONCE = 500;

/**
 * Seals the tax IDs of groups and drafts that an earlier version stored in the clear. Does nothing once there are none;
 * a start that is cut goes on.
 */
export async function sealTaxIds(ownerUrl: string, vault: Vault): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await sealAllWith(client, vault);
  } finally {
    await client.end();
  }
}

export async function sealAllWith(client: pg.ClientBase, vault: Vault): Promise<void> {
  while ((await sealGroups(client, vault)) === AT_ONCE) continue;
  while ((await sealDrafts(client, vault)) === AT_ONCE) continue;
}

async function sealGroups(client: pg.ClientBase, vault: Vault): Promise<number> {
  const { rows } = await client.query<{ id: string; tenant_id: string; tax_id: string }>(
    `select id, tenant_id, tax_id from groups where tax_id is not null limit ${AT_ONCE}`,
  );
  for (const { id, tenant_id: tenant, tax_id: taxId } of rows) {
    const { taxIdEncrypted, taxIdIndex } = sealTaxId(vault, tenant, id, taxId);
    // A server of the version before may have written a newer one meanwhile.
    await client.query(
      'update groups set tax_id = null, tax_id_encrypted = $3, tax_id_index = $4 where id = $1 and tax_id = $2',
      [id, taxId, taxIdEncrypted, taxIdIndex],
    );
  }
  return rows.length;
}

async function sealDrafts(client: pg.ClientBase, vault: Vault): Promise<number> {
  const { rows } = await client.query<{ id: string; tenant_id: string; form_data: Record<string, unknown> }>(
    `select id, tenant_id, form_data from draft_groups where form_data ->> 'tax_id' <> '' limit ${AT_ONCE}`,
  );
  for (const { id, tenant_id: tenant, form_data: form } of rows)
    await client.query('update draft_groups set form_data = $2 where id = $1', [
      id,
      JSON.stringify(sealDraft(vault, tenant, id, form)),
    ]);
  return rows.length;
}
