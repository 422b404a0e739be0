import { createHash } from 'node:crypto';
import type pg from 'pg';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { birthPlace, ssnPlace } from '../protected-fields.ts';
import type { Vault } from '../vault.ts';

type Row = { line: string; id: string; ssn: string | null; birth: string | null };

/**
 * Returns a digest of everything a file changed: its counts, every change in file order, and every member of its group
 * with protected values and all recorded coverage. IDs, times and write order are excluded, so equal runs have equal
 * digests. `whose` says whose an SSN is.
 */
export async function digestOfImport(
  owner: pg.Client | pg.PoolClient,
  vault: Vault,
  jobId: string,
  whose: (ssn: string) => string = (ssn) => ssn,
): Promise<string> {
  const digest = createHash('sha256');
  const job = await owner.query<{ line: string }>(
    `select concat_ws('|', status, stage, added, changed, ended, unchanged, refused, records_total, records_done, (select count(*) from import_packs where job_id = j.id), (select count(*) from import_families where job_id = j.id),
      (select count(*) from audit_log where target_id = j.id::text and action = 'files.apply')) as line from file_jobs j where id = $1`,
    [jobId],
  );
  const items = await owner.query<{ line: string }>(
    `select concat_ws('|', i.action, i.source_line, m.first_name, m.last_name, i.before, i.after) as line
      from file_jobs j join change_items i on i.change_id = j.change_id join members m on m.id = i.entity_id where j.id = $1 order by i.source_line, m.first_name, m.last_name, i.action`,
    [jobId],
  );
  const refusals = await owner.query<{ line: string }>(
    `select concat_ws('|', record_no, line, person_label, field, code, reason) as line from file_refusals where job_id = $1 order by record_no`,
    [jobId],
  );
  const spans = await owner.query<{ memberId: string; line: string }>(
    `select s.member_id as "memberId", concat_ws(' ', s.line, p.plan_code, s.covered, upper_inf(s.recorded)) as line
      from file_jobs j join coverage_spans s on s.group_id = j.group_id join health_plans p on p.id = s.plan_id where j.id = $1 order by s.line, s.covered, upper_inf(s.recorded)`,
    [jobId],
  );
  const covered = Map.groupBy(spans.rows, ({ memberId }) => memberId);
  const people = await owner.query<Row>(
    `select concat_ws('|', m.first_name, m.middle_name, m.last_name, m.relationship, m.status, m.hire_date, m.email, h.first_name, h.last_name) as line, m.id, m.ssn_encrypted as ssn, m.date_of_birth_encrypted as birth
      from file_jobs j join members m on m.group_id = j.group_id left join members h on h.id = m.subscriber_id where j.id = $1`,
    [jobId],
  );
  for (const { line } of [...job.rows, ...items.rows, ...refusals.rows]) digest.update(`${line}\n`);
  const lines = people.rows.map(
    ({ line, id, ssn, birth }) =>
      `${line}|${(covered.get(id) ?? []).map((span) => span.line).join(';')}|${ssn ? whose(vault.open(ssn, ssnPlace(DEFAULT_TENANT, id))) : ''}|${birth ? vault.open(birth, birthPlace(DEFAULT_TENANT, id)) : ''}\n`,
  );
  for (const line of lines.toSorted()) digest.update(line);
  return digest.digest('hex');
}
