-- Subscribers and dependents.

-- A member is a subscriber (subscriber_id null) or a dependent. SSN and date of birth are vault envelopes; searching
-- them goes through keyed indexes that are worthless without the key (decisions/0006-phi.md).
create table members (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  group_id uuid not null,
  subscriber_id uuid,
  relationship text not null check (relationship in ('self', 'spouse', 'domestic_partner', 'child', 'step_child', 'adopted_child', 'other')),
  member_number text not null,
  employee_id text,
  first_name text not null,
  middle_name text,
  last_name text not null,
  suffix text,
  gender text check (gender in ('F', 'M', 'X', 'U')),
  email text,
  phone text,
  job_title text,
  department text,
  class_id uuid,
  class_code text,
  location_id uuid,
  location_code text,
  address_line1 text,
  address_line2 text,
  city text,
  state text,
  zip_code text,
  hire_date date,
  termination_date date,
  effective_date date,
  status text not null check (status in ('active', 'pending', 'leave_of_absence', 'pending_termination', 'suspended', 'terminated', 'inactive')),
  salary_annual_cents bigint,
  emergency_contact text,
  ssn_encrypted text,
  ssn_index bytea,
  ssn_last4_index bytea,
  date_of_birth_encrypted text,
  date_of_birth_index bytea,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Columns are joined with an unprintable separator, so that no match runs across two of them.
  search_text text generated always as (
    fold(first_name) || ' ' || fold(last_name) || chr(31) || lower(coalesce(email, '')) || chr(31) || lower(coalesce(employee_id, '')) || chr(31)
    || fold(coalesce(job_title, '')) || chr(31) || lower(member_number)
  ) stored,
  -- Letters and digits of the name without accents and case; the same as nameKey in domain/src/files/match-person.ts.
  name_key text generated always as (regexp_replace(lower(normalize(first_name || last_name, NFD)), '[^a-z0-9]', '', 'g')) stored,
  -- Removed records (merged into another, or added by an undone import). They keep their history, but row-level
  -- security hides them, except from the two functions below.
  removed_by uuid,
  merged_into uuid,
  -- Keyed digest of the month of birth of dependents who can age out: finds who turns 26 soon without decrypting birth
  -- dates.
  birth_month_index bytea,
  -- REF*23, or the identification of NM1 that is no SSN: a vault envelope with its digest, because senders put SSNs
  -- there too.
  carrier_id_encrypted text,
  carrier_id_index bytea,
  -- INS05, INS06 and INS07 of the 834 as codes; null until a file says other than active and no Medicare.
  benefit_status text check (benefit_status in ('A', 'C', 'S', 'T')),
  medicare_plan text check (medicare_plan in ('A', 'B', 'C', 'D', 'E')),
  cobra_event text check (cobra_event in ('1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'ZZ')),
  -- DTP 301, 340, 341; the last is a last day.
  cobra_event_date date,
  cobra_begin_date date,
  cobra_end_date date,
  -- INS10: disabled, so a child does not age out (domain rules 4.11). INS13: R restricts who sees the address. Null
  -- until a file says Y, or R.
  handicap text check (handicap in ('Y', 'N')),
  confidentiality text check (confidentiality in ('R', 'U')),
  -- The dependent that this subscriber was before (after a death, a divorce, the 26th birthday): domain rules 4.1,
  -- split.
  split_from uuid,
  -- The country of an address outside the United States, as a two-letter code (ISO 3166). Null is the United States.
  country text check (country ~ '^[A-Z]{2}$'),
  primary key (tenant_id, id),
  unique (tenant_id, member_number),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, subscriber_id) references members (tenant_id, id),
  foreign key (tenant_id, removed_by) references changes (tenant_id, id),
  foreign key (tenant_id, merged_into) references members (tenant_id, id),
  foreign key (tenant_id, split_from) references members (tenant_id, id),
  check ((subscriber_id is null) = (relationship = 'self'))
);
create index members_with_long_texts on members (tenant_id) where octet_length(search_text) >= 1000;
create index members_of_group on members (tenant_id, group_id, last_name, first_name, id);
create index members_of_subscriber on members (tenant_id, subscriber_id) where subscriber_id is not null;
create index members_by_ssn on members (tenant_id, ssn_index) where ssn_index is not null;
-- Imports match people by these within a group.
create index members_by_employee_id on members (tenant_id, group_id, employee_id) where employee_id is not null;
-- With the name, because some senders use one date for unknown birth dates.
create index members_by_birth on members (tenant_id, group_id, date_of_birth_index, name_key)
  where date_of_birth_index is not null;
create index members_by_ssn_last4 on members (tenant_id, ssn_last4_index) where ssn_last4_index is not null;
create index members_search on members using gin (search_text gin_trgm_ops);
create index members_removed on members (tenant_id, removed_by) where removed_by is not null;
create unique index one_subscriber_per_ssn on members (tenant_id, group_id, ssn_index)
  where subscriber_id is null and ssn_index is not null and removed_by is null;
create index members_by_name on members (tenant_id, last_name, first_name, id) include (search_text)
  where (octet_length(search_text) < 1000) and removed_by is null;
create index members_by_birth_month on members (tenant_id, birth_month_index) where birth_month_index is not null;
-- The directory of all members: rare statuses and new members are found without walking the alphabet.
create index members_by_rare_status on members (tenant_id, status, last_name, first_name, id) where status <> 'active';
create index members_by_age_of_record on members using brin (created_at);
-- Members without an SSN on record, in name order.
create index members_without_ssn on members (tenant_id, last_name, first_name, id)
  where ssn_index is null and removed_by is null and status not in ('terminated', 'inactive');
create index members_by_carrier_id on members (tenant_id, group_id, carrier_id_index)
  where carrier_id_index is not null;
create index members_by_split on members (tenant_id, split_from) where split_from is not null;
-- A record without an SSN may match members by name who lack other details. Most groups have none, and the next file of
-- a large group should not read all members to find that out.
create index members_less_known on members (tenant_id, group_id)
  where subscriber_id is null and (ssn_index is null or date_of_birth_index is null);
select protect('members');
-- Removed records keep their history, but no list shows them: only the functions below reach them.
alter policy tenant_wall on members using (tenant_id = current_tenant() and removed_by is null)
  with check (tenant_id = (select current_tenant()) and removed_by is null);

create table member_counters (
  tenant_id uuid primary key,
  last_number bigint not null
);
select protect('member_counters');

-- Pairs marked as different people, the smaller ID first.
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

-- Two strategies: a walk in name order finds common terms at once, and the trigram index finds rare ones; each alone is
-- slow for the other. Returns the first `p_limit` in name order. One or two letters have no trigrams and match the
-- start of a word (name, email address, number, title). `rows` keeps the planner from reading all members to join a few
-- IDs.
create function find_members(p_pattern text, p_limit integer) returns table (id uuid)
language plpgsql stable rows 20 security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  term constant text := substr(p_pattern, 2, length(p_pattern) - 2);
  is_short constant boolean := length(term) < 3;
  starts constant text[] := array[term || '%', '% ' || term || '%', '%' || chr(31) || term || '%'];
  hits constant text := case
    when is_short then '(m.search_text like ($3)[1] or m.search_text like ($3)[2] or m.search_text like ($3)[3])' else 'm.search_text like $1' end;
  -- A walked row costs a tenth of a found one, and the longer the walk, the fewer hits has a term that it misses: the sum is least at a length that
  -- grows with the square root of the members.
  walk constant integer := (select sqrt(50 * greatest(reltuples, 1000)) from pg_class where oid = 'members'::regclass);
  -- Evaluated once instead of per row.
  tenant constant uuid := current_tenant();
  found_ids uuid[];
begin
  if p_limit < 1000 and not exists (select from members n where n.tenant_id = tenant and octet_length(n.search_text) >= 1000) then
    -- The walk ends with the last requested hit; later rows sort after it.
    execute 'select array_agg(w.id) from (
        select m.id from (
          select n.id, n.search_text from members n where n.tenant_id = $5 and octet_length(n.search_text) < 1000 and n.removed_by is null order by n.tenant_id, n.last_name, n.first_name, n.id limit $4
        ) m where ' || hits || ' limit $2
      ) w' into found_ids using p_pattern, p_limit, starts, walk, tenant;
    if cardinality(found_ids) = p_limit then
      return query select unnest(found_ids);
      return;
    end if;
  end if;
  -- Found first and ordered then, so that the planner does not walk the whole alphabet instead.
  return query execute 'select r.id from (
      select m.id, m.last_name, m.first_name from members m where m.tenant_id = $4 and m.removed_by is null and ' || hits || ' offset 0
    ) r order by r.last_name, r.first_name, r.id limit $2' using p_pattern, p_limit, starts, tenant;
end $$;
revoke all on function find_members from public;
grant execute on function find_members to openbenefits_app;

create function remove_members(p_ids uuid[], p_change uuid, p_merged_into uuid default null) returns void
language sql security definer set search_path = public, pg_temp as $$
  update members set removed_by = p_change, merged_into = p_merged_into where tenant_id = current_tenant() and id = any (p_ids) and removed_by is null
$$;
revoke all on function remove_members from public;
grant execute on function remove_members to openbenefits_app, openbenefits_scoped;

-- Brings back what a change has removed, when that change is undone.
create function restore_members(p_change uuid) returns setof uuid
language sql security definer set search_path = public, pg_temp as $$
  update members set removed_by = null, merged_into = null where tenant_id = current_tenant() and removed_by = p_change returning id
$$;
revoke all on function restore_members from public;
grant execute on function restore_members to openbenefits_app, openbenefits_scoped;

-- The record that a member was merged into; null for others.
create function merged_into(p_id uuid) returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select m.merged_into from members m where m.tenant_id = current_tenant() and m.id = p_id and m.removed_by is not null
$$;
revoke all on function merged_into from public;
grant execute on function merged_into to openbenefits_app, openbenefits_scoped;

-- A merged record is removed too, and the carrier that knows it must be told.
create function removed_members(p_ids uuid[]) returns setof members language sql stable security definer set search_path = public, pg_temp as $$
  select m.* from members m where m.tenant_id = current_tenant() and m.id = any (p_ids) and m.removed_by is not null
$$;
revoke all on function removed_members from public;
grant execute on function removed_members to openbenefits_app;

create function former_subscribers(p_groups uuid[], p_digests text[]) returns table (group_id uuid, digest text, member_id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select distinct k.group_id, k.digest, m.id from unnest(p_groups, p_digests) as k(group_id, digest)
    join change_items i on i.tenant_id = current_tenant() and i.before ? 'ssnIndex' and i.before->>'ssnIndex' = k.digest
    join changes c on c.tenant_id = i.tenant_id and c.id = i.change_id and c.undoes is null
    join members own on own.tenant_id = i.tenant_id and own.id = i.entity_id
    join members m on m.tenant_id = i.tenant_id and m.id = coalesce(own.merged_into, own.id) and m.group_id = k.group_id and m.subscriber_id is null and m.removed_by is null
$$;
revoke all on function former_subscribers from public;
grant execute on function former_subscribers to openbenefits_app, openbenefits_scoped;

-- The scoped role sees rows of its assigned groups only.
select scope_to_groups('members');

insert into member_counters select id, 10000000 from tenants;
