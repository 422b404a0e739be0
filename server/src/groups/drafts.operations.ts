import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../command.ts';
import { visibleTo } from './drafts.queries.ts';
import { sealDraft } from '../tax-ids.ts';

/** The specified message (specification 1, section 5). */
const NAME_FIRST = 'Please enter a company name before saving';
const UNNAMED = 'Untitled group';
const MAX_FORM_BYTES = 500_000;

const GONE = 'This draft was deleted, or its owner no longer shares it. Save it as a new draft.';

/** Returns why an update found no row: the draft was deleted, or another user saved it. */
async function refuseUpdate({ tx, actor }: Work, id: string): Promise<never> {
  const { rows } = await sql<{ by: string | null }>`
    select (select u.name from auth."user" u where u.id = d.updated_by) as by from draft_groups d where d.id = ${id} and ${visibleTo(actor)}`.execute(
    tx,
  );
  if (!rows[0]) throw new Refusal('not_found', GONE);
  throw new Refusal(
    'conflict',
    `${rows[0].by ?? 'Another user'} saved this draft after you opened it. Reload it to see their changes.`,
  );
}

/**
 * Saves a draft: inserts the first time, updates afterwards. An autosave never turns a named draft back into an unnamed
 * one.
 */
export async function saveDraft(
  work: Work,
  input: {
    id?: string | undefined;
    form: Record<string, unknown>;
    step: number;
    autosave: boolean;
    version?: number | undefined;
  },
): Promise<{ id: string; updatedAt: string; version: number }> {
  const { tx, actor, now, note, services } = work;
  const id = input.id ?? uuidv7();
  const company = typeof input.form.companyName === 'string' ? input.form.companyName.trim().slice(0, 200) : '';
  if (!input.autosave && company === '')
    throw new Refusal('invalid', NAME_FIRST, [{ path: 'companyName', message: NAME_FIRST }]);
  const formData = JSON.stringify(sealDraft(services.vault, actor.tenantId, id, input.form));
  if (formData.length > MAX_FORM_BYTES)
    throw new Refusal('invalid', 'The form is too large to save as a draft. Shorten its longest text.');
  const values = {
    draftName: company || UNNAMED,
    formData,
    currentStep: input.step,
    selectedPlans: JSON.stringify(input.form.selectedPlans ?? {}),
    updatedAt: now,
    updatedBy: actor.id,
  };
  note({ targetKind: 'draft', targetId: id });
  if (!input.id) {
    await tx
      .insertInto('draftGroups')
      .values({ ...values, id, autosaved: input.autosave, createdBy: actor.id, createdAt: now })
      .execute();
    return { id, updatedAt: now, version: 1 };
  }
  const updated = await tx
    .updateTable('draftGroups')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), ...(input.autosave ? {} : { autosaved: false }) }))
    .where('id', '=', input.id)
    .where(visibleTo(actor))
    .where((eb) => (input.version === undefined ? eb('updatedBy', '=', actor.id) : eb('version', '=', input.version)))
    .returning('version')
    .executeTakeFirst();
  return updated ? { id, updatedAt: now, version: updated.version } : refuseUpdate(work, input.id);
}

/** Shows a named draft to colleagues, or hides it again; only its owner does. */
export async function shareDraft(
  { tx, actor, note }: Work,
  input: { id: string; shared: boolean },
): Promise<{ shared: boolean }> {
  const { numUpdatedRows } = await tx
    .updateTable('draftGroups')
    .set({ shared: input.shared })
    .where('id', '=', input.id)
    .where('createdBy', '=', actor.id)
    .where('autosaved', '=', false)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('not_found', 'Only the owner of a saved draft can share it.');
  note({ targetKind: 'draft', targetId: input.id, fields: ['shared'] });
  return { shared: input.shared };
}

/** Deletes a draft of one's own. */
export async function removeDraft({ tx, actor, note }: Work, input: { id: string }): Promise<{ removed: true }> {
  const { numDeletedRows } = await tx
    .deleteFrom('draftGroups')
    .where('id', '=', input.id)
    .where('createdBy', '=', actor.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n)
    throw new Refusal('not_found', 'This draft was already deleted, or it belongs to another user.');
  note({ targetKind: 'draft', targetId: input.id });
  return { removed: true };
}
