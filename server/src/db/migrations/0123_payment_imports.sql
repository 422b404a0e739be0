-- Files by which money arrives: lockbox, bank statement, 820 (decisions/0055).

-- How the files of a bank are read: remembered by name and headings.
create table bank_file_mappings (
  tenant_id uuid not null default current_tenant(),
  bank text not null,
  headings text not null,
  mapping jsonb not null,
  set_by_name text not null,
  set_at timestamptz not null,
  primary key (tenant_id, bank, headings)
);
select protect('bank_file_mappings');

create table payment_files (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  file_name text not null,
  kind text not null check (kind in ('lockbox', 'bank', 'remittance')),
  sha256 text not null,
  payments integer not null,
  cents bigint not null,
  imported_by_name text not null,
  imported_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, sha256)
);
select protect('payment_files');

-- Rows that were taken, so that the same one in another file is not taken again.
create table payment_file_rows (
  tenant_id uuid not null default current_tenant(),
  fingerprint text not null,
  file_id uuid not null,
  payment_id uuid,
  primary key (tenant_id, fingerprint),
  foreign key (tenant_id, file_id) references payment_files (tenant_id, id)
);
select protect('payment_file_rows');

-- Payers that somebody matched with a group.
create table known_payers (
  tenant_id uuid not null default current_tenant(),
  payer text not null,
  group_id uuid not null,
  primary key (tenant_id, payer),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
select protect('known_payers');

-- Payment advices of 820 files. One without cash waits for the bank's credit with its trace and amount.
create table remittances (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  file_id uuid not null,
  trace text not null,
  originator text not null,
  cents bigint not null,
  is_cash boolean not null,
  paid_on date,
  payer text not null,
  group_id uuid,
  -- Who was paid for what: names and our members' numbers, no SSN.
  lines jsonb not null,
  status text not null check (status in ('waiting', 'posted', 'held')),
  reason text,
  payment_id uuid,
  primary key (tenant_id, id),
  unique (tenant_id, originator, trace, cents),
  foreign key (tenant_id, file_id) references payment_files (tenant_id, id)
);
create index remittances_waiting on remittances (tenant_id, trace) where status = 'waiting';
select protect('remittances');
