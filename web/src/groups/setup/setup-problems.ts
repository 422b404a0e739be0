import type { GroupSetup } from '@openbenefits/contract/groups';
import { isSetupField, setupStepOf } from '@openbenefits/domain/groups/group-fields';
import { LAST_STEP, problemsOfStep } from '@openbenefits/domain/groups/group-setup';
import type { Problem } from '@openbenefits/domain/refusal';
import { words } from '../../words.ts';

/** Returns the step of a field's path; undefined for a problem of the whole form. */
export function stepOfPath(path: string): number | undefined {
  if (path === '') return undefined;
  if (/^billingLocations(\.|$)/.test(path)) return 2;
  if (/^classes(\.|$)/.test(path)) return 3;
  if (/^(selectedPlans|planCustomizations)(\.|$)/.test(path)) return 5;
  return isSetupField(path) ? setupStepOf(path) : 1;
}

/** The server names fields inside its request, `setup.taxId`; the form names them without. */
export function refusedFields(fields: ReadonlyMap<string, string>): Problem[] {
  return [...fields].map(([path, message]) => ({ path: path.replace(/^setup\./, ''), message }));
}

/** Problems of steps 1 to 6, at index step − 1: the domain rules, then further server errors. */
export function problemsByStep(
  setup: GroupSetup,
  refused: readonly Problem[],
  planIds?: ReadonlySet<string>,
  ofSharedTaxId: readonly Problem[] = [],
): readonly (readonly Problem[])[] {
  return Array.from({ length: LAST_STEP }, (_step, index) => {
    const rules = problemsOfStep(index + 1, setup, planIds);
    const known = [...rules, ...(index === 0 ? ofSharedTaxId : [])].map(({ path, message }) => ({
      path,
      message: words(message),
    }));
    const paths = new Set(known.map(({ path }) => path));
    return [...known, ...refused.filter(({ path }) => stepOfPath(path) === index + 1 && !paths.has(path))];
  });
}

/**
 * Returns the ID of a field's control. Class and location names are part of some paths, so characters that an ID may
 * not have are written as numbers.
 */
export const fieldId = (path: string): string =>
  `setup-${path.replace(/[^\w.-]/g, (sign) => `_${sign.codePointAt(0)}`)}`;

/**
 * Puts the focus on a field once its step is drawn; a group of controls carries the id itself and leads to its first
 * control.
 */
export function focusField(path: string): void {
  requestAnimationFrame(() => {
    const target = document.getElementById(fieldId(path));
    const control = target?.matches('input, select, button, textarea, [tabindex]')
      ? target
      : target?.querySelector<HTMLElement>('input, select, button');
    control?.focus();
    control?.scrollIntoView({ block: 'nearest' });
  });
}

/** Once a step is drawn: its top, with the focus on its name. */
export function focusStep(): void {
  requestAnimationFrame(() => {
    globalThis.scrollTo(0, 0);
    document.getElementById('setup-step')?.focus({ preventScroll: true });
  });
}

/** Returns the first problem of consecutive steps, and its step. */
export function firstProblem(steps: readonly (readonly Problem[])[]): { index: number; path: string } | undefined {
  const index = steps.findIndex((problems) => problems.length > 0);
  const problem = steps[index]?.[0];
  return problem && { index, path: problem.path };
}
