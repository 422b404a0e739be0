import { cellKey, type WizardForm } from './wizard-form.ts';

/**
 * Returns matrix cells without a plan if other cells have one. They do not block, because a class may have no one at a
 * location.
 */
export function emptyCells({ classes, locations, cells }: WizardForm): number {
  const counts = classes.flatMap((one) =>
    locations.map((location) => (cells[cellKey(one.key, location.key)] ?? []).length),
  );
  return counts.some((count) => count > 0) ? counts.filter((count) => count === 0).length : 0;
}
