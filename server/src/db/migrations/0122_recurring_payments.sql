-- Recurring ACH debits of groups, and the one draft of each period.
create table recurring_payments (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  group_id uuid not null,
  bank_account_id uuid not null,
  frequency text not null check (frequency in ('monthly', 'quarterly')),
  anchor_day integer not null check (anchor_day between 1 and 31),
  shift text not null check (shift in ('next', 'previous')),
  -- Null is what is due, less what is on its way.
  fixed_cents bigint check (fixed_cents > 0),
  starts_on date not null,
  -- How many days before the debit the group is told.
  notice_days integer not null check (notice_days between 0 and 30),
  status text not null check (status in ('active', 'paused', 'ended')),
  status_reason text,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, bank_account_id) references bank_accounts (tenant_id, id)
);
-- What is due is taken by one recurring payment of a group.
create unique index one_recurring_of_due on recurring_payments (tenant_id, group_id) where fixed_cents is null and status <> 'ended';
create index recurring_payments_of_group on recurring_payments (tenant_id, group_id);
select protect('recurring_payments');
select scope_to_groups('recurring_payments');
revoke delete on recurring_payments from openbenefits_app;

create table recurring_drafts (
  tenant_id uuid not null default current_tenant(),
  recurring_id uuid not null,
  group_id uuid not null,
  month date not null check (extract(day from month) = 1),
  planned_on date not null,
  status text not null check (status in ('noticed', 'made', 'skipped', 'nothing_due')),
  payment_id uuid,
  cents bigint,
  told text,
  changed_at timestamptz not null,
  primary key (tenant_id, recurring_id, month),
  foreign key (tenant_id, recurring_id) references recurring_payments (tenant_id, id)
);
select protect('recurring_drafts');
select scope_to_groups('recurring_drafts');
