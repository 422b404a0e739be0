-- Change sets: who changed what, when and why (decisions/0004). Every change of members or coverage belongs to one; its
-- items give history, preview, undo and explanation.

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
  -- An undo is a change that refers to the change it undoes. A member of a change is undone once.
  undoes uuid,
  effective_date date,
  primary key (tenant_id, id),
  foreign key (tenant_id, undoes) references changes (tenant_id, id)
);
create index changes_by_group on changes (tenant_id, group_id, made_at desc);
create index changes_undone on changes (tenant_id, undoes) where undoes is not null;
-- Terminations of a file's missing members are undone with the file.
create index changes_of_file on changes (tenant_id, file_job_id) where file_job_id is not null;
select protect('changes');
revoke update, delete on changes from openbenefits_app;

create table change_items (
  tenant_id uuid not null default current_tenant(),
  change_id uuid not null,
  item_no integer not null,
  entity text not null,
  entity_id uuid not null,
  action text not null check (action in ('added', 'changed', 'ended', 'reinstated', 'voided', 'unchanged', 'removed', 'merged', 'restored')),
  -- Changed fields only. Protected values are vault envelopes, never plain text.
  before jsonb,
  after jsonb,
  source_line integer,
  primary key (tenant_id, change_id, item_no),
  foreign key (tenant_id, change_id) references changes (tenant_id, id)
);
create index change_items_by_entity on change_items (tenant_id, entity_id);
-- Finds subscribers who had one of these SSNs (digests as hex digits) before a correction by a file or by hand, because
-- dependents may still use it. A value restored by an undo was wrong. Runs as the owner, because row-level security
-- prevents the index on a key of `before`; so it checks the tenant and removed records itself.
create index change_items_by_former_ssn on change_items (tenant_id, ((before ->> 'ssnIndex')))
  where before ? 'ssnIndex';
select protect('change_items');
revoke update, delete on change_items from openbenefits_app;

-- The undo of a large change without a file (the termination of a group or of many families) runs in the queue: the
-- request, its worker, its progress, and why it failed. It is one transaction, so no one sees half of it; `done` is
-- written separately for the progress.
create table change_undos (
  tenant_id uuid not null default current_tenant(),
  -- The ID of the undo, set with the request, so that it is written only once.
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
  -- Families with later changes stay unchanged if they are those of the confirmed preview: `sight` is a digest of them.
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
  -- A paused undo of a large change has no effect yet, and restarts when resumed.
  paused_by_name text,
  primary key (tenant_id, id),
  foreign key (tenant_id, change_id) references changes (tenant_id, id)
);
create index change_undos_of_change on change_undos (tenant_id, change_id, asked_at desc);
create unique index one_open_undo_of_change on change_undos (tenant_id, change_id) where ended_at is null;
select protect('change_undos');

-- A group's scheduled status, applied by settling.
create table group_status_changes (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  group_id uuid not null,
  from_status text not null,
  to_status text not null,
  effective_date date not null,
  reason text not null,
  change_id uuid not null,
  made_by_name text not null,
  made_at timestamptz not null,
  applied_at timestamptz,
  cancelled_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, change_id) references changes (tenant_id, id)
);
create unique index one_planned_status on group_status_changes (tenant_id, group_id)
  where applied_at is null and cancelled_at is null;
select protect('group_status_changes');

-- The scoped role sees rows of its assigned groups only.
select scope_to_groups('changes');
select scope_to_groups('change_items', 'exists (select from changes c where c.id = change_id)');
select scope_to_groups('change_undos', 'exists (select from changes c where c.id = change_id)');
select scope_to_groups('group_status_changes');
