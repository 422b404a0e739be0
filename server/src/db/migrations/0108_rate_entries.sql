-- The text of a row that is no age group, in a draft, as `entered` of a cell.
alter table rate_cells add column age_entered text;

-- Why a version was activated for months that have begun.
alter table rate_tables add column activation_reason text;

create index rate_tables_of_plan on rate_tables (tenant_id, plan_id);

-- Who imported the rating areas of a state, and when.
create table rating_area_imports (
  tenant_id uuid not null default current_tenant(),
  state text not null,
  file_name text not null,
  areas integer not null,
  entries integer not null,
  imported_by text not null,
  imported_by_name text not null,
  imported_at timestamptz not null,
  primary key (tenant_id, state)
);
select protect('rating_area_imports');
