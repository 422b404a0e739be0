-- Roles and their permissions are rows, so that an organization can have roles of its own. The five specified roles are locked.
create table auth.roles (
  "tenantId" uuid not null references tenants (id),
  id text not null,
  name text not null,
  locked boolean not null default false,
  primary key ("tenantId", id)
);
create table auth.role_permissions (
  "tenantId" uuid not null,
  "roleId" text not null,
  permission text not null,
  primary key ("tenantId", "roleId", permission),
  foreign key ("tenantId", "roleId") references auth.roles ("tenantId", id) on delete cascade
);
grant select, insert, update, delete on auth.roles, auth.role_permissions to openbenefits_app;

-- The server neither changes a locked role or its permissions nor locks one; the owner does at migrations.
create function auth.refuse_locked_role() returns trigger language plpgsql as $$
declare
  touched jsonb;
begin
  if current_user not in ('openbenefits_app', 'openbenefits_scoped') then
    return coalesce(new, old);
  end if;
  foreach touched in array array[to_jsonb(old), to_jsonb(new)] loop
    if touched ->> 'locked' = 'true' or exists (
      select from auth.roles r where r.locked and r."tenantId" = (touched ->> 'tenantId')::uuid and r.id = touched ->> 'roleId'
    ) then
      raise exception 'A specified role does not change' using errcode = 'restrict_violation';
    end if;
  end loop;
  return coalesce(new, old);
end $$;
create trigger refuse_locked_role before insert or update or delete on auth.roles for each row execute function auth.refuse_locked_role();
create trigger refuse_locked_role before insert or update or delete on auth.role_permissions for each row execute function auth.refuse_locked_role();

-- People with a role have its new permissions with the next request.
create trigger announce_role_change after update or delete on auth.roles for each statement execute function auth.announce_session_change();
create trigger announce_role_change after insert or update or delete on auth.role_permissions for each statement execute function auth.announce_session_change();

create function auth.add_specified_roles() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into auth.roles ("tenantId", id, name, locked) values
    (new.id, 'system_administrator', 'System Administrator', true),
    (new.id, 'benefits_administrator', 'Benefits Administrator', true),
    (new.id, 'compliance_officer', 'Compliance Officer', true),
    (new.id, 'ichra_specialist', 'ICHRA Specialist', true),
    (new.id, 'read_only', 'Read Only User', true);
  insert into auth.role_permissions ("tenantId", "roleId", permission)
  select new.id, r.id, p from (values
    ('system_administrator', array['groups.view', 'groups.create', 'groups.edit', 'groups.delete', 'members.view', 'members.add',
      'members.edit', 'members.remove', 'files.upload', 'files.process', 'files.queue', 'files.delete',
      'compliance.view', 'compliance.report', 'compliance.audit', 'compliance.export',
      'protected.search', 'protected.reveal', 'plans.view', 'plans.edit', 'plans.activate',
      'billing.view', 'billing.run', 'billing.post', 'payments.take', 'payments.approve',
      'payments.refund', 'hr.view', 'hr.process', 'cases.view', 'cases.work', 'ichra.view',
      'ichra.manage', 'admin.users', 'admin.settings', 'admin.integrations', 'admin.security']),
    ('benefits_administrator', array['groups.view', 'groups.create', 'groups.edit', 'groups.delete', 'members.view', 'members.add',
      'members.edit', 'members.remove', 'files.upload', 'files.process', 'files.queue', 'files.delete',
      'compliance.view', 'compliance.report', 'compliance.audit', 'compliance.export',
      'protected.search', 'protected.reveal', 'plans.view', 'plans.edit', 'plans.activate',
      'billing.view', 'billing.run', 'billing.post', 'payments.take', 'payments.approve',
      'payments.refund', 'hr.view', 'hr.process', 'cases.view', 'cases.work', 'ichra.view']),
    ('compliance_officer', array['groups.view', 'members.view', 'files.queue', 'plans.view', 'billing.view', 'hr.view',
      'cases.view', 'ichra.view', 'compliance.view', 'compliance.report', 'compliance.audit',
      'compliance.export', 'protected.search', 'protected.reveal']),
    ('ichra_specialist', array['groups.view', 'members.view', 'files.queue', 'plans.view', 'billing.view', 'hr.view',
      'cases.view', 'ichra.view', 'groups.edit', 'members.add', 'members.edit', 'files.upload',
      'files.process', 'cases.work', 'ichra.manage', 'protected.search', 'protected.reveal']),
    ('read_only', array['groups.view', 'members.view', 'files.queue', 'plans.view', 'billing.view', 'hr.view',
      'cases.view', 'ichra.view'])
  ) r (id, permissions) cross join unnest(r.permissions) p;
  return null;
end $$;
create trigger add_specified_roles after insert on tenants for each row execute function auth.add_specified_roles();

-- Organizations that are there already get them by the same function.
create trigger add_specified_roles_once after update of name on tenants for each row execute function auth.add_specified_roles();
update tenants set name = name;
drop trigger add_specified_roles_once on tenants;

alter table auth."user" add constraint user_has_a_role foreign key ("tenantId", role) references auth.roles ("tenantId", id);
