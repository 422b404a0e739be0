-- Acknowledgements of enrolment files, in both directions, and the files that go out to carriers.

-- Control numbers of what we send (ISA13, GS06): each is used once.
create table control_numbers (
  tenant_id uuid not null default current_tenant(),
  kind text not null check (kind in ('interchange')),
  last_number bigint not null,
  primary key (tenant_id, kind)
);
select protect('control_numbers');

-- What is answered to a file's sender: TA1 and 999 (005010X231A1). Made when the file was read, also for one that was refused.
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
  primary key (tenant_id, job_id),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
select protect('file_acknowledgements');
select scope_to_groups('file_acknowledgements', 'exists (select from file_jobs j where j.id = job_id)');

-- How a carrier wants its 834. Null for `carrier_name`: all plans, whoever carries them.
create table carrier_profiles (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  name text not null,
  carrier_name text,
  sender_qualifier text not null default 'ZZ',
  sender_id text not null,
  receiver_qualifier text not null default 'ZZ',
  receiver_id text not null,
  mode text not null check (mode in ('full', 'change')),
  -- What stands in REF*0F.
  family_id text not null default 'ssn' check (family_id in ('ssn', 'member_number')),
  -- HD03 by coverage line, HD04 by plan id; what is absent is ours.
  line_codes jsonb not null default '{}',
  plan_codes jsonb not null default '{}',
  -- Element, component, repetition, segment.
  separators text not null default '*:^~' check (char_length(separators) = 4),
  uppercase boolean not null default true,
  usage text not null default 'T' check (usage in ('T', 'P')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select protect('carrier_profiles');
select scope_to_groups('carrier_profiles', 'false');

-- A file that was made for a carrier, and what the carrier answered.
create table outbound_interchanges (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  profile_id uuid not null,
  -- ISA13 and GS06.
  control_number bigint not null,
  mode text not null check (mode in ('full', 'change')),
  usage text not null check (usage in ('T', 'P')),
  people integer not null,
  segments integer not null,
  -- A vault envelope; null once it was kept for as long as files are kept.
  content_encrypted text,
  made_by_name text not null,
  made_at timestamptz not null,
  -- Of the carrier's 999 or TA1; null while none came.
  answer text check (answer in ('A', 'E', 'P', 'R')),
  answered_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, control_number),
  foreign key (tenant_id, profile_id) references carrier_profiles (tenant_id, id)
);
create index outbound_by_profile on outbound_interchanges (tenant_id, profile_id, control_number);
select protect('outbound_interchanges');
select scope_to_groups('outbound_interchanges', 'false');

-- What a file said of each person and line. The latest that the carrier has not rejected is what the carrier knows; a change file is the difference from it.
create table outbound_sent (
  tenant_id uuid not null default current_tenant(),
  interchange_id uuid not null,
  member_id uuid not null,
  line text not null,
  plan_id uuid not null,
  covered_from date not null,
  -- The first day without coverage.
  covered_until date,
  is_void boolean not null default false,
  -- A keyed digest of name, address and identity, which tells only whether they have changed.
  identity bytea not null,
  primary key (tenant_id, interchange_id, member_id, line),
  foreign key (tenant_id, interchange_id) references outbound_interchanges (tenant_id, id)
);
create index outbound_sent_of_member on outbound_sent (tenant_id, member_id, line);
select protect('outbound_sent');
select scope_to_groups('outbound_sent', 'false');

-- A 999 or TA1 that came in, and what it answers. It is never acknowledged itself.
create table inbound_acknowledgements (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  -- [Answered] (domain/src/files/read-acknowledgement.ts), each with the file it answers where there is one.
  report jsonb not null,
  primary key (tenant_id, job_id),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
select protect('inbound_acknowledgements');
select scope_to_groups('inbound_acknowledgements', 'exists (select from file_jobs j where j.id = job_id)');
