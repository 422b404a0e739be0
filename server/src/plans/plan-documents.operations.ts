import { protectedNumberIn } from '@openbenefits/domain/protected-numbers';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { DOCUMENT_TYPES, documentName, type DocumentType } from '@openbenefits/domain/plans/plan-document';
import { v7 as uuidv7 } from 'uuid';
import { recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import { afterCommit } from '../db/after-commit.ts';
import { planRecord } from './plan-record.ts';

/** A plan has at most so many documents. */
const MOST_DOCUMENTS = 100;

/** Records a document whose bytes are stored; the bytes are removed again if this fails. */
export async function addDocument(
  work: Work,
  input: {
    planId: string;
    name: string;
    type: DocumentType;
    stored: { storageKey: string; sha256: Buffer; size: number };
  },
): Promise<{ id: string }> {
  const { tx, actor, now, services } = work;
  const { storageKey, sha256, size } = input.stored;
  work.onRollback(() => services.storage.remove(storageKey));
  const message = protectedNumberIn(input.name);
  refuseIfAny(message === undefined ? [] : [{ path: 'file', message }]);
  const plan = await planRecord(tx, input.planId, { lock: true });
  const count = await tx
    .selectFrom('planDocuments')
    .select(tx.fn.countAll<number>().as('count'))
    .where('planId', '=', plan.id)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (count.count >= MOST_DOCUMENTS)
    throw new Refusal('state', `A plan has at most ${MOST_DOCUMENTS} documents. Remove one first.`);
  const id = uuidv7();
  const name = documentName(input.name, input.type);
  await tx
    .insertInto('planDocuments')
    .values({
      id,
      planId: plan.id,
      name,
      mediaType: DOCUMENT_TYPES[input.type],
      size,
      storageKey,
      sha256,
      uploadedBy: actor.id,
      uploadedByName: actor.name,
      uploadedAt: now,
    })
    .execute();
  await recordChange(work, {
    kind: 'plan_document',
    summary: `Added the document ${name} to ${plan.name}`,
    items: [
      { entity: 'plan', entityId: plan.id, action: 'changed', before: { document: null }, after: { document: name } },
    ],
  });
  work.note({ targetKind: 'plan_document', targetId: id, fields: ['document'] });
  return { id };
}

const GONE = 'This document was removed, or you may not see it.';

/** Returns where a document is stored, for its download. */
export async function documentToSend(
  { tx, note }: Work,
  id: string,
): Promise<{ storageKey: string; name: string; mediaType: string }> {
  const found = await tx
    .selectFrom('planDocuments')
    .select(['storageKey', 'name', 'mediaType'])
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found', GONE);
  note({ targetKind: 'plan_document', targetId: id, fields: ['document'] });
  return found;
}

/** Removes a document and, once that is committed, its bytes. */
export async function removeDocument(work: Work, input: { id: string; documentId: string }): Promise<{ id: string }> {
  const { tx, now, services } = work;
  const plan = await planRecord(tx, input.id, { lock: true });
  const removed = await tx
    .updateTable('planDocuments')
    .set({ removedAt: now })
    .where('id', '=', input.documentId)
    .where('planId', '=', plan.id)
    .where('removedAt', 'is', null)
    .returning(['name', 'storageKey'])
    .executeTakeFirst();
  if (!removed) throw new Refusal('not_found', GONE);
  await recordChange(work, {
    kind: 'plan_document',
    summary: `Removed the document ${removed.name} from ${plan.name}`,
    items: [
      {
        entity: 'plan',
        entityId: plan.id,
        action: 'changed',
        before: { document: removed.name },
        after: { document: null },
      },
    ],
  });
  work.note({ targetKind: 'plan_document', targetId: input.documentId, fields: ['document'] });
  // Retention removes the bytes should this fail.
  afterCommit(tx, () => void services.storage.remove(removed.storageKey).catch(() => undefined));
  return { id: input.documentId };
}
