import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import type { StatedLevel } from '@openbenefits/domain/files/coverage/stated-level';
import { isPartner } from '@openbenefits/domain/relationship';
import type { RowMessages, SeenRow } from './seen-row.ts';

/** Levels that count dependents do not say whom they include. */
const INCLUDES: Readonly<Record<'partner' | 'other', ReadonlySet<StatedLevel | undefined>>> = {
  partner: new Set(['ESP', 'FAM']),
  other: new Set(['ECH', 'FAM']),
};

/**
 * The lines of a dependent whom an 834 names without any coverage, where the level that it names for the subscriber's
 * line (HD05) includes such a dependent: some senders state a family's coverage at the subscriber alone. A full file
 * does not leave those lines out.
 */
export function sharedByLevel({
  staged: { record },
  applied: { person, effect },
  levelOf,
}: Pick<SeenRow, 'staged' | 'applied' | 'levelOf'>): CoverageLine[] {
  const isStated =
    record.source === 'edi834' &&
    !record.isSubscriber &&
    record.coverages.length === 0 &&
    (record.action === 'compare' || record.action === 'add');
  if (!isStated || effect === 'added' || person.subscriberId === null) return [];
  const head = person.subscriberId;
  const includes = INCLUDES[isPartner(person.relationship) ? 'partner' : 'other'];
  return COVERAGE_LINES.filter(
    (line) => person.spans[line]?.at(-1)?.until === null && includes.has(levelOf(head, line)),
  );
}

export function goesOnByLevel(row: SeenRow): RowMessages {
  const lines = sharedByLevel(row);
  return lines.length > 0
    ? fileMessage('row_covered_by_tier', {
        lines: lines.map((line) => COVERAGE_LINE_LABEL[line].toLowerCase()).join(', '),
      })
    : undefined;
}
