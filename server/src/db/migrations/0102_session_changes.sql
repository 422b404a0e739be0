-- Processes keep live sessions in memory for seconds; every change that ends one or alters its person is announced (decisions/0043).
create function auth.announce_session_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changes', '');
  return null;
end $$;
create trigger announce_session_end after delete or truncate on auth.session
  for each statement execute function auth.announce_session_change();
create trigger announce_session_change after update of id, token, "userId", "expiresAt" on auth.session
  for each statement execute function auth.announce_session_change();
create trigger announce_user_change after update or delete or truncate on auth."user"
  for each statement execute function auth.announce_session_change();
create trigger announce_idle_limit after update of session_idle_minutes on tenants
  for each statement execute function auth.announce_session_change();
