-- What one person decides alone or a second person approves: bound to a digest of everything that takes effect.
create table approvals (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  subject_kind text not null,
  subject_id text not null,
  -- Null where it concerns the whole organization.
  group_id uuid,
  title text not null,
  link text not null,
  cents bigint check (cents >= 0),
  digest text not null,
  -- What the approver is shown: labels and values, without protected data.
  facts jsonb not null,
  status text not null check (status in ('alone', 'waiting', 'approved', 'rejected', 'withdrawn', 'void')),
  -- Everyone who made or changed any part of it.
  authors text[] not null,
  requested_by text not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  reason text not null,
  -- Why a second person is asked, and the limits by which that was judged.
  waits_because text,
  limits jsonb not null,
  -- The digest of what the approver saw.
  seen_digest text,
  decided_by text,
  decided_by_name text,
  decided_at timestamptz,
  decision_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  check ((waits_because is null) = (status = 'alone')),
  check (status <> 'approved' or (decided_by is not null and decided_by <> all (authors) and seen_digest = digest))
);
create index approvals_of_subject on approvals (tenant_id, subject_kind, subject_id, requested_at desc);
create index approvals_waiting on approvals (tenant_id, requested_at) where status = 'waiting';
create index approvals_alone on approvals (tenant_id, requested_at) where status = 'alone';
create unique index approvals_one_waiting on approvals (tenant_id, subject_kind, subject_id) where status = 'waiting';
select protect('approvals');
select scope_to_groups('approvals');
revoke delete, update on approvals from openbenefits_app;
grant update (status, seen_digest, decided_by, decided_by_name, decided_at, decision_reason) on approvals to openbenefits_app;

-- A decision is made once; only an approval that takes no effect any more becomes void.
create function forbid_second_decision() returns trigger language plpgsql as $$
begin
  if (old.status = 'waiting' and new.status <> 'alone') or (old.status = 'approved' and new.status = 'void') then
    return new;
  end if;
  raise exception 'This approval was already decided' using errcode = 'restrict_violation';
end $$;
create trigger forbid_second_decision before update on approvals for each row execute function forbid_second_decision();

-- What was decided alone since an instant: by a person, for a group, by everybody. It sees all groups, also for a user limited to some.
create function alone_sums(kinds text[], person text, of_group uuid, since timestamptz)
returns table (person_cents bigint, group_cents bigint, organization_cents bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(cents) filter (where requested_by = person), 0)::bigint,
    coalesce(sum(cents) filter (where group_id = of_group), 0)::bigint,
    coalesce(sum(cents), 0)::bigint
  from approvals
  where tenant_id = current_tenant() and status = 'alone' and subject_kind = any (kinds) and requested_at > since
$$;
revoke execute on function alone_sums from public;
grant execute on function alone_sums to openbenefits_app, openbenefits_scoped;

-- Who invited, reset or promoted an account, and when.
create table auth.account_changes (
  id bigint generated always as identity primary key,
  "tenantId" uuid not null,
  "userId" text not null,
  kind text not null check (kind in ('invited', 'reset', 'promoted')),
  "madeBy" text not null,
  "madeAt" timestamptz not null
);
create index account_changes_of_user on auth.account_changes ("tenantId", "userId", "madeAt");
grant select, insert on auth.account_changes to openbenefits_app;

-- The limits, each version kept. The newest is in force; without any, nobody decides alone.
create table approval_limits (
  tenant_id uuid not null default current_tenant() references tenants (id),
  version integer not null,
  money_cents bigint not null check (money_cents >= 0),
  organization_cents bigint not null check (organization_cents >= 0),
  runs_cents bigint not null check (runs_cents >= 0),
  -- For so many days a new bank account is paid only with a second person.
  new_payee_days integer not null default 7 check (new_payee_days between 0 and 90),
  -- After so many days a deposited check counts as cleared.
  check_days integer not null default 5 check (check_days between 0 and 30),
  -- Money received or credited longer ago is not refunded.
  most_months integer not null default 12 check (most_months between 1 and 120),
  set_by_name text not null,
  set_at timestamptz not null,
  primary key (tenant_id, version)
);
select protect('approval_limits');
revoke update, delete on approval_limits from openbenefits_app;

-- Organizations that decided alone below a limit until now keep it.
insert into approval_limits (tenant_id, version, money_cents, organization_cents, runs_cents, most_months, set_by_name, set_at)
select t.id, 1, coalesce(r.second_person_from_cents, 50000), 10 * coalesce(r.second_person_from_cents, 50000), 100000000, coalesce(r.most_months, 12),
  coalesce(r.set_by_name, 'OpenBenefits'), coalesce(r.set_at, now())
from tenants t left join refund_limits r on r.tenant_id = t.id
where exists (select from groups g where g.tenant_id = t.id);
drop table refund_limits;

-- A refund is bound to the account that it is paid to, and each further attempt is approved anew.
alter table refunds
  add column bank_account_id uuid,
  add column attempts integer not null default 1 check (attempts > 0),
  add column authors text[] not null default '{}',
  add foreign key (tenant_id, bank_account_id) references bank_accounts (tenant_id, id);
update refunds r set authors = array[requested_by], bank_account_id = case when method = 'ach' then (
  select b.id from bank_accounts b where b.tenant_id = r.tenant_id and b.group_id = r.group_id and b.status = 'verified' order by b.added_at desc limit 1) end;
alter table balance_adjustments drop constraint if exists balance_adjustments_status_check;
alter table balance_adjustments add check (status in ('requested', 'posted', 'rejected', 'withdrawn'));

-- Changes of limits, bank settings, payment methods, carriers and approval rules, each with what was and what is to be.
-- They take effect with the approval of a second person. Numbers of bank accounts are sealed.
create table setting_changes (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  setting text not null,
  -- Which of several, such as a carrier; empty where there is one.
  key text not null,
  before jsonb,
  after jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'in_force', 'given_up')),
  asked_by text not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  decided_by_name text,
  decided_at timestamptz,
  primary key (tenant_id, id)
);
create index setting_changes_of_setting on setting_changes (tenant_id, setting, key, asked_at desc);
create unique index setting_changes_one_waiting on setting_changes (tenant_id, setting, key) where status = 'waiting';
select protect('setting_changes');
revoke update, delete on setting_changes from openbenefits_app;
grant update (status, decided_by_name, decided_at) on setting_changes to openbenefits_app;
