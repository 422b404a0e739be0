-- A file is rehearsed before it is applied: what it would do, record by record, is written down, looked at by the safety stops, and applied when they
-- have nothing against it or a person has approved.
alter table file_jobs drop constraint file_jobs_status_check;
alter table file_jobs add constraint file_jobs_status_check check (status in ('queued', 'processing', 'held', 'paused', 'error', 'completed', 'rejected'));
alter table file_jobs drop constraint file_jobs_stage_check;
alter table file_jobs add constraint file_jobs_stage_check check (stage in ('waiting', 'reading', 'rehearsing', 'matching', 'reviewing', 'applying', 'done'));
alter table file_jobs
  -- Why it is held: [{code, title, text, people, limit}], in the words of domain/src/files/safety-stops.ts; empty for a clean file.
  add column stops jsonb not null default '[]',
  add column approved_by text,
  add column approved_by_name text,
  add column approved_at timestamptz,
  add column premium_day date,
  add column premium_before bigint,
  add column premium_change bigint,
  -- What the reader knows of the file as a whole (domain/src/files/file-facts.ts), without its head; and what a file is known again by.
  add column facts jsonb,
  add column sender_id text,
  add column interchange_control text,
  add column is_test boolean not null default false,
  add column file_date date,
  add column missing_total integer not null default 0;
-- Refused while matching, in the rehearsal or when applied; the rest was refused while reading.
alter table file_refusals add column is_match boolean not null default false;
create index file_jobs_by_sender on file_jobs (tenant_id, sender_id, interchange_control) where sender_id is not null;

-- What a file would do or did, one row a record. It stays: 'last seen in file' is read from it, and the job's page shows it.
create table file_changes (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  record_no integer not null,
  line integer not null,
  group_id uuid not null,
  -- Of a person who is added: the id that the record will have.
  member_id uuid not null,
  person_label text not null,
  is_subscriber boolean not null,
  action text not null check (action in ('added', 'changed', 'ended', 'reinstated', 'voided', 'unchanged')),
  what text not null,
  effective_date date,
  -- Of the whole family, in cents a month on the job's premium day.
  premium_change bigint not null default 0,
  -- [[field, before, after]]; protected values are never in it.
  differences jsonb,
  -- Others of the family who change with this record.
  others integer not null default 0,
  excluded boolean not null default false,
  primary key (tenant_id, job_id, record_no),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
create index file_changes_by_action on file_changes (tenant_id, job_id, action, record_no);
create index file_changes_of_member on file_changes (tenant_id, member_id, job_id);
select protect('file_changes');
select scope_to_groups('file_changes');

-- What a plan costs of a rehearsed file: one row a plan.
create table file_premiums (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  plan_id uuid not null,
  before_cents bigint not null,
  after_cents bigint not null,
  primary key (tenant_id, job_id, plan_id),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
select protect('file_premiums');

-- People whom a full file does not name although they are covered: proposed ends, never ended by themselves (domain rules 4.1).
create table file_missing (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  member_id uuid not null,
  group_id uuid not null,
  subscriber_id uuid not null,
  person_label text not null,
  proposed_last_day date not null,
  monthly_cents bigint,
  decision text check (decision in ('end', 'keep')),
  decided_by_name text,
  primary key (tenant_id, job_id, member_id),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
select protect('file_missing');
select scope_to_groups('file_missing');

-- What is known of a sender: learned from its first file, editable. It decides the mode where the file does not, and what stops its files.
create table trading_partners (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  name text not null,
  sender_id text,
  receiver_id text,
  contact_name text,
  contact_email text,
  contact_phone text,
  -- 'file': what BGN08 says; otherwise whatever it says.
  mode text not null default 'file' check (mode in ('file', 'full', 'change')),
  -- Whether absence from a full file proposes an end at all.
  absence_proposes_end boolean not null default true,
  missing_limit_people integer not null default 5,
  missing_limit_percent integer not null default 5,
  drop_limit_percent integer not null default 10,
  auto_process boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index trading_partners_by_sender on trading_partners (tenant_id, sender_id) where sender_id is not null;
select protect('trading_partners');
create table trading_partner_codes (
  tenant_id uuid not null default current_tenant(),
  partner_id uuid not null,
  -- The sender's code as it is compared: lower-case letters and digits.
  kind text not null check (kind in ('plan')),
  code text not null,
  shown_code text not null,
  plan_id uuid not null,
  mapped_by_name text not null,
  mapped_at timestamptz not null,
  primary key (tenant_id, partner_id, kind, code),
  foreign key (tenant_id, partner_id) references trading_partners (tenant_id, id),
  foreign key (tenant_id, plan_id) references health_plans (tenant_id, id)
);
select protect('trading_partner_codes');
alter table file_jobs add column partner_id uuid;
