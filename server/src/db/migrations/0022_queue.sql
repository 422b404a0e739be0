-- The processing queue: its settings, what happened to each file in words, and when a file whose attempt failed is tried again.
create table queue_settings (
  tenant_id uuid primary key default current_tenant() references tenants (id),
  paused_by_name text,
  -- Null: the queue runs.
  paused_at timestamptz,
  auto_process boolean not null,
  max_concurrent integer not null check (max_concurrent between 1 and 10),
  retries integer not null check (retries between 0 and 5),
  -- Null: originals are kept for good.
  retention_days integer check (retention_days between 30 and 3650)
);
select protect('queue_settings');

-- A file's log. Words and counts of ours and names of staff, never of people in the file, nor a file's name, nor a message of a fault.
create table file_job_events (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  no bigint generated always as identity,
  at timestamptz not null,
  attempt integer not null,
  -- Null: the server by itself.
  actor_name text,
  event text not null,
  text text not null,
  primary key (tenant_id, job_id, no),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
select protect('file_job_events');
select scope_to_groups('file_job_events', 'exists (select from file_jobs j where j.id = job_id)');
revoke update, delete on file_job_events from openbenefits_app;

alter table file_jobs
  -- Attempts that ended in a fault of ours since somebody last put the file into the queue.
  add column tries integer not null default 0,
  -- A queued file whose last attempt failed waits until then.
  add column next_try_at timestamptz;
create index file_jobs_by_status on file_jobs (tenant_id, status, finished_at desc);

-- When the original's bytes were removed from the store; the row stays for the history.
alter table uploads add column deleted_at timestamptz;
create index uploads_kept on uploads (tenant_id, created_at) where deleted_at is null;
