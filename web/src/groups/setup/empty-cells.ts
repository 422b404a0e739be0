import { cellKey, type WizardForm } from './wizard-form.ts';

/**
 * Cells of the matrix without a plan, once there is one with plans. They do not hold anybody up: a class may have
 * nobody at a location.
 */
export function emptyCells({ classes, locations, cells }: WizardForm): number {
  const counts = classes.flatMap((one) =>
    locations.map((location) => (cells[cellKey(one.key, location.key)] ?? []).length),
  );
  return counts.some((count) => count > 0) ? counts.filter((count) => count === 0).length : 0;
}
