-- Accounts and sessions, the organization, its switches, notifications, mails and lookups of protected data.

-- Sessions and accounts are better-auth's (its column names are camelCase). It never migrates them.
create schema auth;
grant usage on schema auth to openbenefits_app;

create table auth."user" (
  id text primary key,
  name text not null,
  email text not null unique,
  "emailVerified" boolean not null default false,
  image text,
  "tenantId" uuid not null references tenants (id),
  role text not null,
  title text,
  phone text,
  department text,
  disabled boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  -- Users limited to assigned groups ('assigned') use a separate role, so that other users do not pay for these
  -- policies.
  "groupScope" text not null default 'all' check ("groupScope" in ('all', 'assigned'))
);
grant select, insert, update, delete on auth."user" to openbenefits_app;

create table auth.session (
  id text primary key,
  token text not null unique,
  "userId" text not null references auth."user" (id) on delete cascade,
  "expiresAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  "lastUsedAt" timestamptz not null
);
create index session_by_user on auth.session ("userId");
create index session_by_end on auth.session ("expiresAt");
grant select, insert, update, delete on auth.session to openbenefits_app;

create table auth.account (
  id text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references auth."user" (id) on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index account_by_user on auth.account ("userId");
grant select, insert, update, delete on auth.account to openbenefits_app;

create table auth.verification (
  id text primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index verification_by_identifier on auth.verification (identifier);
grant select, insert, update, delete on auth.verification to openbenefits_app;

create table auth.sign_in_attempts (
  key text primary key,
  attempts integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  allowed_at timestamptz not null
);
create index sign_in_attempts_by_age on auth.sign_in_attempts (last_at);
grant select, insert, update, delete on auth.sign_in_attempts to openbenefits_app;

-- Browsers and addresses from which the person signed in before: a stranger's attempts don't lock them out.
create table auth.known_devices (
  user_id text not null references auth."user" (id) on delete cascade,
  device_hash bytea not null,
  address text not null,
  last_used_at timestamptz not null,
  primary key (user_id, device_hash, address)
);
create index known_devices_by_address on auth.known_devices (user_id, address);
grant select, insert, update, delete on auth.known_devices to openbenefits_app;

-- Disabling an account ends its sessions for good, whatever disables it; enabling it again revives none.
create function auth.end_sessions_of_disabled() returns trigger language plpgsql as $$
begin
  delete from auth.session where "userId" = new.id;
  return null;
end $$;
create trigger end_sessions_of_disabled after update of disabled on auth."user" for each row when (new.disabled) execute function auth.end_sessions_of_disabled();

-- Who the organization is, on mails, documents and bills; its time zone decides what "today" is.
create table organization_profiles (
  tenant_id uuid primary key default current_tenant() references tenants (id) on delete cascade,
  name text not null,
  legal_name text not null default '',
  address_line1 text not null default '',
  address_line2 text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  -- Where payments by check go; empty means the address above.
  remit_name text not null default '',
  remit_line1 text not null default '',
  remit_line2 text not null default '',
  remit_city text not null default '',
  remit_state text not null default '',
  remit_zip_code text not null default '',
  phone text not null default '',
  email text not null default '',
  website text not null default '',
  time_zone text not null default 'America/Chicago',
  logo bytea,
  logo_type text check (logo_type in ('image/png', 'image/jpeg')),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check ((logo is null) = (logo_type is null))
);
select protect('organization_profiles');
revoke insert, delete on organization_profiles from openbenefits_app;

create function make_organization_profile() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into organization_profiles (tenant_id, name) values (new.id, new.name);
  return null;
end $$;
create trigger make_organization_profile after insert on tenants for each row execute function make_organization_profile();

-- Features that an administrator can switch off; what a flag governs is listed in domain/src/admin/feature-flags.ts.
create table feature_flags (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null default uuid_v7(),
  flag_name text not null,
  description text not null,
  enabled boolean not null,
  changed_at timestamptz,
  changed_by_name text,
  primary key (tenant_id, id),
  unique (tenant_id, flag_name)
);
select protect('feature_flags');

create table saved_views (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  user_id text not null,
  list text not null check (list in ('groups', 'members')),
  name text not null,
  -- The list's address without a search term: filters, sort, columns. Never protected data.
  address text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, user_id, list, name)
);
select protect('saved_views');

create table notifications (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  -- Null: for every administrator of the tenant.
  user_id text,
  severity text not null check (severity in ('warning', 'success', 'error', 'info')),
  title text not null,
  body text not null,
  link text,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index notifications_newest on notifications (tenant_id, created_at desc);
select protect('notifications');

create table notification_reads (
  tenant_id uuid not null default current_tenant(),
  notification_id uuid not null,
  user_id text not null,
  read_at timestamptz not null,
  primary key (tenant_id, notification_id, user_id),
  foreign key (tenant_id, notification_id) references notifications (tenant_id, id) on delete cascade
);
select protect('notification_reads');

create table mails (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  template text not null,
  -- Recipient and data of the template, sealed.
  request_encrypted text not null,
  -- Subject and text, sealed, once the mail was sent or kept.
  rendered_encrypted text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
  error_kind text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references outbox (tenant_id, id) on delete cascade
);
select protect('mails');

-- Answers about protected values (reveals, searches by SSN, "this SSN is taken"), counted per person and hour (trust
-- P23).
create table protected_lookups (
  tenant_id uuid not null default current_tenant(),
  actor_id text not null,
  at timestamptz not null,
  kind text not null check (kind in ('reveal', 'ssn_search', 'ssn_taken', 'on_record', 'file_answer')),
  -- The file whose rows were answered; a preview that is made again counts once.
  file_job_id uuid,
  amount integer not null check (amount > 0)
);
create index protected_lookups_by_actor on protected_lookups (tenant_id, actor_id, at);
select protect('protected_lookups');

-- A requested export, sent by POST and downloaded once by its ID: a filter may name a person, so it is never in an
-- address.
create table export_requests (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  user_id text not null,
  list text not null,
  format text not null check (format in ('csv', 'xlsx')),
  -- A vault envelope.
  filter_encrypted text not null,
  reason text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  fetched_at timestamptz,
  primary key (tenant_id, id)
);
select protect('export_requests');

insert into feature_flags (tenant_id, flag_name, description, enabled)
select t.id, f.name, f.description, true from tenants t, (values
  ('protected_value_reveal', 'An SSN or date of birth can be shown in full, with a reason, for 30 seconds.'),
  ('data_export', 'Groups and members can be exported as CSV or Excel.'),
  ('bulk_actions', 'Several groups or members can be changed at once.'),
  ('retro_termination_override', 'Coverage can be ended further back than the group''s retro window, with a reason.'),
  ('duplicate_merging', 'Records of the same person can be merged.'),
  ('age_out_monitoring', 'Dependents who are about to turn 26 are looked for.')
) as f(name, description);
insert into organization_profiles (tenant_id, name) select id, name from tenants;
