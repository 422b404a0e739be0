-- The undo of a large change that no file made (the end of a group, of hundreds of families) is work in the queue, too: what was asked for, who works on it, how far it is,
-- and why it did not happen. It is done in one transaction, so that nobody ever sees half of it; `done` is written beside it for those who look on.
create table change_undos (
  tenant_id uuid not null default current_tenant(),
  -- The change that it becomes: given when it is asked for, so that it can be written only once.
  id uuid not null,
  change_id uuid not null,
  -- The group whose files and changes wait for it; null where the change is of several.
  group_id uuid,
  asked_by text not null,
  asked_by_name text not null,
  -- Works on assigned groups only: then it sees and changes those only.
  is_scoped boolean not null,
  asked_at timestamptz not null,
  reason text,
  -- Families of whom somebody was changed since stay as they are, as long as they are those that were seen when it was confirmed: `sight` is a digest of them.
  skip_blocked boolean not null,
  sight text,
  people integer not null,
  done integer not null default 0,
  attempt integer not null default 0,
  tries integer not null default 0,
  next_try_at timestamptz,
  -- Null: it waits for its turn.
  lease_owner text,
  leased_until timestamptz,
  ended_at timestamptz,
  -- Why it did not happen, in words without people; null where it did or was stopped.
  problem text,
  primary key (tenant_id, id),
  foreign key (tenant_id, change_id) references changes (tenant_id, id)
);
create index change_undos_of_change on change_undos (tenant_id, change_id, asked_at desc);
create unique index one_open_undo_of_change on change_undos (tenant_id, change_id) where ended_at is null;
select protect('change_undos');
select scope_to_groups('change_undos', 'exists (select from changes c where c.id = change_id)');
