import { fileMessage, worded } from '../messages/file-message.ts';
import { type EnrollmentRecord, isSetting } from '../enrollment-record.ts';

/**
 * Senders name the first of the month in which a child is born: it is covered from its birth on. Further back one of
 * the two days is wrong, which is for the judge.
 */
export function coverFromBirth({ isSubscriber, dateOfBirth, coverages, warnings }: EnrollmentRecord): void {
  if (isSubscriber || dateOfBirth === undefined) return;
  // Asked for every dependent of a file, of whom hardly one is a newborn.
  for (let index = 0; index < coverages.length; index++) {
    const coverage = coverages[index];
    if (coverage?.from === undefined || coverage.from >= dateOfBirth) continue;
    const { action, from, until } = coverage;
    if (
      !isSetting(action) ||
      from.slice(0, 7) !== dateOfBirth.slice(0, 7) ||
      (until !== undefined && until <= dateOfBirth)
    )
      continue;
    coverage.from = dateOfBirth;
    warnings.push({
      field: `coverages.${index}.from`,
      code: 'from_birth',
      ...worded(fileMessage('newborn_from_birth')),
    });
  }
}
