import type { FileChange } from '@openbenefits/contract/files';
import { memberFieldLabel, memberFieldText } from '@openbenefits/domain/members/field-label';

type Value = string | number | null;
/** As the rehearsal keeps it. */
export type StoredDifference = [field: string, before: Value, after: Value];

/** The fields of a record that are another than before, in the words of the pages. */
export const shownDifferences = (stored: readonly StoredDifference[] | null): FileChange['differences'] =>
  (stored ?? []).map(([field, before, after]) => ({
    label: memberFieldLabel(field),
    before: memberFieldText(field, before),
    after: memberFieldText(field, after),
  }));
