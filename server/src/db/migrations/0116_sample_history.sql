-- Months of bills and payments that the product made itself for sample data, so that a restart continues and an
-- organization's own data never gets any.
create table sample_months (
  tenant_id uuid not null default current_tenant(),
  period date not null check (extract(day from period) = 1),
  finished_at timestamptz not null,
  primary key (tenant_id, period)
);
select protect('sample_months');
