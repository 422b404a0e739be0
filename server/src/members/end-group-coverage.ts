import { addDays, type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { counted } from '@openbenefits/domain/counted';
import { endFamily } from '@openbenefits/domain/members/family-coverage';
import type { Touched } from '@openbenefits/domain/members/member-change';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import type { EndGroupCoverage } from '../groups/group-coverage.ts';
import { loadFamilies, saveFamilies } from './families.ts';

const FAMILIES_AT_ONCE = 500;

/** Returns the subscribers who have not left, or whose family has coverage beyond the day. */
async function familiesToEnd(tx: Tx, groupId: string, until: CalendarDate): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from members m where m.group_id = ${groupId} and m.subscriber_id is null
      and (m.status not in ('terminated', 'inactive', 'pending_termination')
        or exists (select from coverage_spans s where s.subscriber_id = m.id and upper_inf(s.recorded)
          and (upper_inf(s.covered) or upper(s.covered) > ${until}::date)))
    order by m.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Ends the coverage of everyone in a group that is terminated. */
export const endGroupCoverage: EndGroupCoverage = async (work, groupId, until, reason, rescission) => {
  const ids = await familiesToEnd(work.tx, groupId, until);
  const touched: Touched[] = [];
  const stored: Awaited<ReturnType<typeof loadFamilies>>['stored'] = new Map();
  for (let from = 0; from < ids.length; from += FAMILIES_AT_ONCE) {
    const families = await loadFamilies(work.tx, ids.slice(from, from + FAMILIES_AT_ONCE), groupId);
    for (const { subscriber, dependents } of families.list)
      touched.push(...endFamily(subscriber, dependents, until, work.today));
    for (const [id, spans] of families.stored) stored.set(id, spans);
  }
  if (touched.length === 0) return undefined;
  const last = addDays(until, -1);
  const people = counted(touched.length, 'person', 'people');
  const changeId = await saveFamilies(work, stored, {
    kind: 'termination',
    summary: `Terminated coverage of ${people} with the group on ${formatDate(last)}`,
    groupId,
    reason,
    effectiveDate: last,
    touched,
    rescission,
  });
  return { changeId, people: touched.length };
};
