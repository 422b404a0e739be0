-- A statement is mailed once a day for each period, not once a day.
drop index one_statement_of_a_day;
create unique index one_statement_of_a_period_and_day on arrears_notices (tenant_id, group_id, (facts ->> 'from'), (facts ->> 'to'), made_on) where kind = 'statement';

-- An 820 that a payer sent is compared like a self bill (decisions/0058).
alter table reconciliations drop constraint reconciliations_source_check;
alter table reconciliations add constraint reconciliations_source_check check (source in ('self_bill', 'carrier_invoice', 'remittance'));

-- What the next bill would change of the line's month when it was marked for recalculation; 0 is nothing.
alter table reconciliation_lines add column recalculated_cents bigint;

-- Days in which a carrier corrects a month back, where they are not those of the group.
create table carrier_retro_limits (
  tenant_id uuid not null default current_tenant(),
  carrier_name text not null,
  days integer not null check (days between 1 and 730),
  set_by_name text not null,
  set_at timestamptz not null,
  primary key (tenant_id, carrier_name)
);
select protect('carrier_retro_limits');

-- Months of subscribers that a person compared with a file are calculated again by the next bill run.
alter table bill_marks drop constraint bill_marks_cause_check;
alter table bill_marks add constraint bill_marks_cause_check check (cause in ('member', 'group', 'location', 'offering', 'plan_rules', 'rating_areas', 'bill', 'reconciliation'));

-- A charge or a credit on the next bill for a difference that coverage and rates do not explain.
create table reconciliation_adjustments (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  reconciliation_id uuid not null,
  place integer not null,
  group_id uuid not null,
  subscriber_id uuid not null,
  line text not null,
  plan_id uuid not null,
  covered_month date not null,
  -- Positive is a charge, negative a credit.
  cents bigint not null check (cents <> 0),
  reason text not null,
  status text not null check (status in ('requested', 'approved', 'rejected')),
  requested_by text not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  decided_by text,
  decided_by_name text,
  decided_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, reconciliation_id, place) references reconciliation_lines (tenant_id, reconciliation_id, place),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  check (decided_by is distinct from requested_by or status = 'rejected')
);
create unique index one_adjustment_of_a_difference on reconciliation_adjustments (tenant_id, reconciliation_id, place) where status <> 'rejected';
create index reconciliation_adjustments_of_group on reconciliation_adjustments (tenant_id, group_id);
select protect('reconciliation_adjustments');
select scope_to_groups('reconciliation_adjustments');
revoke delete on reconciliation_adjustments from openbenefits_app;

-- The bills that have an adjustment as a line. It is billed while one of them is posted.
create table billed_adjustments (
  tenant_id uuid not null default current_tenant(),
  adjustment_id uuid not null,
  bill_id uuid not null,
  group_id uuid not null,
  primary key (tenant_id, adjustment_id, bill_id),
  foreign key (tenant_id, adjustment_id) references reconciliation_adjustments (tenant_id, id),
  foreign key (tenant_id, bill_id) references bills (tenant_id, id) on delete cascade
);
create index billed_adjustments_of_bill on billed_adjustments (tenant_id, bill_id);
select protect('billed_adjustments');
select scope_to_groups('billed_adjustments');
