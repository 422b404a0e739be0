-- Employer groups: locations, classes, offered plans, drafts, who administers them.

create table groups (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  cim_number text not null,
  company_name text not null,
  legal_name text,
  industry text,
  sic_code text,
  status text not null check (status in ('active', 'pending', 'under_review', 'suspended', 'terminated', 'inactive')),
  group_type text not null default 'traditional' check (group_type in ('traditional', 'ichra')),
  address_line1 text not null,
  address_line2 text,
  city text not null,
  state_province text not null,
  zip_postal_code text not null,
  contact_name text,
  contact_phone text,
  contact_email text,
  fax_phone text,
  website text,
  employee_count integer not null default 0 check (employee_count >= 0),
  eligible_employee_count integer,
  effective_date date not null,
  renewal_date date,
  next_rate_increase date,
  waiting_period_days integer not null default 0,
  waiting_period_start text not null default 'date_of_hire',
  hours_requirement integer not null default 30,
  billing_method text not null check (billing_method in ('list_bill', 'self_bill')),
  payment_method text not null check (payment_method in ('paper_bill', 'recurring_ach', 'recurring_credit_card')),
  grace_period_days integer not null default 31,
  retro_term_days integer not null default 60,
  open_enrollment_start date,
  open_enrollment_end date,
  cobra_enabled boolean not null default false,
  -- The specified split, 15 of 25 (specification 1, section 9), until the group agrees another.
  employer_contribution_percent integer not null default 60 check (employer_contribution_percent between 0 and 100),
  enrollment_period text not null default 'closed' check (enrollment_period in ('open', 'closed', 'qualifying_events_only')),
  notification_level text not null default 'all' check (notification_level in ('all', 'critical', 'none')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search_text text generated always as (
    fold(company_name) || chr(31) || lower(cim_number) || chr(31) || fold(coalesce(contact_name, '')) || chr(31) || fold(coalesce(legal_name, ''))
  ) stored,
  -- The tax ID of a sole owner is an SSN: it is encrypted and found by a keyed digest (ASVS 14.2.6).
  tax_id_encrypted text,
  tax_id_index bytea,
  primary key (tenant_id, id),
  unique (tenant_id, cim_number)
);
create index groups_by_name on groups (tenant_id, company_name, id);
create index groups_search on groups using gin (search_text gin_trgm_ops);
create index groups_by_tax_id on groups (tenant_id, tax_id_index) where tax_id_index is not null;
select protect('groups');

-- CIM numbers count up per year in one row, so that two groups submitted at once never share one (trust section 3, 8).
create table cim_counters (
  tenant_id uuid not null default current_tenant(),
  year integer not null,
  last_number integer not null,
  primary key (tenant_id, year)
);
select protect('cim_counters');

create table billing_locations (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  group_id uuid not null,
  location_code text not null,
  location_name text not null,
  address_line1 text not null,
  address_line2 text,
  city text not null,
  state text not null,
  zip_code text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  position integer not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, group_id, location_code),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
select protect('billing_locations');

create table group_classes (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  group_id uuid not null,
  class_code text not null,
  class_name text not null,
  location_id uuid not null,
  department text,
  status text not null default 'active' check (status in ('active', 'inactive')),
  position integer not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, group_id, class_code),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, location_id) references billing_locations (tenant_id, id)
);
select protect('group_classes');

create table group_plan_assignments (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  group_id uuid not null,
  class_id uuid not null,
  location_id uuid not null,
  plan_id uuid not null,
  effective_date date not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  deductible_cents bigint,
  coinsurance_percent integer check (coinsurance_percent between 0 and 100),
  rating_methodology text check (rating_methodology in ('composite', 'age_rated')),
  primary key (tenant_id, id),
  constraint one_offering_from_a_day unique (tenant_id, group_id, class_id, location_id, plan_id, effective_date),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, class_id) references group_classes (tenant_id, id),
  foreign key (tenant_id, location_id) references billing_locations (tenant_id, id),
  foreign key (tenant_id, plan_id) references health_plans (tenant_id, id)
);
select protect('group_plan_assignments');

create table draft_groups (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  draft_name text not null,
  form_data jsonb not null,
  current_step integer not null check (current_step between 1 and 6),
  selected_plans jsonb not null,
  -- Autosaved drafts without a name; each administrator has one.
  autosaved boolean not null default false,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A draft belongs to its author; an owner may share a named one on purpose. The version tells a second writer that
  -- the first has saved.
  shared boolean not null default false,
  version integer not null default 1,
  updated_by text not null,
  primary key (tenant_id, id)
);
create index draft_groups_newest on draft_groups (tenant_id, updated_at desc);
select protect('draft_groups');

create table group_admins (
  tenant_id uuid not null default current_tenant(),
  group_id uuid not null,
  user_id text not null references auth."user" (id) on delete cascade,
  assigned_by text not null,
  assigned_at timestamptz not null,
  primary key (tenant_id, group_id, user_id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
create index group_admins_by_user on group_admins (tenant_id, user_id);
select protect('group_admins');

-- Who is editing a group: a lease that is renewed while the form is open. The holder is a window, since one person may
-- have two.
create table group_edit_leases (
  tenant_id uuid not null default current_tenant(),
  group_id uuid not null,
  holder uuid not null,
  user_id text not null,
  user_name text not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (tenant_id, group_id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
select protect('group_edit_leases');

create function find_groups(p_pattern text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from groups where tenant_id = current_tenant() and search_text like p_pattern
$$;
revoke all on function find_groups from public;
grant execute on function find_groups to openbenefits_app;

-- The scoped role sees rows of its assigned groups only.
select scope_to_groups('groups', 'id in (select a.group_id from group_admins a where a.user_id = current_user_id())');
select scope_to_groups('billing_locations');
select scope_to_groups('group_classes');
select scope_to_groups('group_plan_assignments');
select scope_to_groups('group_edit_leases');
