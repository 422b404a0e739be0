-- What a sender calls the families of a group (REF*0F, the Family ID of a census), so that a dependent who comes alone in a later file finds its own.
-- A keyed digest, because it may be an SSN. A row says since which change the number means this subscriber; the newest counts, and an undo takes its own away.
-- Numbers by which the subscriber is found anyway (SSN, employee number, member number) are not written down.
create table family_numbers (
  tenant_id uuid not null default current_tenant(),
  -- Null for a census of several groups, which has no profile.
  partner_id uuid,
  group_id uuid not null,
  family_index bytea not null,
  member_id uuid not null,
  change_id uuid not null,
  noted_at timestamptz not null,
  primary key (tenant_id, group_id, family_index, change_id),
  foreign key (tenant_id, partner_id) references trading_partners (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  foreign key (tenant_id, change_id) references changes (tenant_id, id)
);
create index family_numbers_of_change on family_numbers (tenant_id, change_id);
create index family_numbers_of_member on family_numbers (tenant_id, member_id);
select protect('family_numbers');
select scope_to_groups('family_numbers');

alter table members
  -- REF*23, or the identification of NM1 that is no SSN: a vault envelope with its digest, because senders put SSNs there too.
  add column carrier_id_encrypted text,
  add column carrier_id_index bytea,
  -- INS05, INS06 and INS07 of the 834 as codes; null while no file has said anything else than active and no Medicare.
  add column benefit_status text check (benefit_status in ('A', 'C', 'S', 'T')),
  add column medicare_plan text check (medicare_plan in ('A', 'B', 'C', 'D', 'E')),
  add column cobra_event text check (cobra_event in ('1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'ZZ')),
  -- DTP 301, 340, 341; the last is a last day.
  add column cobra_event_date date,
  add column cobra_begin_date date,
  add column cobra_end_date date,
  -- INS10: disabled, so a child does not age out (domain rules 4.11). INS13: R where few may see the address. Null while no file has said Y, or R.
  add column handicap text check (handicap in ('Y', 'N')),
  add column confidentiality text check (confidentiality in ('R', 'U')),
  -- The dependent that this subscriber was before (after a death, a divorce, the 26th birthday): domain rules 4.1, split.
  add column split_from uuid;
alter table members add foreign key (tenant_id, split_from) references members (tenant_id, id);
create index members_by_carrier_id on members (tenant_id, group_id, carrier_id_index) where carrier_id_index is not null;
create index members_by_split on members (tenant_id, split_from) where split_from is not null;

-- People whom an undone import had brought in, for telling carriers that were told of them: the tenant wall hides them from everything else. Whoever was
-- merged into another record is still covered under that one, so is not among them.
create function removed_members(p_ids uuid[]) returns setof members language sql stable security definer set search_path = public, pg_temp as $$
  select m.* from members m where m.tenant_id = current_tenant() and m.id = any (p_ids) and m.removed_by is not null and m.merged_into is null
$$;
revoke all on function removed_members from public;
grant execute on function removed_members to openbenefits_app;

-- The control numbers (ISA13) of the 999s of an answer, so that a TA1 that answers one of them is matched.
alter table file_acknowledgements add column ack999_controls bigint[] not null default '{}';
create index acknowledgements_by_control on file_acknowledgements using gin (ack999_controls);
