-- Runs of named jobs: progress while they run, history afterwards.
create table job_runs (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  job text not null,
  state text not null check (state in ('running', 'done', 'failed', 'interrupted')),
  started_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  done integer not null default 0,
  total integer,
  summary text,
  failure text,
  primary key (tenant_id, id)
);
create index job_runs_newest on job_runs (tenant_id, job, started_at desc);
select protect('job_runs');
