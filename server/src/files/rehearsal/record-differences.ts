import { COVERAGE_LINE_LABEL, COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { isOfAddress, isPrivateField, isSilentField } from '@openbenefits/domain/members/field-label';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { nameOfPlan, type PlanNames } from '../matching/resolve-names.ts';
import type { StoredDifference } from './shown-differences.ts';

/** Lines on which another plan takes the place of one that covers the same day. */
function plansChanged(before: PersonDraft['spans'], after: PersonDraft['spans'], plans: PlanNames): StoredDifference[] {
  return COVERAGE_LINES.flatMap((line): StoredDifference[] => {
    const was = before[line] ?? [];
    const is = after[line] ?? [];
    if (was === is || was.length === 0) return [];
    const fresh = is.findLast((span) => !was.some((old) => old.from === span.from && old.planId === span.planId));
    const old =
      fresh &&
      was.find(
        ({ from, until, planId }) =>
          planId !== fresh.planId && from <= fresh.from && (until === null || until > fresh.from),
      );
    return old
      ? [
          [
            `${COVERAGE_LINE_LABEL[line]} plan`,
            nameOfPlan(plans, old.planId) ?? null,
            nameOfPlan(plans, fresh.planId) ?? null,
          ],
        ]
      : [];
  });
}

/**
 * What is another than before about a person whom a record changes, with old and new value: plans first, then personal
 * details.
 */
export function differencesOf(person: PersonDraft, before: PersonDraft['spans'], plans: PlanNames): string | null {
  if (person.isNew) return null;
  const restricted = person.values.confidentiality === 'R';
  const isPrivate = (field: string): boolean => isPrivateField(field) || (restricted && isOfAddress(field));
  // What another record of the file has altered, and this one puts back, is as it was.
  const isBack = (field: string): boolean =>
    !isPrivate(field) && (person.before[field] ?? null) === (person.after[field] ?? null);
  const fields = Object.keys(person.after).filter((field) => !isSilentField(field) && !isBack(field));
  const details = fields.map((field) =>
    isPrivate(field)
      ? [field, 'Private', 'Private']
      : [field, person.before[field] ?? null, person.after[field] ?? null],
  );
  const all = [...plansChanged(before, person.spans, plans), ...details];
  return all.length === 0 ? null : JSON.stringify(all);
}
