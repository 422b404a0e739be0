import { shownFileName } from '@openbenefits/domain/file-name';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { bankFileDigest, sha256Of } from './bank-files.operations.ts';
import type { FolderFile } from './payment-folder.ts';

/** The fingerprint of a file of the folder: that of `payment_files`, so that an import finds its original. */
export const digestOf = ({ kind, bank }: FolderFile, bytes: Buffer): string =>
  kind === 'lockbox' || kind === 'bank'
    ? bankFileDigest(bank ?? '', bytes.toString('base64'))
    : sha256Of(bytes.toString('utf8'));

/** Who took in the same bytes before; undefined where nobody did. */
export const keptBefore = (tx: Tx, sha256: string): Promise<{ keptByName: string; fileName: string } | undefined> =>
  tx.selectFrom('paymentOriginals').select(['keptByName', 'fileName']).where('sha256', '=', sha256).executeTakeFirst();

/** Keeps a file of the folder, encrypted in the file storage; the same bytes once. */
export async function keepOriginal(work: Work, file: FolderFile, bytes: Buffer): Promise<void> {
  const { tx, actor, now, services } = work;
  const { storageKey } = await services.storage.put(bytes);
  work.onRollback(() => services.storage.remove(storageKey));
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('paymentOriginals')
    .values({
      id: uuidv7(),
      kind: file.kind,
      fileName: shownFileName(file.name),
      sha256: digestOf(file, bytes),
      storageKey,
      keptByName: actor.name,
      keptAt: now,
    })
    .onConflict((conflict) => conflict.columns(['tenantId', 'sha256']).doNothing())
    .executeTakeFirst();
  // Another sync has kept the same bytes meanwhile.
  if (numInsertedOrUpdatedRows === 0n) await services.storage.remove(storageKey);
}

/** Where the original of a file is stored, for its download. */
export async function originalToSend({ tx, note }: Work, id: string): Promise<{ key: string; name: string }> {
  const found = await tx
    .selectFrom('paymentOriginals')
    .select(['storageKey', 'fileName'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found', 'This file is not kept, or you may not see it.');
  note({ targetKind: 'payment_file', targetId: id, fields: ['payments'] });
  return { key: found.storageKey, name: found.fileName };
}

/** Those of the names under which a file of the folder is kept. */
export async function keysOfOriginals(tx: Tx, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from payment_originals where storage_key = any (${[...names]}::text[])`.execute(tx);
  return rows.map(({ key }) => key);
}
