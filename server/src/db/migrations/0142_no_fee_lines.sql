-- Fees are owed separately from the bills (return_fees); no line or sum of a bill has ever had one.
create or replace function guard_posted_bill() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'A posted bill is never deleted' using errcode = 'insufficient_privilege'; end if;
    return old;
  end if;
  if old.state <> 'draft' and (old.group_id, old.period, old.version, old.number, old.header, old.subscribers, old.premium_cents, old.retro_cents, old.total_cents, old.issue_date,
      old.due_date, old.cut_off_at, old.posted_at, old.lines_digest) is distinct from (new.group_id, new.period, new.version, new.number, new.header, new.subscribers, new.premium_cents,
      new.retro_cents, new.total_cents, new.issue_date, new.due_date, new.cut_off_at, new.posted_at, new.lines_digest) then
    raise exception 'A posted bill never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
alter table bills drop column fee_cents;
alter table bill_lines drop constraint bill_lines_kind_check;
alter table bill_lines add constraint bill_lines_kind_check check (kind in ('premium', 'waiver', 'retro', 'credit', 'uncredited'));
