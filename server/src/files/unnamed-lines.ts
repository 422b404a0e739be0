import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage/coverage-line';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';

/** People remembered with lines that the file has not named; a file that leaves more of them out is told about these. */
const MOST_PEOPLE = 50_000;

/**
 * Lines of coverage that people of a file have and the file does not name, though it names them for others of the group (domain rules 4.1: absence is looked at by
 * line, too). A sender may give each line a record of its own, so a person is settled when every line was named.
 */
export class UnnamedLines {
  readonly #people = new Map<string, { groupId: string; named: Set<CoverageLine>; left: CoverageLine[] }>();
  readonly #ofGroups = new Map<string, Set<CoverageLine>>();

  /** Takes a person after a record of it was applied; today decides what goes on. */
  take(person: PersonDraft, { coverages, action }: Pick<EnrollmentRecord, 'coverages' | 'action'>, today: CalendarDate): void {
    const { id, groupId } = person;
    let ofGroup = this.#ofGroups.get(groupId);
    if (!ofGroup) this.#ofGroups.set(groupId, (ofGroup = new Set()));
    for (const { line } of coverages) ofGroup.add(line);
    if (person.isNew || action === 'end') return;
    const before = this.#people.get(id);
    const named = before?.named ?? new Set<CoverageLine>();
    for (const { line } of coverages) named.add(line);
    const left = COVERAGE_LINES.filter((line) => !named.has(line) && person.spans[line]?.some(({ from, until }) => from <= today && (until === null || until > today)));
    if (left.length === 0) this.#people.delete(id);
    else if (before) before.left = left;
    else if (this.#people.size < MOST_PEOPLE) this.#people.set(id, { groupId, named, left });
  }

  /** How many people have each line unnamed. */
  counts(): [line: CoverageLine, people: number][] {
    const lines = [...this.#people.values()].flatMap(({ groupId, left }) => left.filter((line) => this.#ofGroups.get(groupId)?.has(line)));
    return COVERAGE_LINES.flatMap((line): [CoverageLine, number][] => {
      const people = lines.filter((one) => one === line).length;
      return people > 0 ? [[line, people]] : [];
    });
  }
}
