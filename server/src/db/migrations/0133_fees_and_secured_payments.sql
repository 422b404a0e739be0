-- A return fee that a check or wire paid, so that the fee is owed again when that payment comes back.
alter table return_fees add column paid_by_payment uuid;

-- Months in which a group pays by secured funds only: dated, with a reason, lifted with one.
create table payment_restrictions (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  group_id uuid not null,
  from_on date not null,
  until_on date not null,
  reason text not null,
  set_by_name text not null,
  set_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by_name text,
  lift_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  check (from_on < until_on)
);
create index payment_restrictions_of_group on payment_restrictions (tenant_id, group_id) where lifted_at is null;
select protect('payment_restrictions');
select scope_to_groups('payment_restrictions');
revoke delete on payment_restrictions from openbenefits_app;
