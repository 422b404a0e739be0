-- What a carrier was told of a subscriber's coverage level (HD05) and from which day it holds, so that a level that changes because a dependent came or left
-- is told. Null for dependents, for coverage that never was, and where it is not known.
alter table outbound_sent
  add column tier text check (tier in ('EMP', 'ESP', 'ECH', 'FAM')),
  add column tier_from date;

-- Of what was told before, the level is derived as it was when the file was made: from the dependents of whom we then believed that they are covered or
-- will be. So a carrier hears of the levels that have changed since it was told, and of nothing else. From which day they held was not said.
with latest as (
  select distinct on (o.tenant_id, o.profile_id, s.member_id, s.line) s.tenant_id, s.interchange_id, s.member_id, s.line, s.is_void, o.made_at, p.carrier_name
  from outbound_sent s
    join outbound_interchanges o on o.tenant_id = s.tenant_id and o.id = s.interchange_id
    join carrier_profiles p on p.tenant_id = o.tenant_id and p.id = o.profile_id
    join members h on h.tenant_id = s.tenant_id and h.id = s.member_id and h.subscriber_id is null
  where o.usage = 'P' and (o.answer is null or o.answer in ('A', 'E'))
  order by o.tenant_id, o.profile_id, s.member_id, s.line, o.made_at desc, o.id desc
), levels as (
  select l.tenant_id, l.interchange_id, l.member_id, l.line,
    coverage_tier(count(c.id) filter (where m.relationship in ('spouse', 'domestic_partner')), count(c.id) filter (where m.relationship not in ('self', 'spouse', 'domestic_partner'))) as tier
  from latest l left join (members m
      join coverage_spans c on c.tenant_id = m.tenant_id and c.member_id = m.id
      join health_plans h on h.tenant_id = c.tenant_id and h.id = c.plan_id
    ) on m.tenant_id = l.tenant_id and m.subscriber_id = l.member_id and c.line = l.line and c.recorded @> l.made_at and (upper_inf(c.covered) or upper(c.covered) > l.made_at::date)
      and (l.carrier_name is null or h.carrier_name = l.carrier_name)
  where not l.is_void
  group by l.tenant_id, l.interchange_id, l.member_id, l.line
)
update outbound_sent s set tier = v.tier from levels v
where s.tenant_id = v.tenant_id and s.interchange_id = v.interchange_id and s.member_id = v.member_id and s.line = v.line;

-- As whom a file named each person: what a carrier finds them by. A vault envelope; opened only for who is somebody else now, to say whom the carrier knows.
create table outbound_identities (
  tenant_id uuid not null default current_tenant(),
  interchange_id uuid not null,
  member_id uuid not null,
  identity_encrypted text not null,
  primary key (tenant_id, interchange_id, member_id),
  foreign key (tenant_id, interchange_id) references outbound_interchanges (tenant_id, id)
);
create index outbound_identities_of_member on outbound_identities (tenant_id, member_id);
select protect('outbound_identities');
select scope_to_groups('outbound_identities', 'false');

-- How the carrier is told that coverage never was: HD 002, or an end on the first day (HD 024, 349 on the day of 348).
alter table carrier_profiles add column voids text not null default 'delete' check (voids in ('delete', 'same_day'));

-- Control numbers begin again after 999,999,999, so one may come a second time; the newest is meant.
alter table outbound_interchanges drop constraint outbound_interchanges_tenant_id_control_number_key;
create index outbound_by_control on outbound_interchanges (tenant_id, control_number);

-- A record that was merged into another is gone, too, and the carrier that was told of it has to hear so.
create or replace function removed_members(p_ids uuid[]) returns setof members language sql stable security definer set search_path = public, pg_temp as $$
  select m.* from members m where m.tenant_id = current_tenant() and m.id = any (p_ids) and m.removed_by is not null
$$;
