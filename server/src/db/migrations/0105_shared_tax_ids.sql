-- How many groups that the person may not see have a tax ID. It runs as the owner, carries the tenant itself, and names
-- no group: a person limited to assigned groups learns that the number is taken, not by whom.
create function hidden_groups_with_tax_id(p_index bytea, p_except uuid, p_seen uuid[]) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*) from groups
  where tenant_id = current_tenant() and tax_id_index = p_index and id is distinct from p_except and id <> all (p_seen)
$$;
revoke all on function hidden_groups_with_tax_id from public;
grant execute on function hidden_groups_with_tax_id to openbenefits_app, openbenefits_scoped;
