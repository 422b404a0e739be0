-- A check value (HMAC) for each key of the key file that this database is used with: a start with other keys is refused before it writes anything.
-- Only the owner reads and writes it; the server's role has no right to it.
create table key_checks (
  key_id text primary key,
  digest bytea not null,
  recorded_at timestamptz not null default now()
);
