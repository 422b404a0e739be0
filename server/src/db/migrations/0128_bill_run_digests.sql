-- A digest of what a run billed (money engine, section 3): the same lines have the same digest, whatever stopped the run in between. Each bill has the
-- digest of its lines, made with them (billing/lines-digest.ts); a run has that of its bills when the last one is posted, and keeps it.
alter table bills add column lines_digest bytea;
alter table bill_runs add column lines_digest text;

-- Null where a bill is older than digests. A draft without lines is never posted, so it counts for nothing.
create function run_digest(p_run uuid) returns text language sql stable as $$
  select case when count(*) > 0 and count(*) = count(b.lines_digest) then
    encode(sha256(convert_to(string_agg(b.group_id || ' ' || encode(b.lines_digest, 'hex'), E'\n' order by b.group_id, b.version), 'UTF8')), 'hex') end
  from bills b where b.run_id = p_run and b.state in ('draft', 'posted', 'replaced', 'void')
    and b.lines_digest is distinct from sha256('')
$$;
grant execute on function run_digest to openbenefits_app, openbenefits_scoped;

create function keep_run_digest() returns trigger language plpgsql as $$
begin
  new.lines_digest := case when old.status = 'posted' then old.lines_digest when new.status = 'posted' then run_digest(new.id) end;
  return new;
end $$;
create trigger keep_run_digest before update on bill_runs for each row execute function keep_run_digest();

create or replace function guard_posted_bill() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'A posted bill is never deleted' using errcode = 'insufficient_privilege'; end if;
    return old;
  end if;
  if old.state <> 'draft' and (old.group_id, old.period, old.version, old.number, old.header, old.subscribers, old.premium_cents, old.retro_cents, old.fee_cents, old.total_cents, old.issue_date,
      old.due_date, old.cut_off_at, old.posted_at, old.lines_digest) is distinct from (new.group_id, new.period, new.version, new.number, new.header, new.subscribers, new.premium_cents,
      new.retro_cents, new.fee_cents, new.total_cents, new.issue_date, new.due_date, new.cut_off_at, new.posted_at, new.lines_digest) then
    raise exception 'A posted bill never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
