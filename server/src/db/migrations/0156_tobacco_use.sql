-- Whether a member uses tobacco, as attested: from a day on, until a later statement. Statements are added, never changed,
-- so that a bill can be calculated as it was known then (45 CFR 147.102(a)(1)(iv): use in the past six months, attested).
create table tobacco_statements (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  group_id uuid not null,
  member_id uuid not null,
  uses_tobacco boolean not null,
  effective_on date not null,
  attested_on date not null,
  change_id uuid,
  recorded_at timestamptz not null,
  recorded_by text not null,
  recorded_by_name text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);
create index tobacco_statements_of_group on tobacco_statements (tenant_id, group_id);
create index tobacco_statements_of_member on tobacco_statements (tenant_id, member_id);
select protect('tobacco_statements');
select scope_to_groups('tobacco_statements');

-- Members of groups who use tobacco on a day, as known at an instant, with their subscribers.
create function tobacco_users(p_groups uuid[], p_on date, p_known timestamptz)
returns table (member_id uuid, subscriber_id uuid)
language sql stable as $$
  select s.member_id, coalesce(m.subscriber_id, m.id)
  from (
    select distinct on (t.member_id) t.member_id, t.uses_tobacco from tobacco_statements t
    where t.group_id = any (p_groups) and t.effective_on <= p_on and t.recorded_at <= p_known
    order by t.member_id, t.effective_on desc, t.recorded_at desc, t.id desc
  ) s join members m on m.tenant_id = current_tenant() and m.id = s.member_id
  where s.uses_tobacco
$$;
grant execute on function tobacco_users to openbenefits_app, openbenefits_scoped;

-- Bills of the months from the day on are calculated again, and the group's figures are counted again.
create function mark_tobacco() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into bill_marks (tenant_id, group_id, subscriber_id, months, cause)
  select new.tenant_id, new.group_id, coalesce(m.subscriber_id, m.id), daterange(new.effective_on, null), 'member'
  from members m where m.tenant_id = new.tenant_id and m.id = new.member_id;
  insert into group_figure_changes (tenant_id, group_id) values (new.tenant_id, new.group_id);
  return null;
end $$;
create trigger mark_tobacco after insert on tobacco_statements for each row execute function mark_tobacco();
