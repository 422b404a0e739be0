-- The ground every feature stands on: tenants, row-level security, change sets, the audit chain, idempotency keys.
-- Runs on PostgreSQL 15 and newer: no uuidv7() of PostgreSQL 18, only trusted extensions.
create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- UUIDv7 (RFC 9562): 48 bits of milliseconds, then random; the two set bits turn version 4 into 7.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

create function current_tenant() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('app.tenant_id', true), '')::uuid
$$;

-- The second wall (trust P22): the server's role sees and writes only rows of the tenant named by the transaction.
create function protect(relation regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', relation);
  execute format('create policy tenant_wall on %s using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', relation);
  execute format('grant select, insert, update, delete on %s to openbenefits_app', relation);
end $$;

create table tenants (
  id uuid primary key,
  name text not null,
  time_zone text not null default 'America/Chicago',
  created_at timestamptz not null default now()
);
grant select on tenants to openbenefits_app;
insert into tenants (id, name) values ('00000000-0000-0000-0000-000000000000', 'OpenBenefits');

-- Every write that alters people or coverage belongs to a change; its items give history, rehearsal, undo and explanation.
create table changes (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  kind text not null,
  summary text not null,
  reason text,
  actor_id text not null,
  actor_name text not null,
  group_id uuid,
  file_job_id uuid,
  made_at timestamptz not null,
  primary key (tenant_id, id)
);
create index changes_by_group on changes (tenant_id, group_id, made_at desc);

create table change_items (
  tenant_id uuid not null default current_tenant(),
  change_id uuid not null,
  item_no integer not null,
  entity text not null,
  entity_id uuid not null,
  action text not null check (action in ('added', 'changed', 'ended', 'reinstated', 'voided', 'unchanged')),
  -- Changed fields only. Protected values are vault envelopes, never plain text.
  before jsonb,
  after jsonb,
  source_line integer,
  primary key (tenant_id, change_id, item_no),
  foreign key (tenant_id, change_id) references changes (tenant_id, id)
);
create index change_items_by_entity on change_items (tenant_id, entity_id);

select protect('changes');
select protect('change_items');
revoke update, delete on changes, change_items from openbenefits_app;

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
create table audit_heads (
  tenant_id uuid primary key references tenants (id),
  seq bigint not null,
  hash bytea not null
);
insert into audit_heads select id, 0, sha256('openbenefits audit chain'::bytea) from tenants;

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

-- The first broken link of the tenant's chain, or null when edit, deletion, reordering, insertion and a cut tail are all absent.
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

create function forbid_change() returns trigger language plpgsql as $$
begin
  raise exception 'This table is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function forbid_change();
create trigger audit_log_keep before truncate on audit_log for each statement execute function forbid_change();

select protect('audit_log');
revoke insert, update, delete on audit_log from openbenefits_app;
revoke all on function append_audit, verify_audit from public;
grant execute on function append_audit, verify_audit to openbenefits_app;

-- One effect for one key, however often it is sent (trust P10). The answer holds ids and counts, never protected data.
create table idempotency_keys (
  tenant_id uuid not null default current_tenant(),
  actor_id text not null,
  key text not null,
  operation text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (tenant_id, actor_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
select protect('idempotency_keys');
