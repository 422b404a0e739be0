-- ACH: bank accounts of groups, files of debits and credits, returns and changes (decisions/0053).

create table bank_settings (
  tenant_id uuid not null default current_tenant(),
  bank_name text not null,
  routing text not null check (routing ~ '^[0-9]{9}$'),
  -- What the bank calls us: ten characters, often 1 and the EIN.
  origin_id text not null,
  company_name text not null,
  company_id text not null,
  is_balanced boolean not null,
  settlement_kind text not null check (settlement_kind in ('checking', 'savings')),
  settlement_account_encrypted text not null,
  settlement_last4 text not null,
  -- Files that are approved later go the next banking day.
  cut_off time not null,
  return_fee_cents bigint not null check (return_fee_cents >= 0),
  -- Payers were told of the fee.
  fee_notice_on date,
  set_by_name text not null,
  set_at timestamptz not null,
  primary key (tenant_id)
);
select protect('bank_settings');

-- A bank account of a group. Its number is encrypted and shown by its last digits.
create table bank_accounts (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  group_id uuid not null,
  holder text not null,
  is_person boolean not null,
  kind text not null check (kind in ('checking', 'savings')),
  routing text not null check (routing ~ '^[0-9]{9}$'),
  account_encrypted text not null,
  last4 text not null,
  status text not null check (status in ('new', 'prenote_sent', 'deposits_sent', 'verified', 'disabled')),
  status_reason text,
  prenote_on date,
  -- Two small credits whose amounts the holder names.
  deposit_cents integer[],
  tries integer not null default 0,
  added_by text not null,
  added_by_name text not null,
  added_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
create index bank_accounts_of_group on bank_accounts (tenant_id, group_id);
select protect('bank_accounts');
select scope_to_groups('bank_accounts');
revoke delete on bank_accounts from openbenefits_app;

alter table payments
  add column bank_account_id uuid,
  -- The debit that was returned and is sent again by this one.
  add column retry_of uuid;
create index payments_retries on payments (tenant_id, retry_of) where retry_of is not null;

create sequence ach_trace_numbers maxvalue 9999999 cycle;
grant usage on sequence ach_trace_numbers to openbenefits_app, openbenefits_scoped;

create table ach_files (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  reference text not null,
  made_on date not null,
  modifier text not null check (modifier ~ '^[A-Z0-9]$'),
  effective_on date not null,
  status text not null check (status in ('draft', 'approved', 'sent', 'cancelled')),
  created_by text not null,
  created_by_name text not null,
  created_at timestamptz not null,
  approved_by text,
  approved_by_name text,
  approved_at timestamptz,
  sent_at timestamptz,
  -- The bytes that go to the bank, made once.
  content_encrypted text,
  sha256 text,
  primary key (tenant_id, id),
  -- The bank tells files of a day apart by their modifier.
  unique (tenant_id, made_on, modifier),
  check (approved_by is null or approved_by <> created_by)
);
create unique index one_open_ach_file on ach_files (tenant_id) where status in ('draft', 'approved');
select protect('ach_files');
revoke delete on ach_files from openbenefits_app;

create table ach_entries (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  file_id uuid not null,
  group_id uuid not null,
  batch text not null check (batch in ('premium', 'retry', 'fee', 'prenote', 'deposit', 'refund')),
  payment_id uuid,
  refund_id uuid,
  fee_id uuid,
  bank_account_id uuid not null,
  code text not null,
  cents bigint not null check (cents >= 0),
  trace text not null,
  is_included boolean not null default true,
  settled_at timestamptz,
  returned_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, trace),
  foreign key (tenant_id, file_id) references ach_files (tenant_id, id)
);
create index ach_entries_of_file on ach_entries (tenant_id, file_id);
-- No payment, refund or fee is in two files.
create unique index one_entry_of_payment on ach_entries (tenant_id, payment_id) where payment_id is not null and is_included;
create unique index one_entry_of_refund on ach_entries (tenant_id, refund_id) where refund_id is not null and is_included and returned_at is null;
create unique index one_entry_of_fee on ach_entries (tenant_id, fee_id) where fee_id is not null and is_included and returned_at is null;
select protect('ach_entries');
select scope_to_groups('ach_entries');

-- A fee for a returned debit, once for it and its retries.
create table return_fees (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  group_id uuid not null,
  -- The first debit of the chain.
  payment_id uuid not null,
  cents bigint not null check (cents > 0),
  last_day date not null,
  status text not null check (status in ('charged', 'sent', 'paid', 'returned', 'waived')),
  charged_by_name text not null,
  charged_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, payment_id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id)
);
select protect('return_fees');
select scope_to_groups('return_fees');

-- A file of returns and changes that the bank sent; the same bytes are read once.
create table ach_return_files (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  file_name text not null,
  sha256 text not null,
  entries integer not null,
  matched integer not null,
  cents bigint not null,
  imported_by_name text not null,
  imported_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, sha256)
);
select protect('ach_return_files');

create table ach_returns (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  file_id uuid not null,
  group_id uuid,
  entry_id uuid,
  payment_id uuid,
  bank_account_id uuid,
  kind text not null check (kind in ('return', 'change')),
  code text not null,
  original_trace text not null,
  cents bigint not null,
  -- What followed, or why nothing did.
  outcome text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, file_id) references ach_return_files (tenant_id, id)
);
create index ach_returns_newest on ach_returns (tenant_id, at desc, id desc);
create index ach_returns_of_payment on ach_returns (tenant_id, payment_id) where payment_id is not null;
select protect('ach_returns');
select scope_to_groups('ach_returns');
