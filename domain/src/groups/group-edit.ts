import { shownPhone, storedPhone } from '../phone.ts';
import type { Problem } from '../refusal.ts';
import { Findings } from './findings.ts';
import { checkAcrossFields, checkGroupField } from './group-field-rules.ts';
import {
  GROUP_COLUMNS,
  GROUP_FIELD_NAMES,
  type GroupChanges,
  type GroupField,
  groupField,
  type GroupForm,
  type StoredGroup,
} from './group-fields.ts';
import { isCobraForced } from './group-terms.ts';

/** Returns how a form shows the stored tax ID. Any other text in the field replaces it. */
export const maskedTaxId = (last4: string | null): string => (last4 ? `••-•••${last4}` : '');

/** Returns a stored group as a form has it: empty text or 0 for unknown values, and a masked tax ID. */
export function groupFormOf(group: StoredGroup, taxIdLast4: string | null): GroupForm {
  const values = GROUP_COLUMNS.map((name) => {
    const value = group[name];
    if (value === null) return [name, groupField(name).kind === 'whole' ? 0 : ''] as const;
    return [name, groupField(name).kind === 'phone' ? shownPhone(String(value)) : value] as const;
  });
  return { ...(Object.fromEntries(values) as Omit<GroupForm, 'taxId'>), taxId: maskedTaxId(taxIdLast4) };
}

const isMasked = (taxId: string): boolean => taxId.startsWith('•');

const tidy = (field: GroupField, value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  const { kind } = groupField(field);
  if (kind === 'phone') return storedPhone(text) ?? text;
  return kind === 'state' ? text.toUpperCase() : text;
};
const same = (field: GroupField, a: GroupChanges, b: GroupChanges): boolean =>
  tidy(field, a[field]) === tidy(field, b[field]);

/** Returns the fields that differ between `before` and `after`. */
export function changedFields(before: GroupForm, after: GroupChanges): GroupField[] {
  return (Object.keys(before) as GroupField[]).filter((field) => field in after && !same(field, before, after));
}

/**
 * Merges one user's edit into the current group. `seen` are the values that editing started from: a field that another
 * user changed is a conflict, unless both changed it to the same value. Other fields keep their current values.
 */
export function mergeEdit(
  current: GroupForm,
  seen: GroupChanges,
  wanted: GroupChanges,
): { changes: GroupField[]; conflicts: GroupField[] } {
  const differing = changedFields(current, wanted);
  const conflicts = differing.filter((field) => field in seen && !same(field, seen, current));
  return { changes: differing.filter((field) => !conflicts.includes(field)), conflicts };
}

/**
 * Returns every problem of an edited group at its field (`before` is the stored one): the wizard's rules and those that
 * apply only after setup.
 */
export function problemsOfGroupEdit(form: GroupForm, before: GroupForm): Problem[] {
  const found = new Findings();
  const edited: GroupForm = {
    ...form,
    taxId: isMasked(form.taxId) ? '' : form.taxId,
    cobraEnabled: form.cobraEnabled || isCobraForced(form.employeeCount),
  };
  for (const name of GROUP_FIELD_NAMES) {
    // A number from before telephone numbers were stored in one form holds up no other field (decisions/0028).
    const isOld = groupField(name).kind === 'phone' && same(name, before, form);
    if (!isOld) checkGroupField(found, name, edited, 'edit');
  }
  checkAcrossFields(found, edited, 1);
  checkAcrossFields(found, edited, 4);
  return found.list;
}
