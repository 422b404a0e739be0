-- The audit log: append-only and hash-chained per tenant (trust P37).

-- Append-only, hash-chained per tenant (trust P37). The server may only call append_audit and read.
create table audit_log (
  tenant_id uuid not null references tenants (id),
  seq bigint not null,
  at timestamptz not null,
  actor_id text not null,
  actor_name text not null,
  action text not null,
  outcome text not null check (outcome in ('done', 'refused', 'read')),
  target_kind text,
  target_id text,
  reason text,
  fields text[] not null default '{}',
  item_count integer,
  merkle_root bytea,
  request_id text,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (tenant_id, seq)
);
create index audit_log_by_target on audit_log (tenant_id, target_id, seq desc);
select protect('audit_log');
create trigger audit_log_append_only before delete or update on audit_log for each row execute function forbid_change();
create trigger audit_log_keep before truncate on audit_log for each statement execute function forbid_change();
revoke insert, update, delete on audit_log from openbenefits_app;

create table audit_heads (
  tenant_id uuid primary key references tenants (id),
  seq bigint not null,
  hash bytea not null
);

create function audit_hash(entry audit_log) returns bytea language sql stable as $$
  select sha256(entry.prev_hash || convert_to(jsonb_build_array(
    entry.tenant_id, entry.seq, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor_id, entry.actor_name, entry.action, entry.outcome,
    entry.target_kind, entry.target_id, entry.reason, entry.fields, entry.item_count, encode(entry.merkle_root, 'hex'), entry.request_id
  )::text, 'UTF8'))
$$;

create function append_audit(
  p_at timestamptz, p_actor_id text, p_actor_name text, p_action text, p_outcome text, p_target_kind text, p_target_id text,
  p_reason text, p_fields text[], p_item_count integer, p_merkle_root bytea, p_request_id text
) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_heads;
  entry audit_log;
begin
  select * into strict head from audit_heads where tenant_id = current_tenant() for update;
  entry := row(current_tenant(), head.seq + 1, p_at, p_actor_id, p_actor_name, p_action, p_outcome, p_target_kind, p_target_id,
    p_reason, coalesce(p_fields, '{}'), p_item_count, p_merkle_root, p_request_id, head.hash, ''::bytea);
  entry.hash := audit_hash(entry);
  insert into audit_log values (entry.*);
  update audit_heads set seq = entry.seq, hash = entry.hash where tenant_id = entry.tenant_id;
  return entry.seq;
end $$;
revoke all on function append_audit from public;
grant execute on function append_audit to openbenefits_app;

-- The first broken link of the tenant's chain, or null when edit, deletion, reordering, insertion and a cut tail are
-- all absent.
create function verify_audit() returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  with links as (
    select seq, hash, prev_hash, audit_hash(entry) as computed,
      lag(hash) over (order by seq) as previous, row_number() over (order by seq) as expected
    from audit_log entry where tenant_id = current_tenant()
  ), tail as (
    select head.seq from audit_heads head where head.tenant_id = current_tenant()
      and head.seq > 0 and not exists (select from audit_log l where l.tenant_id = head.tenant_id and l.seq = head.seq and l.hash = head.hash)
  )
  select min(seq) from (
    select seq from links where hash <> computed or seq <> expected or (previous is not null and previous <> prev_hash)
    union all select seq from tail
  ) broken
$$;
revoke all on function verify_audit from public;
grant execute on function verify_audit to openbenefits_app;

-- The head of the tenant's audit chain and the last entry that is there, as of one moment: the server signs the head
-- and compares both (decisions/0036).
create function audit_head() returns table (seq bigint, hash bytea, last_seq bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select head.seq, head.hash, coalesce((select max(entry.seq) from audit_log entry where entry.tenant_id = head.tenant_id), 0)
  from audit_heads head where head.tenant_id = current_tenant()
$$;
revoke all on function audit_head from public;
grant execute on function audit_head to openbenefits_app;

insert into audit_heads select id, 0, sha256('openbenefits audit chain'::bytea) from tenants;
