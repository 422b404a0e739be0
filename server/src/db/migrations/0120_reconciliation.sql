-- Reconciliation of self bills and carrier invoices with our bills (domain rules 4.9).

-- A file that was compared with what we expect. Its lines and their decisions are below; replaced by a newer file of the same month.
create table reconciliations (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  source text not null check (source in ('self_bill', 'carrier_invoice')),
  -- Null is a carrier's invoice for several groups.
  group_id uuid,
  carrier_name text,
  month date not null check (extract(day from month) = 1),
  -- Their invoice number.
  reference text not null,
  file_name text not null,
  sha256 text not null,
  is_per_member boolean not null,
  -- Changes after that day are not in their figures.
  their_cut_off date,
  -- When our side was read.
  known_at timestamptz not null,
  lines integer not null,
  theirs_cents bigint not null,
  ours_cents bigint not null,
  status text not null check (status in ('open', 'closed', 'replaced')),
  created_by text not null,
  created_by_name text not null,
  created_at timestamptz not null,
  closed_by_name text,
  closed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  check (source = 'carrier_invoice' or group_id is not null),
  check ((source = 'carrier_invoice') = (carrier_name is not null))
);
create index reconciliations_newest on reconciliations (tenant_id, created_at desc, id desc);
-- The same file of the same source and month is compared once.
create unique index one_reconciliation_of_file on reconciliations (tenant_id, source, coalesce(group_id, '00000000-0000-0000-0000-000000000000'), coalesce(carrier_name, ''), month, sha256) where status <> 'replaced';
select protect('reconciliations');
select scope_to_groups('reconciliations');
revoke delete on reconciliations from openbenefits_app;

-- Every amount of both sides is in exactly one line, so their sums are the sums of the reconciliation.
create table reconciliation_lines (
  tenant_id uuid not null default current_tenant(),
  reconciliation_id uuid not null,
  place integer not null,
  group_id uuid,
  subscriber_id uuid,
  -- How the file names a member or plan that could not be matched; never an SSN.
  stated text,
  plan_id uuid,
  line text,
  tier text,
  month date not null,
  kind text not null check (kind in ('match', 'wrong_rate', 'wrong_tier', 'terminated_billed', 'not_billed', 'wrong_plan', 'duplicate', 'timing', 'count', 'unexplained')),
  theirs_cents bigint not null,
  ours_cents bigint not null,
  reason text not null,
  file_row integer,
  retro_limit date,
  action text check (action in ('accept', 'adjust', 'dispute', 'task')),
  note text,
  assignee_name text,
  decided_by_name text,
  decided_at timestamptz,
  primary key (tenant_id, reconciliation_id, place),
  foreign key (tenant_id, reconciliation_id) references reconciliations (tenant_id, id)
);
create index reconciliation_differences on reconciliation_lines (tenant_id, reconciliation_id, kind, place) where kind <> 'match';
select protect('reconciliation_lines');
select scope_to_groups('reconciliation_lines');
revoke delete on reconciliation_lines from openbenefits_app;

-- Which column of a source's files has which field, and which plan a text of them is; by the source.
create table reconciliation_mappings (
  tenant_id uuid not null default current_tenant(),
  source_key text not null,
  columns jsonb not null,
  plans jsonb not null,
  primary key (tenant_id, source_key)
);
select protect('reconciliation_mappings');
