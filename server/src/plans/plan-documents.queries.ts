import type { PlanDetail } from '@openbenefits/contract/plan-catalog';
import { DOCUMENT_TYPES, type DocumentType } from '@openbenefits/domain/plans/plan-document';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

const typeOf = (mediaType: string): DocumentType =>
  (Object.keys(DOCUMENT_TYPES) as DocumentType[]).find((type) => DOCUMENT_TYPES[type] === mediaType) ?? 'pdf';

/** Returns the documents of a plan, newest first. */
export async function documentsOf(tx: Tx, planId: string): Promise<PlanDetail['documents']> {
  const rows = await tx
    .selectFrom('planDocuments')
    .select(['id', 'name', 'mediaType', 'size', 'uploadedByName as uploadedBy', 'uploadedAt'])
    .where('planId', '=', planId)
    .where('removedAt', 'is', null)
    .orderBy('uploadedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ mediaType, ...row }) => ({ ...row, type: typeOf(mediaType) }));
}

/** Returns those of the storage keys that belong to a document in use. */
export async function keysOfDocuments(tx: Tx, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ storageKey: string }>`select storage_key from plan_documents
    where removed_at is null and storage_key = any (${[...keys]}::text[])`.execute(tx);
  return rows.map(({ storageKey }) => storageKey);
}
