import { sql } from 'kysely';
import { inTenant, type Tx } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import { billDocument } from './bill-document.queries.ts';

/**
 * Makes the PDF of every posted bill that has none yet and keeps its bytes; it is never made again, so a reprint is the
 * same file (case M11). A run that is interrupted continues with the remaining bills.
 */
export async function keepBillPdfs(
  { db, storage, stopping }: Pick<Services, 'db' | 'storage' | 'stopping'>,
  tenantId: string,
): Promise<number> {
  const missing = await inTenant(db, tenantId, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from bills where state in ('posted', 'replaced') and pdf_key is null order by posted_at, id`.execute(
      tx,
    );
    return rows;
  });
  if (missing.length === 0) return 0;
  // What writes a PDF takes 30 MB: a server has it from the first bill on.
  const { billPdf } = await import('./bill-pdf.ts');
  let made = 0;
  for (const { id } of missing) {
    if (stopping.aborted) return made;
    const bytes = await billPdf(await inTenant(db, tenantId, (tx) => billDocument(tx, id)));
    const { storageKey, sha256 } = await storage.put(bytes);
    await inTenant(db, tenantId, (tx) =>
      tx
        .updateTable('bills')
        .set({ pdfKey: storageKey, pdfSha256: sha256.toString('hex') })
        .where('id', '=', id)
        .where('pdfKey', 'is', null)
        .execute(),
    );
    made += 1;
  }
  return made;
}

/** Those of the names under which the PDF of a bill is kept. */
export async function keysOfBills(tx: Tx, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select pdf_key as key from bills where pdf_key = any (${[...names]}::text[])`.execute(tx);
  return rows.map(({ key }) => key);
}
