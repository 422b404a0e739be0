-- Sessions and accounts are better-auth's (its column names are camelCase); the tables are made here so that it never migrates by itself.
create schema auth;
create table auth."user" (
  id text primary key,
  name text not null,
  email text not null unique,
  "emailVerified" boolean not null default false,
  image text,
  "tenantId" uuid not null references public.tenants (id),
  role text not null,
  title text,
  phone text,
  department text,
  disabled boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create table auth.session (
  id text primary key,
  token text not null unique,
  "userId" text not null references auth."user" (id) on delete cascade,
  "expiresAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index session_by_user on auth.session ("userId");
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
create table auth.verification (
  id text primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index verification_by_identifier on auth.verification (identifier);
grant usage on schema auth to openbenefits_app;
grant select, insert, update, delete on all tables in schema auth to openbenefits_app;

-- Guesses at the gate, counted where a restart does not forget them (trust P28); the table's columns are rate-limiter-flexible's.
create table auth.gate_guesses (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
grant select, insert, update, delete on auth.gate_guesses to openbenefits_app;

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
create table notification_reads (
  tenant_id uuid not null default current_tenant(),
  notification_id uuid not null,
  user_id text not null,
  read_at timestamptz not null,
  primary key (tenant_id, notification_id, user_id),
  foreign key (tenant_id, notification_id) references notifications (tenant_id, id) on delete cascade
);
select protect('notifications');
select protect('notification_reads');
