import { sql } from 'kysely';
import { inTenant, type Tx } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import { isDiskFull } from '../disk-full.ts';
import { billDocument } from './bill-document.queries.ts';

/** The job that makes PDFs of posted bills: no run waits for them (jobs/registry.ts). */
export const BILL_PDFS = { name: 'bill-pdfs', schedule: '*/10 * * * *' } as const;

/**
 * Makes the PDF of every posted bill that has none yet and keeps its bytes; it is never made again, so a reprint is the
 * same file (case M11). A run that is interrupted continues with the remaining bills. On a full disk the runs say so, and
 * the next work continues.
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
    const stored = await storage.put(bytes).catch((error: unknown) => {
      if (isDiskFull(error)) return undefined;
      throw error;
    });
    if (!stored) {
      await sayDiskIsFull(db, tenantId, missing.length - made);
      return made;
    }
    const { storageKey, sha256 } = stored;
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
  await inTenant(db, tenantId, (tx) =>
    sql`update bill_runs set obstacle = null where obstacle like ${`${FULL}%`}`.execute(tx),
  );
  return made;
}

const FULL = 'The disk is full.';

async function sayDiskIsFull(db: Services['db'], tenantId: string, left: number): Promise<void> {
  const text = `${FULL} ${left} bills have no PDF yet. Free some space: the PDFs are made within ten minutes.`;
  await inTenant(db, tenantId, (tx) =>
    sql`update bill_runs set obstacle = ${text} where id in (select run_id from bills where state in ('posted', 'replaced') and pdf_key is null)`.execute(
      tx,
    ),
  );
}

/** Those of the names under which the PDF of a bill is kept. */
export async function keysOfBills(tx: Tx, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select pdf_key as key from bills where pdf_key = any (${[...names]}::text[])`.execute(tx);
  return rows.map(({ key }) => key);
}
