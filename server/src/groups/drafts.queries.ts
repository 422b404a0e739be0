import { Refusal } from '@openbenefits/domain/refusal';
import type { Tx } from '../db/connect.ts';

/** Saved drafts, newest first; of the unnamed autosaves only the person's own. */
export async function listDrafts(tx: Tx, userId: string): Promise<{ id: string; name: string; step: number; autosaved: boolean; updatedAt: string }[]> {
  return tx
    .selectFrom('draftGroups')
    .select(['id', 'draftName as name', 'currentStep as step', 'autosaved', 'updatedAt'])
    .where((eb) => eb.or([eb('autosaved', '=', false), eb('createdBy', '=', userId)]))
    .orderBy('updatedAt', 'desc')
    .limit(100)
    .execute();
}

export async function getDraft(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('draftGroups')
    .select(['id', 'draftName as name', 'currentStep as step', 'autosaved', 'formData', 'updatedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found', 'This draft was deleted meanwhile.');
  const { formData, ...draft } = row;
  return { ...draft, form: formData as Record<string, unknown> };
}
