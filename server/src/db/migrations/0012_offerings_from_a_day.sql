-- Terms of an offering that begin on a later day stand beside those in force until then; what holds on a day is the last version that has begun.
do $$
declare held text;
begin
  select conname into strict held from pg_constraint where conrelid = 'group_plan_assignments'::regclass and contype = 'u';
  execute format('alter table group_plan_assignments drop constraint %I', held);
end $$;
alter table group_plan_assignments add constraint one_offering_from_a_day unique (tenant_id, group_id, class_id, location_id, plan_id, effective_date);
