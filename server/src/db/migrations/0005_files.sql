-- An upload is the bytes; a file job is what is done with them. The path in the store is random, the sender's file name is a vault envelope.
create table uploads (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  storage_key text not null,
  file_name_encrypted text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  format text not null,
  group_id uuid,
  uploaded_by text not null,
  uploaded_by_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, storage_key),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
create index uploads_by_digest on uploads (tenant_id, sha256);
select protect('uploads');

create table file_jobs (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  upload_id uuid not null,
  group_id uuid,
  status text not null check (status in ('queued', 'processing', 'paused', 'error', 'completed')),
  stage text not null check (stage in ('waiting', 'reading', 'matching', 'applying', 'done')),
  priority text not null default 'medium' check (priority in ('high', 'medium', 'low')),
  -- What kind of file the reader found: full, change or census; null until read.
  mode text,
  -- What has to stand before refused records when they are downloaded: a census header, or ISA to the first INS. A vault envelope.
  head_encrypted text,
  records_total integer not null default 0,
  bytes_read bigint not null default 0,
  records_read integer not null default 0,
  records_done integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  ended integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  remarks jsonb not null default '[]',
  -- The last pack of records whose effect is committed; written in the same transaction.
  checkpoint bigint not null default -1,
  -- Fencing: a worker whose attempt is no longer the row's may not commit (trust P18).
  attempt integer not null default 0,
  lease_owner text,
  leased_until timestamptz,
  change_id uuid,
  error_message text,
  submitted_by text not null,
  submitted_by_name text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  stage_started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, upload_id) references uploads (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
create index file_jobs_newest on file_jobs (tenant_id, created_at desc, id);
create index file_jobs_unfinished on file_jobs (leased_until) where status in ('queued', 'processing');
select protect('file_jobs');

-- What a reader understood, packed: some hundreds of people in one row, until the job has applied them. Packed, because a row, an envelope and an
-- index entry per person would cost a good part of writing the person itself. Logged although it could be read again: after a crash of the
-- database an import goes on at its checkpoint.
create table import_packs (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  -- Apply order: file order, but dependents that do not follow their subscriber closely come after all others.
  pack_key bigint not null,
  group_id uuid not null,
  record_count integer not null,
  -- The records as compressed JSON in one vault envelope.
  records_encrypted text not null,
  primary key (tenant_id, job_id, pack_key)
);
alter table import_packs alter column records_encrypted set storage external;
select protect('import_packs');

-- The subscribers of a file by their family keys, so that a dependent finds its own wherever it stands in the file: a keyed digest, because files
-- link families by SSN. Written with the effect of the record.
create table import_families (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  group_id uuid not null,
  family_index bytea not null,
  -- Null when the subscriber was refused; the line then tells its dependents what to mend.
  member_id uuid,
  line integer not null,
  -- The tier a census names per line: whom of the family its plan covers.
  tiers jsonb,
  primary key (tenant_id, job_id, group_id, family_index)
);
select protect('import_families');

create table file_refusals (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  record_no integer not null,
  line integer not null,
  person_label text not null,
  field text not null,
  code text not null,
  reason text not null,
  -- The record's bytes as they came, so that they can be downloaded, mended and sent again.
  raw_encrypted text not null,
  primary key (tenant_id, job_id, record_no),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
select protect('file_refusals');
