-- The households on one plan in many groups at once, as `covered_households` has them. Rows of other lines are not read,
-- and each offering and place is looked up in a hash: the planner does not know how many households there are.
create function plan_households(p_groups uuid[], p_plan uuid, p_on date)
returns table (group_id uuid, subscriber_id uuid, line text, plan_id uuid, methodology text, class_id uuid, location_id uuid, zip_code text, state text,
  salary bigint, member_ids uuid[], relationships text[], rated_on date[], ages smallint[])
language sql stable set enable_nestloop = off set work_mem = '32MB'
as $$
  select h.* from covered_households(p_groups, p_on) h
  where h.plan_id = p_plan and h.line = (select p.line from health_plans p where p.id = p_plan)
$$;
grant execute on function plan_households to openbenefits_app, openbenefits_scoped;
