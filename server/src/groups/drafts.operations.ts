import { Refusal } from '@openbenefits/domain/refusal';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../command.ts';

/** The specified words (specification 1, section 5). */
const NAME_FIRST = 'Please enter a company name before saving';
const UNNAMED = 'Untitled group';
const MAX_FORM_BYTES = 500_000;

/** Saves a draft: inserts the first time, updates afterwards. An autosave never turns a named draft back into an unnamed one. */
export async function saveDraft(
  { tx, actor, now, note }: Work,
  input: { id?: string | undefined; form: Record<string, unknown>; step: number; autosave: boolean },
): Promise<{ id: string; updatedAt: string }> {
  const company = typeof input.form.company_name === 'string' ? input.form.company_name.trim().slice(0, 200) : '';
  if (!input.autosave && company === '') throw new Refusal('invalid', NAME_FIRST, [{ path: 'company_name', message: NAME_FIRST }]);
  const formData = JSON.stringify(input.form);
  if (formData.length > MAX_FORM_BYTES) throw new Refusal('invalid', 'The form is too large to be saved as a draft.');
  const values = {
    draftName: company || UNNAMED,
    formData,
    currentStep: input.step,
    selectedPlans: JSON.stringify(input.form.selected_plans ?? {}),
    updatedAt: now,
  };
  const id = input.id ?? uuidv7();
  note({ targetKind: 'draft', targetId: id });
  if (input.id) {
    const { numUpdatedRows } = await tx
      .updateTable('draftGroups')
      .set({ ...values, ...(input.autosave ? {} : { autosaved: false }) })
      .where('id', '=', input.id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal('not_found', 'This draft was deleted meanwhile. Save it again as a new one.');
  } else {
    await tx
      .insertInto('draftGroups')
      .values({ ...values, id, autosaved: input.autosave, createdBy: actor.id, createdAt: now })
      .execute();
  }
  return { id, updatedAt: now };
}

export async function removeDraft({ tx, note }: Work, input: { id: string }): Promise<{ removed: true }> {
  const { numDeletedRows } = await tx.deleteFrom('draftGroups').where('id', '=', input.id).executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal('not_found', 'This draft was already deleted.');
  note({ targetKind: 'draft', targetId: input.id });
  return { removed: true };
}
