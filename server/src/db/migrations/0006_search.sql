-- Contains-search. LIKE is not leakproof, so under row-level security PostgreSQL may not use the trigram index for it. These functions run as the
-- owner and carry the tenant wall themselves, in the first condition of each statement.

create function find_groups(p_pattern text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from groups where tenant_id = current_tenant() and search_text like p_pattern
$$;

-- Two arms: an ordered walk of the first thousands of names finds common terms at once, and the trigram index finds the rare ones; a name index
-- alone fails on terms that come late in the alphabet, the trigram index alone on common ones. Rows come in name order, `p_limit` at most.
create function find_members(p_pattern text, p_limit integer) returns table (id uuid)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  found_ids uuid[];
  walked integer;
begin
  execute 'select array_agg(w.id), count(*) filter (where w.hit) from (
      select s.id, s.hit from (
        select m.id, m.last_name, m.first_name, m.search_text like $1 as hit from members m
        where m.tenant_id = current_tenant() order by m.tenant_id, m.last_name, m.first_name, m.id limit 4000
      ) s where s.hit order by s.last_name, s.first_name, s.id limit $2
    ) w' into found_ids, walked using p_pattern, p_limit;
  if walked < p_limit then
    execute 'select array_agg(r.id) from (
        select m.id from members m where m.tenant_id = current_tenant() and m.search_text like $1
        order by m.last_name, m.first_name, m.id limit $2
      ) r' into found_ids using p_pattern, p_limit;
  end if;
  return query select unnest(found_ids);
end $$;

revoke all on function find_groups, find_members from public;
grant execute on function find_groups, find_members to openbenefits_app;
