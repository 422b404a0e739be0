import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { addRowRemarks } from '../remarks-of-rows.ts';
import { type CalendarDate, contains } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { isContinued } from '@openbenefits/domain/files/ends-and-cobra';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { sql } from 'kysely';
import { arrayOf } from '../../../db/pg-arrays.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Applied, Staged } from '../../matching/staged-for-matching.ts';
import type { PeopleInHand } from '../../matching/people-in-hand.ts';

/** Dependents who are looked up; beyond them nobody is told. */
const MOST_TOLD = 10_000;

/**
 * Of a dependent: the first record that covered the subscriber again, and what ended with that, by line with its day.
 */
type Left = { readonly recordNo: number; readonly ends: ReadonlyMap<CoverageLine, CalendarDate> };

/**
 * Dependents who ended with a subscriber, on the same day and line, when the file covers the subscriber again from that
 * day on or reinstates it, and does not name them, or names them without that coverage. Nobody knows whether they are
 * meant as well: they stay ended, and that is told. Whoever goes on as COBRA or after a death does so alone, so there
 * it is no question.
 */
export class DependentsLeft {
  readonly #left = new Map<string, Left>();

  note({ record }: Staged, { effect, person }: Applied, before: PersonDraft['spans'], people: PeopleInHand): void {
    if (!record.isSubscriber) {
      const left = this.#left.size > 0 ? this.#left.get(person.id) : undefined;
      if (left && ![...left.ends].every(([line, end]) => person.spans[line]?.at(-1)?.until === end))
        this.#left.delete(person.id);
      return;
    }
    if ((effect !== 'changed' && effect !== 'reinstated') || (isContinued(record) && record.action !== 'reinstate'))
      return;
    for (const line of COVERAGE_LINES) {
      const end = before[line]?.at(-1)?.until;
      if (!end || before[line] === person.spans[line]) continue;
      const isBack =
        person.spans[line]?.some((span) => contains(span, end) || (effect === 'reinstated' && span.from > end)) ??
        false;
      if (!isBack) continue;
      for (const one of people.dependentsOf(person.id)) {
        const left = this.#left.get(one.id);
        if (one.isNew || one.spans[line]?.at(-1)?.until !== end || (!left && this.#left.size >= MOST_TOLD)) continue;
        this.#left.set(one.id, {
          recordNo: left?.recordNo ?? record.recordNo,
          ends: new Map([...(left?.ends ?? []), [line, end]]),
        });
      }
    }
  }

  /**
   * Says it: of dependents whom the file does not name, refused ones included, in the subscribers' rows, and of those
   * whom it names in their own. Returns how many they are.
   */
  async tell(tx: Tx, jobId: string): Promise<{ unnamed: number; named: number }> {
    if (this.#left.size === 0) return { unnamed: 0, named: 0 };
    const { rows } = await sql<{
      recordNo: number;
      count: number;
    }>`select k.record_no, count(*)::int as count from unnest(${arrayOf(
      'int',
      [...this.#left.values()].map(({ recordNo }) => recordNo),
    )}, ${arrayOf('uuid', [...this.#left.keys()])}) as k(record_no, id)
      cross join lateral (select ltrim(first_name || ' ' || last_name) as label from members where id = k.id offset 0) m
      where not exists (select from (select job_id from file_changes where member_id = k.id offset 0) c where c.job_id = ${jobId})
        and lower(m.label) not in (select lower(r.person_label) from file_refusals r where r.job_id = ${jobId})
      group by k.record_no`.execute(tx);
    const isNamed = await sql<{
      id: string;
      recordNo: number;
    }>`select k.id, max(c.record_no) as record_no from unnest(${arrayOf('uuid', [
      ...this.#left.keys(),
    ])}) as k(id) cross join lateral (select * from file_changes where member_id = k.id offset 0) c where c.job_id = ${jobId}
      group by k.id having not bool_or(c.says_end or coalesce(c.remarks @> '[{"code": "row_stays_terminated"}]', false))`.execute(
      tx,
    );
    const said = [
      ...rows.map(({ recordNo, count }) => ({ recordNo, remarks: [messageOf(count)] })),
      ...isNamed.rows.map(({ id, recordNo }) => ({
        recordNo,
        remarks: [withoutIt([...(this.#left.get(id)?.ends.keys() ?? [])])],
      })),
    ];
    await addRowRemarks(tx, jobId, said);
    return { unnamed: rows.reduce((sum, { count }) => sum + count, 0), named: isNamed.rows.length };
  }
}

const messageOf = (count: number): FileMessage =>
  count === 1 ? fileMessage('dependent_stays_terminated') : fileMessage('dependents_stay_terminated', { count });

const withoutIt = (lines: readonly CoverageLine[]): FileMessage =>
  fileMessage('dependent_line_stays_ended', { lines: lines.map((line) => COVERAGE_LINE_LABEL[line]) });
