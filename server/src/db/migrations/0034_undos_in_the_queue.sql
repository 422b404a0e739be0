-- The undo of a large import is work in the queue: what was asked for, how far it is, and why it did not happen. It is done in one transaction, so that
-- nobody ever sees half of it; `done` is written beside it for those who look on.
alter table file_jobs drop constraint file_jobs_stage_check;
alter table file_jobs add constraint file_jobs_stage_check check (stage in ('waiting', 'reading', 'rehearsing', 'matching', 'reviewing', 'applying', 'done', 'undoing'));

create table file_undos (
  tenant_id uuid not null default current_tenant(),
  -- The change that it becomes: given when it is asked for, so that it can be written only once.
  id uuid not null,
  job_id uuid not null,
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
  ended_at timestamptz,
  -- Why it did not happen, in words without people; null where it did or was stopped.
  problem text,
  primary key (tenant_id, id),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
create index file_undos_of_job on file_undos (tenant_id, job_id, asked_at desc);
create unique index one_open_undo on file_undos (tenant_id, job_id) where ended_at is null;
select protect('file_undos');
select scope_to_groups('file_undos', 'exists (select from file_jobs j where j.id = job_id)');
