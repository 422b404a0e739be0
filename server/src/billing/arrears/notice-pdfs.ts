import { sql } from 'kysely';
import { inTenant, type Tx } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import type { NoticeFacts } from './notices.ts';

/** Makes the PDF of every notice that has none yet and keeps its bytes, as bills do. */
export async function keepNoticePdfs(
  { db, storage, stopping }: Pick<Services, 'db' | 'storage' | 'stopping'>,
  tenantId: string,
): Promise<number> {
  const { rows: missing } = await inTenant(db, tenantId, (tx) =>
    sql<{ id: string; facts: NoticeFacts }>`
      select id, facts from arrears_notices where pdf_key is null and kind <> 'statement' order by made_at, id`.execute(
      tx,
    ),
  );
  if (missing.length === 0) return 0;
  const { noticePdf } = await import('./notice-pdf.ts');
  let made = 0;
  for (const { id, facts } of missing) {
    if (stopping.aborted) return made;
    const { storageKey, sha256 } = await storage.put(await noticePdf(facts));
    await inTenant(db, tenantId, (tx) =>
      tx
        .updateTable('arrearsNotices')
        .set({ pdfKey: storageKey, pdfSha256: sha256.toString('hex') })
        .where('id', '=', id)
        .where('pdfKey', 'is', null)
        .execute(),
    );
    made += 1;
  }
  return made;
}

/** Those of the names under which the PDF of a notice is kept. */
export async function keysOfNotices(tx: Tx, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select pdf_key as key from arrears_notices where pdf_key = any (${[...names]}::text[])`.execute(tx);
  return rows.map(({ key }) => key);
}
