-- The head of the tenant's audit chain and the last entry that is there, as of one moment: the server signs the head and compares both (decisions/0036).
create function audit_head() returns table (seq bigint, hash bytea, last_seq bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select head.seq, head.hash, coalesce((select max(entry.seq) from audit_log entry where entry.tenant_id = head.tenant_id), 0)
  from audit_heads head where head.tenant_id = current_tenant()
$$;
revoke all on function audit_head from public;
grant execute on function audit_head to openbenefits_app;
