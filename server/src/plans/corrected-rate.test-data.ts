/** SQL that makes a new version of a plan's rates in force on a day, $5.00 higher, recorded at an instant. */
export const correctedRate = (plan: string, at: string, on = '2026-10-01'): string =>
  `with old as (update rate_periods set recorded = tstzrange(lower(recorded), '${at}') where upper_inf(recorded) and plan_id = ${plan} and valid @> '${on}'::date returning *),
    more as (insert into rate_tables (tenant_id, id, plan_id, version_no, method, valid, status, settings, created_by, created_by_name, created_at, updated_at)
      select t.tenant_id, gen_random_uuid(), t.plan_id, 900 + t.version_no, t.method, t.valid, 'active', t.settings, 'dana', 'Dana Whitfield', now(), now() from rate_tables t join old on old.table_id = t.id returning *),
    cells as (insert into rate_cells (tenant_id, table_id, place, age_from, age_to, kind, amount, entered_by, entered_by_name, entered_at)
      select m.tenant_id, m.id, c.place, c.age_from, c.age_to, c.kind, c.amount + 500, 'dana', 'Dana', now() from more m join old on old.plan_id = m.plan_id and old.methodology = m.methodology join rate_cells c on c.table_id = old.table_id returning 1)
    insert into rate_periods (tenant_id, id, plan_id, table_id, methodology, valid, recorded) select o.tenant_id, gen_random_uuid(), o.plan_id, m.id, o.methodology, o.valid, '[${at},)' from old o join more m on m.plan_id = o.plan_id and m.methodology = o.methodology`;
