-- Contains-search. LIKE is not leakproof, so under row-level security PostgreSQL may not use the trigram index for it. These functions run as the
-- owner and carry the tenant wall themselves, in the first condition of each statement.

create function find_groups(p_pattern text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from groups where tenant_id = current_tenant() and search_text like p_pattern
$$;

-- Two arms: an ordered walk of the first names of the alphabet finds common terms at once, and the trigram index finds the rare ones; a name index
-- alone fails on terms that come late in the alphabet, the trigram index alone on common ones. The first `p_limit` in name order are found.
-- One or two letters hold no trigram: they are looked for at the start of a word (a first or last name, an e-mail address, a number, a title),
-- where the index knows them. `rows` keeps the planner from reading all members to join a handful of ids.
create function find_members(p_pattern text, p_limit integer) returns table (id uuid)
language plpgsql stable rows 20 security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  term constant text := substr(p_pattern, 2, length(p_pattern) - 2);
  is_short constant boolean := length(term) < 3;
  starts constant text[] := array[term || '%', '% ' || term || '%', '%' || chr(31) || term || '%'];
  hits constant text := case
    when is_short then '(m.search_text like ($3)[1] or m.search_text like ($3)[2] or m.search_text like ($3)[3])' else 'm.search_text like $1' end;
  -- A walked row costs a tenth of a found one, and the longer the walk, the fewer hits has a term that it misses: the sum is least at a length that
  -- grows with the square root of the members.
  walk constant integer := (select sqrt(50 * greatest(reltuples, 1000)) from pg_class where oid = 'members'::regclass);
  -- Asked once: in the conditions it would be asked for every row.
  tenant constant uuid := current_tenant();
  found_ids uuid[];
begin
  if p_limit < 1000 and not exists (select from members n where n.tenant_id = tenant and octet_length(n.search_text) >= 1000) then
    -- The walk ends with the last hit that is wanted; nothing sorts behind it.
    execute 'select array_agg(w.id) from (
        select m.id from (
          select n.id, n.search_text from members n where n.tenant_id = $5 and octet_length(n.search_text) < 1000 order by n.tenant_id, n.last_name, n.first_name, n.id limit $4
        ) m where ' || hits || ' limit $2
      ) w' into found_ids using p_pattern, p_limit, starts, walk, tenant;
    if cardinality(found_ids) = p_limit then
      return query select unnest(found_ids);
      return;
    end if;
  end if;
  -- Found first and ordered then, so that the planner does not walk the whole alphabet instead.
  return query execute 'select r.id from (
      select m.id, m.last_name, m.first_name from members m where m.tenant_id = $4 and ' || hits || ' offset 0
    ) r order by r.last_name, r.first_name, r.id limit $2' using p_pattern, p_limit, starts, tenant;
end $$;

revoke all on function find_groups, find_members from public;
grant execute on function find_groups, find_members to openbenefits_app;
