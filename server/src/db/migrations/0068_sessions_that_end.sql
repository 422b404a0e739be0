-- Sessions end on the server, idle and absolute (trust P25). A token is stored as its digest: who reads the table cannot use it.
delete from auth.session;
alter table auth.session add column "lastUsedAt" timestamptz not null;
create index session_by_end on auth.session ("expiresAt");

-- An organization may shorten the idle timeout; 60 minutes is the most (NIST SP 800-63B, 2.2.3).
alter table tenants add column session_idle_minutes integer not null default 30 check (session_idle_minutes between 1 and 60);

-- Disabling an account ends its sessions for good, whatever disables it; enabling it again revives none.
create function auth.end_sessions_of_disabled() returns trigger language plpgsql as $$
begin
  delete from auth.session where "userId" = new.id;
  return null;
end $$;
create trigger end_sessions_of_disabled after update of disabled on auth."user"
  for each row when (new.disabled) execute function auth.end_sessions_of_disabled();

-- Sign-in attempts are counted per account and address with a growing delay (trust P28), where a restart does not forget them.
drop table auth.gate_guesses;
create table auth.sign_in_attempts (
  key text primary key,
  attempts integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  allowed_at timestamptz not null
);
create index sign_in_attempts_by_age on auth.sign_in_attempts (last_at);

-- Browsers and addresses from which the person signed in before: a stranger's attempts don't lock them out.
create table auth.known_devices (
  user_id text not null references auth."user" (id) on delete cascade,
  device_hash bytea not null,
  address text not null,
  last_used_at timestamptz not null,
  primary key (user_id, device_hash, address)
);
create index known_devices_by_address on auth.known_devices (user_id, address);
grant select, insert, update, delete on auth.sign_in_attempts, auth.known_devices to openbenefits_app;
