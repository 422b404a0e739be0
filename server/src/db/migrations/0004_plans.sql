-- Plans and their rates.

create table health_plans (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  plan_code text not null,
  plan_name text not null,
  line text not null check (line in ('medical', 'dental', 'vision', 'life', 'disability')),
  network_type text check (network_type in ('PPO', 'HMO', 'HDHP', 'ICHRA')),
  carrier_name text not null,
  status text not null check (status in ('active', 'draft', 'terminated')),
  annual_deductible_individual bigint,
  out_of_pocket_max_individual bigint,
  copay_primary_care bigint,
  copay_specialist bigint,
  coinsurance_percent integer check (coinsurance_percent between 0 and 100),
  prescription_coverage text,
  network_name text,
  network_size text check (network_size in ('National', 'Regional', 'National+')),
  effective_date date not null,
  position integer not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, plan_code)
);
select protect('health_plans');

-- A rate is a monthly amount in cents per tier, valid for a period; variable allowances (ICHRA) have none.
create table plan_rates (
  tenant_id uuid not null default current_tenant(),
  plan_id uuid not null,
  tier text not null check (tier in ('EMP', 'ESP', 'ECH', 'FAM')),
  monthly_cents bigint not null check (monthly_cents >= 0),
  valid daterange not null,
  foreign key (tenant_id, plan_id) references health_plans (tenant_id, id),
  exclude using gist (tenant_id with =, plan_id with =, tier with =, valid with &&)
);
select protect('plan_rates');
