import { sql } from 'kysely';
import { hasChanged } from '../../undone-changes.ts';

/**
 * Of a job `j`: whether any of its refused records was mended, or anything has happened since it finished by which some
 * may be taken now: its sender's profile says more (what a code, a word or a heading means), or its group, somebody in
 * it or what it offers was changed; of a file of several groups any of them, and, where a row names a group that was
 * not known, one that came in since. What nothing has touched is refused again for the same reasons.
 */
export const worthResending = sql<boolean>`(j.status = 'completed' and j.refused > 0 and not exists (select from file_jobs r where r.resent_from = j.id) and (
  exists (select from trading_partners p where p.id = j.partner_id and p.updated_at > j.finished_at)
  or exists (select from trading_partner_codes c where c.partner_id = j.partner_id and c.mapped_at > j.finished_at)
  or exists (select from trading_partner_columns c where c.partner_id = j.partner_id and c.mapped_at > j.finished_at)
  or exists (select from changes c where c.group_id = j.group_id and c.made_at > j.finished_at and ${hasChanged})
  or (j.group_id is null and exists (select from changes c where c.made_at > j.finished_at and ${hasChanged}))
  or (exists (select from groups g where g.created_at > j.finished_at) and exists (select from file_refusals f where f.job_id = j.id and f.code = 'group_unknown'))
  or exists (select from file_mends m join file_refusals f on f.job_id = m.job_id and f.record_no = m.record_no where m.job_id = j.id)))`;
