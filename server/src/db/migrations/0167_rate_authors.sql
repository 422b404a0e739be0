-- Everyone who created a version of rates or changed any part of it: rates, settings, period, or what was not read.
alter table rate_tables add column authors text[] not null default '{}';
update rate_tables t set authors = array(
  select created_by from rate_tables x where x.tenant_id = t.tenant_id and x.id = t.id
  union select c.entered_by from rate_cells c where c.tenant_id = t.tenant_id and c.table_id = t.id and c.entered_by is not null
  union select h.actor_id from changes h join change_items i on i.tenant_id = h.tenant_id and i.change_id = h.id
    where i.tenant_id = t.tenant_id and i.entity = 'rate_table' and i.entity_id = t.id and h.kind in ('rates_version_created', 'rates_edited'));

-- Who creates a version is always one of its authors, and nobody stops being one.
create function keep_rate_authors() returns trigger language plpgsql as $$
begin
  new.authors := array(
    select unnest(new.authors) union select new.created_by union select unnest(old.authors));
  return new;
end $$;
create trigger keep_rate_authors before insert or update of authors, created_by on rate_tables for each row execute function keep_rate_authors();
