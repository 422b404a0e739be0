-- Files for carriers, what they reported, and the carriers' answers. How a carrier wants its 834. Null for
-- `carrier_name`: all plans of any carrier.

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
  -- The content of REF*0F.
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
  -- How coverage that never was is reported: HD 002, or a termination on the first day (HD 024, 349 on the day of 348).
  voids text not null default 'delete' check (voids in ('delete', 'same_day')),
  -- Carriers differ in what absence from a full file means; some want each termination in a number of full files
  -- (domain rules 4.1, outbound).
  ends_in_full integer not null default 0 check (ends_in_full between 0 and 12),
  -- Carriers take files in by their names.
  file_name text not null default '834-{control}.edi',
  -- HD05 by tier, if a carrier's codes differ from the guide's (domain rules 4.15), next to those of lines and plans.
  tier_codes jsonb not null default '{}',
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select protect('carrier_profiles');

-- Control numbers of what we send (ISA13, GS06): each is used once.
create table control_numbers (
  tenant_id uuid not null default current_tenant(),
  kind text not null check (kind = 'interchange'),
  last_number bigint not null,
  primary key (tenant_id, kind)
);
select protect('control_numbers');

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
  file_name text not null default '',
  -- A carrier answers each transaction set, so it knows the content of accepted sets of a partly accepted file. For
  -- older files the set is unknown, and everything is reported again.
  accepted_sets integer[] not null default '{}'::integer[],
  primary key (tenant_id, id),
  foreign key (tenant_id, profile_id) references carrier_profiles (tenant_id, id)
);
create index outbound_by_profile on outbound_interchanges (tenant_id, profile_id, control_number);
create index outbound_by_control on outbound_interchanges (tenant_id, control_number);
select protect('outbound_interchanges');

-- What a file reported per member and line. The latest not rejected is what the carrier knows; a change file is the
-- difference from it.
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
  -- The coverage level (HD05) reported for a subscriber, with its effective date, to report level changes when
  -- dependents change. Null for dependents, for coverage that never was, and if unknown.
  tier text check (tier in ('EMP', 'ESP', 'ECH', 'FAM')),
  tier_from date,
  -- How many full files have named an end, or coverage that never was, up to and with this one.
  times_ended integer not null default 0,
  set_no integer,
  primary key (tenant_id, interchange_id, member_id, line),
  foreign key (tenant_id, interchange_id) references outbound_interchanges (tenant_id, id)
);
create index outbound_sent_of_member on outbound_sent (tenant_id, member_id, line);
select protect('outbound_sent');

-- The identity under which a file reported each member. A vault envelope, decrypted only if the member's identity has
-- changed, to name the old one.
create table outbound_identities (
  tenant_id uuid not null default current_tenant(),
  interchange_id uuid not null,
  member_id uuid not null,
  identity_encrypted text not null,
  set_no integer,
  primary key (tenant_id, interchange_id, member_id),
  foreign key (tenant_id, interchange_id) references outbound_interchanges (tenant_id, id)
);
create index outbound_identities_of_member on outbound_identities (tenant_id, member_id);
select protect('outbound_identities');

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

-- The scoped role sees rows of its assigned groups only.
select scope_to_groups('carrier_profiles', 'false');
select scope_to_groups('outbound_interchanges', 'false');
select scope_to_groups('outbound_sent', 'false');
select scope_to_groups('outbound_identities', 'false');
select scope_to_groups('inbound_acknowledgements', 'exists (select from file_jobs j where j.id = job_id)');
