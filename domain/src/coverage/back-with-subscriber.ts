import { contains, type Period } from '../calendar-date.ts';
import type { PersonDraft } from '../members/person-draft.ts';
import type { Span } from './coverage-change.ts';
import { COVERAGE_LINES } from './coverage-line.ts';

/**
 * Marks what dependents lost on the day on which the subscriber ended, where the file at hand has reinstated the
 * subscriber beyond it (`Span.mayGoOn`). It stays ended unless the file names it.
 */
export function markBack(subscriber: PersonDraft, was: PersonDraft['spans'], dependents: readonly PersonDraft[]): void {
  for (const line of COVERAGE_LINES) {
    const end = was[line]?.at(-1)?.until;
    if (!end || !subscriber.spans[line]?.some((span) => contains(span, end))) continue;
    for (const { spans } of dependents) {
      const held = spans[line];
      if (held?.at(-1)?.until === end)
        spans[line] = held.map((span) => (span.until === end ? { ...span, mayGoOn: true } : span));
    }
  }
}

/**
 * What a dependent has where the file names such coverage for it, without an end or with a later one: it goes on, as if
 * it had not ended.
 */
export function withBack(current: readonly Span[], planId: string, { from, until }: Period): readonly Span[] {
  const own = current.find((span) => span.mayGoOn && span.planId === planId && contains(span, from));
  if (!own?.until || (until !== null && until <= own.until)) return current;
  return current.map((span) => (span === own ? { planId, from: own.from, until } : span));
}
