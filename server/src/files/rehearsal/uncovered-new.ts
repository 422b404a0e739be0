import { CENSUS_FIELD_LABEL } from '@openbenefits/domain/files/census/headings/fields';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import type { UncoveredMembers } from '@openbenefits/domain/files/safety-stops';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { Applied, Staged } from '../matching/staged-for-matching.ts';

/** Members followed one by one: a later row may still give them coverage. Beyond that they are only counted. */
const MOST_FOLLOWED = 100_000;
const MOST_COLUMNS = 20;

const hasCoverage = ({ spans }: PersonDraft): boolean => Object.values(spans).some((held) => held.length > 0);

/** Collects the new members who get no coverage and no waiver, whatever the cause: each may be a row that was not read. */
export class UncoveredNew {
  readonly #members = new Set<string>();
  readonly #waived = new Set<string>();
  readonly #stated = new Set<string>();
  #beyond = 0;

  note({ record }: Staged, { person, coverages, touched }: Applied): void {
    if (this.#members.size > 0)
      for (const one of touched) if (hasCoverage(one.person)) this.#members.delete(one.person.id);
    if (!person.isNew || person.status === 'terminated' || hasCoverage(person)) return;
    if (coverages.some(({ action }) => action === 'waive')) {
      this.#members.delete(person.id);
      if (this.#waived.size < MOST_FOLLOWED) this.#waived.add(person.id);
    } else if (!this.#waived.has(person.id)) this.#add(person.id, record.stated ?? []);
  }

  #add(id: string, stated: readonly string[]): void {
    for (const one of stated) if (this.#stated.size < MOST_COLUMNS) this.#stated.add(one);
    if (this.#members.size < MOST_FOLLOWED) this.#members.add(id);
    else this.#beyond += 1;
  }

  /** Returns how many they are, and the headings of the columns that state their coverage. */
  found({ columns }: Pick<FileFacts, 'columns'>): UncoveredMembers {
    const people = this.#members.size + this.#beyond;
    if (people === 0) return { people: 0, columns: [] };
    const headings = [...this.#stated].flatMap((one) => {
      const read = columns
        .filter(({ field }) => field.replace(/^dependent \d+: /, '') === one)
        .map(({ heading }) => heading);
      return read.length > 0
        ? read
        : [Object.hasOwn(CENSUS_FIELD_LABEL, one) ? CENSUS_FIELD_LABEL[one as keyof typeof CENSUS_FIELD_LABEL] : one];
    });
    return { people, columns: [...new Set(headings)] };
  }
}
