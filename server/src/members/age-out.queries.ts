import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { birthdayAt, birthMonthsTurning26, AGE_OUT_AGE, turns26Between } from '@openbenefits/domain/coverage/age-out';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { birthPlace } from '../protected-fields.ts';

/** Maximum number of candidates to decrypt, because some senders use one date for unknown birth dates. */
const MOST = 20_000;

/**
 * Returns the IDs of covered children whose 26th birthday is in the next days. Digests find the months of birth. Only
 * the birth dates of these candidates are decrypted, and they do not leave this function. Disabled children keep
 * coverage (INS10). Source: domain rules 4.11.
 */
export async function agingOut(
  { tx, services: { vault }, actor: { tenantId }, today }: Pick<Work, 'tx' | 'today' | 'services' | 'actor'>,
  withinDays: number,
): Promise<string[]> {
  const until = addDays(today, withinDays);
  const months = birthMonthsTurning26(today, until).map((month) => vault.blindIndex('birth_month', month, tenantId));
  const { rows } = await sql<{ id: string; birth: string; coveredUntil: CalendarDate | null }>`
    select m.id, m.date_of_birth_encrypted as birth, x.covered_until from members m, lateral (
      select case when bool_or(upper_inf(s.covered)) then null else max(upper(s.covered)) end as covered_until, count(*) as spans
      from coverage_spans s where s.member_id = m.id and upper_inf(s.recorded) and (upper_inf(s.covered) or upper(s.covered) > ${today}::date)) x
    where m.birth_month_index = any (${months}::bytea[]) and m.handicap is distinct from 'Y' and m.date_of_birth_encrypted is not null and x.spans > 0 limit ${MOST}`.execute(
    tx,
  );
  return rows.flatMap(({ id, birth, coveredUntil }) => {
    const born = vault.open(birth, birthPlace(tenantId, id)) as CalendarDate;
    // Coverage that ends by the birthday needs no notice.
    return turns26Between(born, today, until) && (coveredUntil === null || coveredUntil > birthdayAt(born, AGE_OUT_AGE))
      ? [id]
      : [];
  });
}
