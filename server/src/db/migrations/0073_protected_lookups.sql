-- Answers about protected values (reveals, searches by SSN, "this SSN is taken"), counted per person and hour (trust P23).
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
drop index audit_log_reveals;

-- A draft belongs to its author; an owner may share a named one on purpose. The version tells a second writer that the first has saved.
alter table draft_groups add column shared boolean not null default false, add column version integer not null default 1,
  add column updated_by text;
update draft_groups set updated_by = created_by;
alter table draft_groups alter column updated_by set not null;
