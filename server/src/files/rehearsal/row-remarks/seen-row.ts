import type { FileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { FileCoverageByLine } from '@openbenefits/domain/files/coverage/file-span';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { StatedLevel } from '@openbenefits/domain/files/coverage/stated-level';
import type { Applied, Staged } from '../../matching/staged-for-matching.ts';
import type { GroupNames } from '../../matching/resolve-names.ts';

/** What is said at a row: one message, or one for each of its coverages. */
export type RowMessages = FileMessage | readonly FileMessage[] | undefined;

/**
 * A record that was worked out: what its person held before, and what is known beside. `isEndedHere`: an earlier record
 * of the file has ended the person.
 */
export type SeenRow = {
  staged: Staged;
  applied: Applied;
  before: FileCoverageByLine;
  subscriber: PersonDraft | undefined;
  group: GroupNames;
  today: CalendarDate;
  isEndedHere: boolean;
  dependentsOf: (subscriberId: string) => readonly PersonDraft[];
  /** The level that the file has named for a subscriber's line. */
  levelOf: (subscriberId: string, line: CoverageLine) => StatedLevel | undefined;
};
