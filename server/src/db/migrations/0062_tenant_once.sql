-- Whether a row that is written is of the tenant that the transaction names is compared for each row, but the name is read once for each statement: an import
-- asked for it some six times for every person.
create or replace function protect(relation regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', relation);
  execute format('create policy tenant_wall on %s using (tenant_id = current_tenant()) with check (tenant_id = (select current_tenant()))', relation);
  execute format('grant select, insert, update, delete on %s to openbenefits_app', relation);
end $$;

do $$
declare
  relation regclass;
begin
  for relation in select polrelid from pg_policy where polname = 'tenant_wall' and polrelid <> 'members'::regclass loop
    execute format('alter policy tenant_wall on %s with check (tenant_id = (select current_tenant()))', relation);
  end loop;
end $$;
alter policy tenant_wall on members with check (tenant_id = (select current_tenant()) and removed_by is null);
