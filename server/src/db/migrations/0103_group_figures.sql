-- Figures of a group are kept until something of the group changes or a day comes on which a date takes effect (decisions/0044).
-- `count_group_figures` is the only definition of these words (GLOSSARY.md).
create table group_figures (
  tenant_id uuid not null default current_tenant(),
  group_id uuid not null,
  counted_for date not null,
  -- The next day on which coverage or a rate starts or ends.
  valid_until date not null,
  subscribers integer not null,
  dependents integer not null,
  pending integer not null,
  enrolled integer not null,
  covered integer not null,
  monthly_cents bigint,
  -- Per coverage line: monthly cents and the number of subscribers with a rate.
  premium_by_line jsonb not null,
  primary key (tenant_id, group_id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete cascade
);
select protect('group_figures');
select scope_to_groups('group_figures');

-- A group whose figures changed, one row per statement: added in the transaction of the change, removed by the count that has seen it.
-- Rows are only added, so writers of one group do not wait for each other.
create table group_figure_changes (
  tenant_id uuid not null default current_tenant(),
  group_id uuid not null,
  id bigint generated always as identity,
  primary key (tenant_id, group_id, id)
);
select protect('group_figure_changes');
select scope_to_groups('group_figure_changes');

create function count_group_figures(p_groups uuid[], p_on date)
returns table (group_id uuid, subscribers integer, dependents integer, pending integer, enrolled integer, covered integer, monthly_cents bigint, premium_by_line jsonb, valid_until date)
language sql stable as $$
  with people as (
    select m.group_id, count(*) filter (where m.subscriber_id is null) as subscribers, count(*) filter (where m.subscriber_id is not null) as dependents,
      count(*) filter (where m.status = 'pending') as pending
    from members m where m.group_id = any (p_groups) group by m.group_id
  ), spans as (
    select s.group_id, count(distinct s.member_id) filter (where s.covered @> p_on and s.member_id = s.subscriber_id) as enrolled,
      count(distinct s.member_id) filter (where s.covered @> p_on) as covered,
      least(min(lower(s.covered)) filter (where lower(s.covered) > p_on), min(upper(s.covered)) filter (where upper(s.covered) > p_on)) as next
    from coverage_spans s where s.group_id = any (p_groups) and upper_inf(s.recorded) group by s.group_id
  ), by_line as (
    select x.group_id, x.line, sum(x.monthly_cents)::bigint as monthly, count(*) as subscribers
    from premiums(p_groups, p_on) x where x.monthly_cents is not null group by x.group_id, x.line
  ), cost as (
    select b.group_id, sum(b.monthly)::bigint as monthly, jsonb_agg(jsonb_build_object('line', b.line, 'monthly', b.monthly, 'subscribers', b.subscribers)
      order by array_position(array['medical', 'dental', 'vision', 'life', 'disability'], b.line)) as lines
    from by_line b group by b.group_id
  ), rates as (
    select least(min(lower(r.valid)) filter (where lower(r.valid) > p_on), min(upper(r.valid)) filter (where upper(r.valid) > p_on)) as next from plan_rates r
  )
  select g.id, coalesce(p.subscribers, 0)::integer, coalesce(p.dependents, 0)::integer, coalesce(p.pending, 0)::integer, coalesce(s.enrolled, 0)::integer,
    coalesce(s.covered, 0)::integer, c.monthly, coalesce(c.lines, '[]'), coalesce(least(s.next, (select next from rates)), 'infinity')
  from groups g left join people p on p.group_id = g.id left join spans s on s.group_id = g.id left join cost c on c.group_id = g.id
  where g.id = any (p_groups)
$$;

grant execute on function count_group_figures to openbenefits_app, openbenefits_scoped;

-- Runs as the owner, because recording a permitted change must never fail.
create function mark_changed_groups() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into group_figure_changes (tenant_id, group_id) select distinct tenant_id, group_id from new_rows;
  elsif tg_op = 'DELETE' then
    insert into group_figure_changes (tenant_id, group_id) select distinct tenant_id, group_id from old_rows;
  elsif tg_table_name = 'members' then
    -- Most edits touch no figure: contact, address, job.
    insert into group_figure_changes (tenant_id, group_id)
    select distinct o.tenant_id, g.id from old_rows o join new_rows n on n.tenant_id = o.tenant_id and n.id = o.id cross join lateral (values (o.group_id), (n.group_id)) g(id)
    where (o.group_id, o.subscriber_id, o.status, o.relationship, o.removed_by) is distinct from (n.group_id, n.subscriber_id, n.status, n.relationship, n.removed_by);
  else
    insert into group_figure_changes (tenant_id, group_id) select tenant_id, group_id from old_rows union select tenant_id, group_id from new_rows;
  end if;
  return null;
end $$;
create trigger mark_groups_of_new after insert on members referencing new table as new_rows for each statement execute function mark_changed_groups();
create trigger mark_groups_of_changed after update on members referencing old table as old_rows new table as new_rows for each statement execute function mark_changed_groups();
create trigger mark_groups_of_deleted after delete on members referencing old table as old_rows for each statement execute function mark_changed_groups();
create trigger mark_groups_of_new after insert on coverage_spans referencing new table as new_rows for each statement execute function mark_changed_groups();
create trigger mark_groups_of_changed after update on coverage_spans referencing old table as old_rows new table as new_rows for each statement execute function mark_changed_groups();
create trigger mark_groups_of_deleted after delete on coverage_spans referencing old table as old_rows for each statement execute function mark_changed_groups();

-- Rates change rarely and are shared by groups: all of the organization are counted again.
create function mark_all_groups() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    insert into group_figure_changes (tenant_id, group_id) select g.tenant_id, g.id from groups g where g.tenant_id in (select tenant_id from old_rows);
  else
    insert into group_figure_changes (tenant_id, group_id) select g.tenant_id, g.id from groups g where g.tenant_id in (select tenant_id from new_rows);
  end if;
  return null;
end $$;
create trigger mark_groups_of_new after insert on plan_rates referencing new table as new_rows for each statement execute function mark_all_groups();
create trigger mark_groups_of_changed after update on plan_rates referencing new table as new_rows for each statement execute function mark_all_groups();
create trigger mark_groups_of_deleted after delete on plan_rates referencing old table as old_rows for each statement execute function mark_all_groups();
