-- Figures over the whole book that take long to count: kept, and counted again in the background (trust P9). `scope`: all groups, or one person's.
create table kept_figures (
  tenant_id uuid not null default current_tenant(),
  scope text not null,
  kind text not null,
  figures jsonb not null,
  counted_at timestamptz not null,
  counted_for date not null,
  took_ms integer not null,
  primary key (tenant_id, scope, kind)
);
select protect('kept_figures');
