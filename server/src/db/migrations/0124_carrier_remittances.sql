-- Premium that is collected for carriers and remitted to them with an 820; ACH debits with an 820 (decisions/0057).

-- The payer takes the 820 of a debit in addenda records (CTX).
alter table bank_accounts add column is_ctx boolean not null default false;

-- Carriers for which premium is collected.
create table carrier_collections (
  tenant_id uuid not null default current_tenant() references tenants (id),
  -- As plans name it.
  carrier_name text not null,
  is_active boolean not null,
  -- The first billed month whose money is remitted.
  since date not null check (extract(day from since) = 1),
  payee_name text not null,
  -- What the bank or the carrier calls us: often 1 and the EIN.
  payer_id text not null,
  sender_qualifier text not null,
  sender_id text not null,
  receiver_qualifier text not null,
  receiver_id text not null,
  usage text not null check (usage in ('T', 'P')),
  set_by_name text not null,
  set_at timestamptz not null,
  primary key (tenant_id, carrier_name)
);
select protect('carrier_collections');
select scope_to_groups('carrier_collections', 'false');
revoke delete on carrier_collections from openbenefits_app;

create sequence carrier_remittance_numbers;
grant usage on sequence carrier_remittance_numbers to openbenefits_app, openbenefits_scoped;

-- What was collected through a day and goes to a carrier. Approved, it is due to the carrier in the ledger.
create table carrier_remittances (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  number text not null,
  carrier_name text not null,
  through date not null,
  method text not null check (method in ('wire', 'ach')),
  status text not null check (status in ('prepared', 'approved', 'sent', 'paid', 'void')),
  cents bigint not null check (cents > 0),
  groups integer not null,
  subscribers integer not null,
  created_by text not null,
  created_by_name text not null,
  created_at timestamptz not null,
  approved_by text,
  approved_by_name text,
  approved_at timestamptz,
  -- One per group.
  entry_ids uuid[] not null default '{}',
  -- How the carrier was set up when it was prepared: what the second person approves is what the file has.
  collection jsonb not null,
  -- The file is made at its first download; later downloads give the same bytes.
  control_number bigint,
  content_encrypted text,
  sha256 text,
  sent_at timestamptz,
  paid_on date,
  paid_by_name text,
  reference text,
  void_reason text,
  voided_by_name text,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, carrier_name) references carrier_collections (tenant_id, carrier_name),
  check (approved_by is null or approved_by <> created_by)
);
-- The next one is prepared when this one is paid or void, so what was remitted of a bill never has gaps.
create unique index one_open_carrier_remittance on carrier_remittances (tenant_id, carrier_name) where status in ('prepared', 'approved', 'sent');
create index carrier_remittances_newest on carrier_remittances (tenant_id, created_at desc, id desc);
select protect('carrier_remittances');
select scope_to_groups('carrier_remittances', 'false');
revoke delete on carrier_remittances from openbenefits_app;

-- What of each plan, line and month of a bill is remitted. `before_cents` of it was remitted earlier, in `place` - 1 remittances.
create table carrier_remittance_lines (
  tenant_id uuid not null default current_tenant(),
  remittance_id uuid not null,
  bill_id uuid not null,
  group_id uuid not null,
  plan_id uuid not null,
  line text not null,
  covered_month date not null,
  kind text not null check (kind in ('premium', 'waiver', 'adjustment')),
  place integer not null,
  before_cents bigint not null,
  charged_cents bigint not null,
  cents bigint not null check (cents <> 0),
  subscribers integer not null,
  -- False when its remittance is void: the money can be remitted again.
  is_live boolean not null default true,
  primary key (tenant_id, remittance_id, bill_id, plan_id, line, covered_month, kind),
  foreign key (tenant_id, remittance_id) references carrier_remittances (tenant_id, id),
  foreign key (tenant_id, bill_id) references bills (tenant_id, id)
);
-- The same money is never remitted twice.
create unique index money_remitted_once on carrier_remittance_lines (tenant_id, bill_id, plan_id, line, covered_month, kind, place) where is_live;
select protect('carrier_remittance_lines');
select scope_to_groups('carrier_remittance_lines');
revoke delete on carrier_remittance_lines from openbenefits_app;
