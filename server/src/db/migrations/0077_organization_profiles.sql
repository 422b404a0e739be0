-- Who the organization is, on mails, documents and bills; its time zone decides what "today" is.
create table organization_profiles (
  tenant_id uuid primary key default current_tenant() references tenants (id) on delete cascade,
  name text not null,
  legal_name text not null default '',
  address_line1 text not null default '',
  address_line2 text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  -- Where payments by check go; empty means the address above.
  remit_name text not null default '',
  remit_line1 text not null default '',
  remit_line2 text not null default '',
  remit_city text not null default '',
  remit_state text not null default '',
  remit_zip_code text not null default '',
  phone text not null default '',
  email text not null default '',
  website text not null default '',
  time_zone text not null default 'America/Chicago',
  logo bytea,
  logo_type text check (logo_type in ('image/png', 'image/jpeg')),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check ((logo is null) = (logo_type is null))
);
select protect('organization_profiles');
-- A profile is there from the beginning and stays.
revoke insert, delete on organization_profiles from openbenefits_app;

create function make_organization_profile() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into organization_profiles (tenant_id, name) values (new.id, new.name);
  return null;
end $$;
create trigger make_organization_profile after insert on tenants for each row execute function make_organization_profile();
insert into organization_profiles (tenant_id, name, time_zone) select id, name, time_zone from tenants;
alter table tenants drop column time_zone;
