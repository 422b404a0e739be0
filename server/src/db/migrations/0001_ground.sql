-- Common tables of all features: tenants, row-level security, idempotency keys, jobs, the outbox. Runs on PostgreSQL 15
-- and newer: no uuidv7() of PostgreSQL 18, only trusted extensions.
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

create function current_user_id() returns text language sql stable parallel safe as $$
  select nullif(current_setting('app.user_id', true), '')
$$;

-- The tenant of each written row is compared, but the setting is read once per statement; an import read it about six
-- times per member.
create function protect(relation regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', relation);
  execute format('create policy tenant_wall on %s using (tenant_id = current_tenant()) with check (tenant_id = (select current_tenant()))', relation);
  execute format('grant select, insert, update, delete on %s to openbenefits_app', relation);
end $$;

-- A relation whose rows belong to groups: the scoped role sees and writes those of its assigned groups only.
create function scope_to_groups(relation regclass, condition text default 'group_id in (select a.group_id from group_admins a where a.user_id = current_user_id())')
returns void language plpgsql as $$
begin
  execute format('create policy group_wall on %s as restrictive to openbenefits_scoped using (%s) with check (%s)', relation, condition, condition);
end $$;

-- Text that search compares: lower case, common Latin accents folded, so that "nunez" finds "Núñez". Immutable, for
-- generated columns.
create function fold(value text) returns text language sql immutable parallel safe as $$
  select translate(lower(value), 'áàâäãåāéèêëēíìîïīóòôöõøōúùûüūýÿñńçćčšśžźżłđ', 'aaaaaaaeeeeeiiiiiooooooouuuuuyynncccsszzzld')
$$;
grant execute on function fold to openbenefits_app;

create function forbid_change() returns trigger language plpgsql as $$
begin
  raise exception 'This table is append-only' using errcode = 'insufficient_privilege';
end $$;

create table tenants (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now(),
  -- An organization may shorten the idle timeout; 60 minutes is the most (NIST SP 800-63B, 2.2.3).
  session_idle_minutes integer not null default 30 check (session_idle_minutes between 1 and 60)
);
grant select on tenants to openbenefits_app;

-- A check value (HMAC) for each key of the key file that this database is used with: a start with other keys is refused
-- before it writes anything. Only the owner reads and writes it; the server's role has no right to it.
create table key_checks (
  key_id text primary key,
  digest bytea not null,
  recorded_at timestamptz not null default now()
);

-- One effect per key, however often it is sent (trust P10). The response has IDs and counts, never protected data.
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

-- Figures over the whole book that take long to count: kept, and counted again in the background (trust P9). `scope`:
-- all groups, or one person's.
create table kept_figures (
  tenant_id uuid not null default current_tenant(),
  scope text not null,
  kind text not null,
  figures jsonb not null,
  counted_at timestamptz not null,
  counted_for date not null,
  took_ms integer not null,
  primary key (tenant_id, scope, kind)
);
select protect('kept_figures');

-- Runs of named jobs: progress while they run, history afterwards.
create table job_runs (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  job text not null,
  state text not null check (state in ('running', 'done', 'failed', 'interrupted')),
  started_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  done integer not null default 0,
  total integer,
  summary text,
  failure text,
  primary key (tenant_id, id)
);
create index job_runs_newest on job_runs (tenant_id, job, started_at desc);
select protect('job_runs');

-- What a command causes outside its transaction: recorded in it, delivered afterwards by a worker
-- (decisions/0039-outbox-and-mail.md).
create table outbox (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  kind text not null,
  -- Ids and codes; protected data only sealed.
  payload jsonb not null,
  created_at timestamptz not null,
  -- Counted when an attempt begins; the number is the fence of that attempt.
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  done_at timestamptz,
  -- Of the last attempt that failed.
  error_kind text,
  primary key (tenant_id, id),
  check ((status = 'waiting') = (done_at is null))
);
create index outbox_due on outbox (tenant_id, next_attempt_at) where status = 'waiting';
select protect('outbox');

insert into tenants (id, name) values ('00000000-0000-0000-0000-000000000000', 'OpenBenefits');
