-- Group-scoped people, feature flags, edit leases, saved views, duplicates, undo.

-- Whoever is limited to assigned groups ('assigned') works as a role of its own, so that everybody else pays nothing for this wall.
alter table auth."user" add column "groupScope" text not null default 'all' check ("groupScope" in ('all', 'assigned'));

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

create function current_user_id() returns text language sql stable parallel safe as $$
  select nullif(current_setting('app.user_id', true), '')
$$;
-- A relation whose rows belong to groups: the scoped role sees and writes those of its assigned groups only.
create function scope_to_groups(relation regclass, condition text default 'group_id in (select a.group_id from group_admins a where a.user_id = current_user_id())')
returns void language plpgsql as $$
begin
  execute format('create policy group_wall on %s as restrictive to openbenefits_scoped using (%s) with check (%s)', relation, condition, condition);
end $$;
select scope_to_groups('groups', 'id in (select a.group_id from group_admins a where a.user_id = current_user_id())');
select scope_to_groups('members');
select scope_to_groups('coverage_spans');
select scope_to_groups('billing_locations');
select scope_to_groups('group_classes');
select scope_to_groups('group_plan_assignments');
select scope_to_groups('changes');
select scope_to_groups('change_items', 'exists (select from changes c where c.id = change_id)');
select scope_to_groups('uploads');
select scope_to_groups('file_jobs');
select scope_to_groups('import_packs');
select scope_to_groups('import_families');
select scope_to_groups('file_refusals', 'exists (select from file_jobs j where j.id = job_id)');

-- Features that an administrator can switch off; what a flag governs is listed in domain/src/admin/feature-flags.ts.
create table feature_flags (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null default uuid_v7(),
  flag_name text not null,
  description text not null,
  enabled boolean not null,
  changed_at timestamptz,
  changed_by_name text,
  primary key (tenant_id, id),
  unique (tenant_id, flag_name)
);
select protect('feature_flags');
insert into feature_flags (tenant_id, flag_name, description, enabled)
select t.id, f.name, f.description, true from tenants t, (values
  ('protected_value_reveal', 'An SSN or date of birth can be shown in full, with a reason, for 30 seconds.'),
  ('data_export', 'Groups and members can be exported as CSV or Excel.'),
  ('bulk_actions', 'Several groups or members can be changed at once.'),
  ('retro_termination_override', 'Coverage can be ended further back than the group''s retro window, with a reason.'),
  ('duplicate_merging', 'Records of the same person can be merged.'),
  ('age_out_monitoring', 'Dependents who are about to turn 26 are looked for.')
) as f(name, description);

-- Who is editing a group: a lease that is renewed while the form is open. The holder is a window, since one person may have two.
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
select scope_to_groups('group_edit_leases');

-- A status that a group will have from a day on; applied by the daily settling, so that it also happens when nobody looks.
create table group_status_changes (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  group_id uuid not null,
  from_status text not null,
  to_status text not null,
  effective_date date not null,
  reason text not null,
  change_id uuid not null,
  made_by_name text not null,
  made_at timestamptz not null,
  applied_at timestamptz,
  cancelled_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, change_id) references changes (tenant_id, id)
);
create unique index one_planned_status on group_status_changes (tenant_id, group_id) where applied_at is null and cancelled_at is null;
select protect('group_status_changes');
select scope_to_groups('group_status_changes');

create table saved_views (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  user_id text not null,
  list text not null check (list in ('groups', 'members')),
  name text not null,
  -- The list's address without a search term: filters, sort, columns. Never protected data.
  address text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, user_id, list, name)
);
select protect('saved_views');

-- Records that are of no more use (merged into another, or added by an import that was undone). They keep their history but no list shows them:
-- the tenant wall hides them, and only the two functions below reach them.
alter table members add column removed_by uuid, add column merged_into uuid;
alter table members add foreign key (tenant_id, removed_by) references changes (tenant_id, id);
alter table members add foreign key (tenant_id, merged_into) references members (tenant_id, id);
drop policy tenant_wall on members;
create policy tenant_wall on members using (tenant_id = current_tenant() and removed_by is null) with check (tenant_id = current_tenant() and removed_by is null);
create index members_removed on members (tenant_id, removed_by) where removed_by is not null;
drop index one_subscriber_per_ssn;
create unique index one_subscriber_per_ssn on members (tenant_id, group_id, ssn_index) where subscriber_id is null and ssn_index is not null and removed_by is null;

create function remove_members(p_ids uuid[], p_change uuid, p_merged_into uuid default null) returns void
language sql security definer set search_path = public, pg_temp as $$
  update members set removed_by = p_change, merged_into = p_merged_into where tenant_id = current_tenant() and id = any (p_ids) and removed_by is null
$$;
-- Brings back what a change has removed, when that change is undone.
create function restore_members(p_change uuid) returns setof uuid
language sql security definer set search_path = public, pg_temp as $$
  update members set removed_by = null, merged_into = null where tenant_id = current_tenant() and removed_by = p_change returning id
$$;
-- Where the record of a merged person went; null for anybody else.
create function merged_into(p_id uuid) returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select m.merged_into from members m where m.tenant_id = current_tenant() and m.id = p_id and m.removed_by is not null
$$;
revoke all on function remove_members, restore_members, merged_into from public;
grant execute on function remove_members, restore_members, merged_into to openbenefits_app, openbenefits_scoped;

-- The functions of the search run as the owner, whom no wall binds: they leave removed records out themselves.
drop index members_by_name;
create index members_by_name on members (tenant_id, last_name, first_name, id) include (search_text) where octet_length(search_text) < 1000 and removed_by is null;
do $$
declare body text := pg_get_functiondef('find_members'::regproc);
begin
  body := replace(body, 'n.tenant_id = $5 and octet_length(n.search_text) < 1000', 'n.tenant_id = $5 and octet_length(n.search_text) < 1000 and n.removed_by is null');
  body := replace(body, 'where m.tenant_id = $4 and ''', 'where m.tenant_id = $4 and m.removed_by is null and ''');
  if body not like '%m.removed_by is null%' or body not like '%n.removed_by is null%' then raise exception 'find_members has another text than expected'; end if;
  execute body;
end $$;

-- Keyed digest of the month of birth, of dependents who can outgrow their coverage: finds who turns 26 soon without opening anybody's birth date.
alter table members add column birth_month_index bytea;
create index members_by_birth_month on members (tenant_id, birth_month_index) where birth_month_index is not null;

-- The directory of all members: rare statuses and new members are found without walking the alphabet.
create index members_by_rare_status on members (tenant_id, status, last_name, first_name, id) where status <> 'active';
create index members_by_age_of_record on members using brin (created_at);

-- Pairs that somebody has said are two people; the smaller id first.
create table duplicate_dismissals (
  tenant_id uuid not null default current_tenant(),
  member_a uuid not null,
  member_b uuid not null,
  dismissed_by_name text not null,
  dismissed_at timestamptz not null,
  primary key (tenant_id, member_a, member_b),
  check (member_a < member_b)
);
select protect('duplicate_dismissals');

-- Undo is a change of its own that names what it takes back; a person of a change is undone once.
alter table changes add column undoes uuid, add column effective_date date;
alter table changes add foreign key (tenant_id, undoes) references changes (tenant_id, id);
create index changes_undone on changes (tenant_id, undoes) where undoes is not null;
alter table change_items drop constraint change_items_action_check;
alter table change_items add constraint change_items_action_check check (action in ('added', 'changed', 'ended', 'reinstated', 'voided', 'unchanged', 'removed', 'merged', 'restored'));
create index coverage_by_change on coverage_spans (tenant_id, change_id);
create index coverage_by_superseder on coverage_spans (tenant_id, superseded_by) where superseded_by is not null;

-- What an export shall hold, asked for by POST and fetched once by its id: a filter may name a person, so it stands in no address.
create table export_requests (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  user_id text not null,
  list text not null,
  format text not null check (format in ('csv', 'xlsx')),
  -- A vault envelope.
  filter_encrypted text not null,
  reason text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  fetched_at timestamptz,
  primary key (tenant_id, id)
);
select protect('export_requests');
