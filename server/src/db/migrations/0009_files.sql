-- Enrollment files: uploads, jobs, their packs and findings, trading partners.

-- An upload is the bytes; a file job is what is done with them. The path in the store is random, the sender's file name
-- is a vault envelope.
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
  -- When the original's bytes were removed from the store; the row stays for the history.
  deleted_at timestamptz,
  -- Who deleted the original; null where the retention setting did.
  deleted_by_name text,
  primary key (tenant_id, id),
  unique (tenant_id, storage_key),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
create index uploads_by_digest on uploads (tenant_id, sha256);
create index uploads_kept on uploads (tenant_id, created_at) where deleted_at is null;
select protect('uploads');

create table file_jobs (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  upload_id uuid not null,
  group_id uuid,
  status text not null check (status in ('queued', 'processing', 'held', 'paused', 'error', 'completed', 'rejected', 'removed')),
  stage text not null check (stage in ('waiting', 'reading', 'rehearsing', 'matching', 'reviewing', 'applying', 'done', 'undoing')),
  priority text not null default 'medium' check (priority in ('high', 'medium', 'low')),
  -- What kind of file the reader found: full, change or census; null until read.
  mode text,
  -- The header for downloaded rejected records: a census header, or ISA to the first INS. A vault envelope.
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
  -- Why it is held: [{code, title, text, people, limit}], in the words of domain/src/files/safety-stops.ts; empty for a
  -- clean file.
  stops jsonb not null default '[]',
  approved_by text,
  approved_by_name text,
  approved_at timestamptz,
  premium_day date,
  premium_before bigint,
  premium_change bigint,
  -- Facts about the whole file (domain/src/files/file-facts.ts), without its header; and how it is recognized.
  facts jsonb,
  sender_id text,
  interchange_control text,
  is_test boolean not null default false,
  file_date date,
  missing_total integer not null default 0,
  partner_id uuid,
  -- Attempts that failed with a system error since a user last queued the file.
  tries integer not null default 0,
  -- A queued file whose last attempt failed waits until then.
  next_try_at timestamptz,
  -- Resent rejected rows are a file of a few members, whatever the header says.
  resent_from uuid,
  -- The file named its group, not a user; reading it again names it again.
  group_from_file boolean not null default false,
  -- Member numbers of new members start after this one.
  numbers_behind bigint,
  -- The basis of the preview, so that the file is applied as approved even if the profile or the day changes.
  retro_ends text not null default 'as_sent',
  rehearsed_on date,
  -- Increases with every choice or decision about a previewed file, to update other windows.
  reviews integer not null default 0,
  -- Why a file failed, for programs: its group has to be chosen, it was refused for another reason, or the fault was
  -- ours.
  error_code text check (error_code in ('group_wanted', 'refused', 'fault')),
  -- Who removed it; `finished_at` says when.
  removed_by_name text,
  people jsonb,
  read_no bigint,
  -- Who approved first. The approval covers the choices made then; any later choice or decision revokes it.
  first_approved_by text,
  first_approved_by_name text,
  first_approved_at timestamptz,
  -- Terminations of missing members decided after the file was applied, waiting for a second approval, and who decided
  -- them last.
  ends_approved_by text,
  ends_approved_by_name text,
  ends_approved_at timestamptz,
  -- The progress when work on the stage started or resumed, because earlier work says nothing about the current speed.
  stage_started_done integer not null default 0,
  -- Columns added to the rejected rows of a list: their headings, which are ours and name no one. They follow the
  -- list's columns from columns_at. Columns with which the file was read are kept separately from those added since,
  -- like fixed rows.
  columns_at integer not null default 0,
  columns_taken text[] not null default '{}',
  columns_added text[] not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, upload_id) references uploads (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, resent_from) references file_jobs (tenant_id, id)
);
create index file_jobs_newest on file_jobs (tenant_id, created_at desc, id);
create index file_jobs_unfinished on file_jobs (leased_until) where status in ('queued', 'processing');
create index file_jobs_by_sender on file_jobs (tenant_id, sender_id, interchange_control) where sender_id is not null;
create index file_jobs_by_status on file_jobs (tenant_id, status, finished_at desc);
create unique index file_jobs_resent on file_jobs (tenant_id, resent_from) where resent_from is not null;
create index file_jobs_by_partner on file_jobs (tenant_id, partner_id, created_at) where partner_id is not null;
select protect('file_jobs');

-- Files are read in this order.
create sequence file_readings;
grant usage on sequence file_readings to openbenefits_app, openbenefits_scoped;

-- The processing queue: its settings, what happened to each file in words, and when a file whose attempt failed is
-- tried again.
create table queue_settings (
  tenant_id uuid primary key default current_tenant() references tenants (id),
  paused_by_name text,
  -- Null: the queue runs.
  paused_at timestamptz,
  auto_process boolean not null,
  max_concurrent integer not null check (max_concurrent between 1 and 10),
  retries integer not null check (retries between 0 and 5),
  -- Null: originals are kept for good.
  retention_days integer check (retention_days between 30 and 3650),
  -- Files by which this many members lose coverage need two approvals; null: one is enough.
  second_approval_from integer check (second_approval_from between 1 and 10000)
);
select protect('queue_settings');

-- Records of a reader, packed by the hundred, until they are applied. Packed, because a row, an envelope and an index
-- entry per member would cost much of writing the member. Logged, so that an import resumes at its checkpoint after a
-- database crash.
create table import_packs (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  -- Apply order: file order, but dependents that do not follow their subscriber closely come after all others.
  pack_key bigint not null,
  group_id uuid not null,
  record_count integer not null,
  -- The records as compressed JSON in one vault envelope.
  records_encrypted text not null,
  -- Rows of new families as the preview calculated them (decisions/0025). If their basis is unchanged, they are applied
  -- without matching again. One vault envelope, like records_encrypted.
  newcomers_encrypted text,
  newcomers_count integer not null default 0,
  -- The number of their first change item, counted over the file.
  newcomers_from integer not null default 0,
  -- Their basis: names of plans, classes and places, the day, and the number of changes of the group.
  newcomers_basis text,
  newcomers_done boolean not null default false,
  -- The records that are not among them.
  left_records integer[] not null default '{}'::integer[],
  asked_families bytea[],
  primary key (tenant_id, job_id, pack_key)
);
select protect('import_packs');
alter table import_packs alter column records_encrypted set storage external, alter column newcomers_encrypted set storage external;

-- A file's subscribers by family key, so that dependents find theirs anywhere in the file: a keyed digest, because
-- files link families by SSN. Written with the effect of the record.
create table import_families (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  group_id uuid not null,
  family_index bytea not null,
  -- Null if the subscriber was rejected; the row then tells dependents what to correct.
  member_id uuid,
  line integer not null,
  -- The tier per line in a census: which family members the plan covers.
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
  -- The record's original bytes, to download, fix and send again.
  raw_encrypted text not null,
  -- Rejected while matching, in the preview or when applied; others were rejected while reading.
  is_match boolean not null default false,
  -- What ties a refused row of a list to its family, a vault envelope; and whether only its place below the employee
  -- does, which is lost when it is given back alone.
  family_encrypted text,
  family_by_place boolean not null default false,
  -- Each thing that is wrong with a refused record, [{field, reason}], so that records are grouped by their causes;
  -- `reason` says them all.
  causes jsonb not null default '[]',
  primary key (tenant_id, job_id, record_no),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
select protect('file_refusals');

-- What a file would do or did, one row a record. It stays: 'last seen in file' is read from it, and the job's page
-- shows it.
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
  -- The lines that the record names; null where it says nothing of coverage at all (and for files from before this was
  -- kept).
  lines smallint,
  -- The lines of the person that it ends or takes away; dependents lose theirs with the subscriber.
  ends smallint not null default 0,
  -- A subscriber's record that ends coverage: a later one of the same file may start another plan on the next day, and
  -- then includes dependents who ended only with the subscriber (decisions/0024). Written by the preview, and read when
  -- applying if the records are in different chunks.
  may_go_on boolean not null default false,
  -- The record itself says that coverage ends, also where it had ended already.
  says_end boolean not null default false,
  -- The other members that a record changes, with the result for each ({"id": "ended"}), and how many members the file
  -- concerns, each once ({"added", "changed", "ended", "unchanged"}). Null for older files.
  followers jsonb,
  primary key (tenant_id, job_id, record_no),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
create index file_changes_by_action on file_changes (tenant_id, job_id, action, record_no);
create index file_changes_of_member on file_changes (tenant_id, member_id, job_id);
-- Few files have excluded records, and each file is searched for them four times; without the index, a large file was
-- read whole.
create index file_changes_left_out on file_changes (tenant_id, job_id, record_no) where excluded;
select protect('file_changes');

-- The premium per plan of a previewed file.
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

-- Covered members that a full file does not list: proposed terminations, never automatic (domain rules 4.1).
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
  -- The line that would end; null where everything would.
  line text check (line in ('medical', 'dental', 'vision', 'life', 'disability')),
  -- Whether the file names the person, without the line.
  is_named boolean not null default false,
  -- The change that ended it, until that is undone. What was ended is not decided again.
  change_id uuid,
  constraint file_missing_once unique nulls not distinct (tenant_id, job_id, member_id, line),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
create index file_missing_of_change on file_missing (tenant_id, change_id) where change_id is not null;
select protect('file_missing');

-- Which lines a file names for a group at all: a sender who never sends a line says nothing about it by leaving it out.
create table file_lines (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  group_id uuid not null,
  line text not null check (line in ('medical', 'dental', 'vision', 'life', 'disability')),
  primary key (tenant_id, job_id, group_id, line),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
create index file_lines_of_group on file_lines (tenant_id, group_id, line, job_id);
select protect('file_lines');

-- The references of a file's transaction sets (BGN02), by which a sender's file is known again though its interchange
-- has another number.
create table file_references (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  reference text not null,
  primary key (tenant_id, job_id, reference),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
create index file_references_by_reference on file_references (tenant_id, reference, job_id);
select protect('file_references');

-- The transaction sets of an 834 by their control numbers (ISA06, ISA13, GS06, ST02), for every interchange of a file;
-- with the content, they identify repeated sets. Sets whose number is repeated in their group are omitted, because they
-- are rejected.
create table file_sets (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  -- Its place in the file, from 0.
  set_no integer not null,
  sender_id text not null,
  interchange text not null,
  group_control text not null,
  set_control text not null,
  -- Sets of other lengths have other content; 0 where it is not known.
  segments integer not null,
  primary key (tenant_id, job_id, set_no),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
create index file_sets_by_number on file_sets (tenant_id, sender_id, interchange);
select protect('file_sets');

-- A fixed rejected record is independent of the rejections, which are found again with every preview and when applied.
-- Reading the file again discards it.
create table file_mends (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  record_no integer not null,
  mended_encrypted text not null,
  mended_by_name text not null,
  -- The edited columns, for the file's log.
  columns text[] not null default '{}',
  primary key (tenant_id, job_id, record_no),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
select protect('file_mends');

-- Fixes that were used when a held file was read again, in place of the original rows. Kept apart from pending fixes
-- and from the rejections.
create table file_mends_taken (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  item_no integer not null,
  -- Line of a list or of XML, segment number of an 834, in the file as it was sent.
  line integer not null,
  -- For XML, where several members may be on one line: the original element.
  sent_encrypted text,
  mended_encrypted text not null,
  primary key (tenant_id, job_id, item_no),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
select protect('file_mends_taken');

create table file_undos (
  tenant_id uuid not null default current_tenant(),
  -- The ID of the undo, set with the request, so that it is written only once.
  id uuid not null,
  job_id uuid not null,
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
  ended_at timestamptz,
  -- Why it did not happen, in words without people; null where it did or was stopped.
  problem text,
  -- A file that ended in an error after a part of it was posted is undone like any other, and is what it was when the
  -- undo has ended or was stopped.
  file_status text not null default 'completed' check (file_status in ('completed', 'error')),
  file_stage text not null default 'done',
  primary key (tenant_id, id),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
create index file_undos_of_job on file_undos (tenant_id, job_id, asked_at desc);
create unique index one_open_undo on file_undos (tenant_id, job_id) where ended_at is null;
select protect('file_undos');

-- A file's log. Words and counts of ours and names of staff, never of people in the file, nor a file's name, nor a
-- message of a fault.
create table file_job_events (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  no bigint generated always as identity,
  at timestamptz not null,
  attempt integer not null,
  -- Null: the server.
  actor_name text,
  event text not null,
  text text not null,
  primary key (tenant_id, job_id, no),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
select protect('file_job_events');
revoke update, delete on file_job_events from openbenefits_app;

-- What is answered to a file's sender: TA1 and 999 (005010X231A1). Made when the file was read, also for one that was
-- refused.
create table file_acknowledgements (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  -- A accepted, E accepted with errors noted, P partially, R rejected: the worst answer to anything in the file.
  answer text not null check (answer in ('A', 'E', 'P', 'R')),
  -- [ReceivedInterchange] (domain/src/files/received-interchange.ts); names, never an SSN or a birth date.
  report jsonb not null,
  -- Vault envelopes; a file whose group was not understood has no 999.
  ta1_encrypted text not null,
  ack999_encrypted text,
  made_at timestamptz not null,
  -- The control numbers (ISA13) of the 999s of an answer, so that a TA1 that answers one of them is matched.
  ack999_controls bigint[] not null default '{}'::bigint[],
  primary key (tenant_id, job_id),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
create index acknowledgements_by_control on file_acknowledgements using gin (ack999_controls);
select protect('file_acknowledgements');

-- What is known of a sender: learned from its first file, editable. It decides the mode where the file does not, and
-- what stops its files.
create table trading_partners (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  name text not null,
  sender_id text,
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
  -- Who changed a profile last; and the profile of a group's census files, which name no sender.
  updated_by_name text,
  group_id uuid,
  -- What the headings and words of a sender's lists mean where our own understanding falls short; the plan codes stay
  -- as they were.
  day_first boolean,
  pad_zeros boolean not null default false,
  -- Of an 834: REF*0F of a dependent is its own number, not the family's (domain rules 4.1, REF).
  family_by_place boolean not null default false,
  -- What becomes of ends in a sender's files that reach further back than the group allows (domain rules 4.10): done as
  -- sent, moved to the limit, refused.
  retro_ends text not null default 'as_sent' check (retro_ends in ('as_sent', 'moved', 'refused')),
  -- The sender writes the same reference into many files, so that it tells nothing.
  reference_repeats boolean not null default false,
  -- Each full file of the sender covers only part of the group (a division, a location), so missing members may be in
  -- another file (decisions/0022).
  holds_part boolean not null default false,
  -- An end date of the sender (349, 357, the coverage end of a list) is the first day without coverage, not the last
  -- day covered (decisions/0022).
  end_day_not_covered boolean not null default false,
  -- The receiver IDs (ISA08) of a sender's files; a file for another receiver is held, and its TA1 says so (note 009).
  -- If empty, the next file sets it.
  receiver_ids text[] not null default '{}',
  -- Which codes of HD03 that the guide lacks are taken as life insurance, of LIF, AC and ADD in this order; LIF has
  -- always been.
  beyond_guide text[] not null default '{LIF}'::text[] check (beyond_guide <@ '{LIF,AC,ADD}'::text[]),
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
create unique index trading_partners_by_sender on trading_partners (tenant_id, sender_id) where sender_id is not null;
create unique index trading_partners_by_group on trading_partners (tenant_id, group_id) where group_id is not null;
-- Lists that name several groups, or none that is chosen, have one profile together.
create unique index trading_partners_of_no_one on trading_partners (tenant_id)
  where sender_id is null and group_id is null;
select protect('trading_partners');

create table trading_partner_codes (
  tenant_id uuid not null default current_tenant(),
  partner_id uuid not null,
  -- The sender's code as it is compared: lower-case letters and digits.
  kind text not null check (kind in ('plan', 'tier', 'relationship', 'gender', 'action', 'yes_no', 'waiver')),
  code text not null,
  shown_code text not null,
  plan_id uuid,
  mapped_by_name text not null,
  mapped_at timestamptz not null,
  -- Ours for the word, by its kind (domain/src/files/census-mapping.ts); a plan code has its plan instead.
  meaning text,
  primary key (tenant_id, partner_id, kind, code),
  foreign key (tenant_id, partner_id) references trading_partners (tenant_id, id),
  foreign key (tenant_id, plan_id) references health_plans (tenant_id, id),
  constraint trading_partner_codes_meaning_check check (((kind = 'plan') = (plan_id is not null)) and ((kind = 'plan') = (meaning is null)))
);
select protect('trading_partner_codes');

create table trading_partner_columns (
  tenant_id uuid not null default current_tenant(),
  partner_id uuid not null,
  -- The heading as it is compared: lower-case letters and digits.
  heading text not null,
  shown_heading text not null,
  -- Null leaves the column out.
  field text,
  dependent integer not null default 0,
  mapped_by_name text not null,
  mapped_at timestamptz not null,
  primary key (tenant_id, partner_id, heading),
  foreign key (tenant_id, partner_id) references trading_partners (tenant_id, id)
);
select protect('trading_partner_columns');

-- What a sender calls the families of a group (REF*0F, the Family ID of a census), so that a dependent who comes alone
-- in a later file finds its own. A keyed digest, because it may be an SSN. A row says since which change the number
-- means this subscriber; the newest counts, and an undo takes its own away. Numbers by which the subscriber is found
-- anyway (SSN, employee number, member number) are not written down.
create table family_numbers (
  tenant_id uuid not null default current_tenant(),
  -- Null for a census of several groups, which has no profile.
  partner_id uuid,
  group_id uuid not null,
  family_index bytea not null,
  member_id uuid not null,
  change_id uuid not null,
  noted_at timestamptz not null,
  primary key (tenant_id, group_id, family_index, change_id),
  foreign key (tenant_id, partner_id) references trading_partners (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  foreign key (tenant_id, change_id) references changes (tenant_id, id)
);
create index family_numbers_of_change on family_numbers (tenant_id, change_id);
create index family_numbers_of_member on family_numbers (tenant_id, member_id);
select protect('family_numbers');

-- A coverage line as a bit: medical 1, dental 2, vision 4, life 8, disability 16. Same as lineBits in
-- domain/src/coverage/coverage-line.ts; a test compares them.
create function line_bit(line text) returns integer language sql immutable parallel safe as $$
  select case line when 'medical' then 1 when 'dental' then 2 when 'vision' then 4 when 'life' then 8 when 'disability' then 16 end
$$;
grant execute on function line_bit to openbenefits_app;

-- A file may have members of several groups. Users limited to one see only its part, so these functions work on the
-- whole file; the file itself is found, and locked, under row-level security before.
create function has_posted(p_job uuid) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from file_jobs j join change_items i on i.tenant_id = j.tenant_id and i.change_id = j.change_id where j.tenant_id = current_tenant() and j.id = p_job)
$$;
revoke all on function has_posted from public;
grant execute on function has_posted to openbenefits_app, openbenefits_scoped;

-- The status of other files with the same bytes, read with other columns.
create function other_readings(p_job uuid) returns setof text language sql stable security definer set search_path = public, pg_temp as $$
  select o.status from file_jobs j join file_jobs o on o.tenant_id = j.tenant_id and o.upload_id = j.upload_id and o.id <> j.id where j.tenant_id = current_tenant() and j.id = p_job
$$;
revoke all on function other_readings from public;
grant execute on function other_readings to openbenefits_app, openbenefits_scoped;

create function forget_file(p_job uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from import_packs where tenant_id = current_tenant() and job_id = p_job;
  delete from import_families where tenant_id = current_tenant() and job_id = p_job;
  delete from file_changes where tenant_id = current_tenant() and job_id = p_job;
  delete from file_missing where tenant_id = current_tenant() and job_id = p_job;
  delete from file_refusals where tenant_id = current_tenant() and job_id = p_job;
  delete from file_mends where tenant_id = current_tenant() and job_id = p_job;
  delete from file_mends_taken where tenant_id = current_tenant() and job_id = p_job;
  delete from file_premiums where tenant_id = current_tenant() and job_id = p_job;
  delete from file_lines where tenant_id = current_tenant() and job_id = p_job;
  delete from file_references where tenant_id = current_tenant() and job_id = p_job;
  delete from file_sets where tenant_id = current_tenant() and job_id = p_job;
  delete from file_acknowledgements where tenant_id = current_tenant() and job_id = p_job;
$$;
revoke all on function forget_file from public;
grant execute on function forget_file to openbenefits_app, openbenefits_scoped;

-- The scoped role sees rows of its assigned groups only.
select scope_to_groups('uploads');
select scope_to_groups('file_jobs');
select scope_to_groups('import_packs');
select scope_to_groups('import_families');
select scope_to_groups('file_refusals', 'exists (select from file_jobs j where j.id = job_id)');
select scope_to_groups('file_changes');
select scope_to_groups('file_missing');
select scope_to_groups('file_lines');
select scope_to_groups('file_references', 'exists (select from file_jobs j where j.id = job_id)');
select scope_to_groups('file_sets', 'exists (select from file_jobs j where j.id = job_id)');
select scope_to_groups('file_mends', 'exists (select from file_jobs j where j.id = job_id)');
select scope_to_groups('file_mends_taken', 'exists (select from file_jobs j where j.id = job_id)');
select scope_to_groups('file_undos', 'exists (select from file_jobs j where j.id = job_id)');
select scope_to_groups('file_job_events', 'exists (select from file_jobs j where j.id = job_id)');
select scope_to_groups('file_acknowledgements', 'exists (select from file_jobs j where j.id = job_id)');
select scope_to_groups('family_numbers');
