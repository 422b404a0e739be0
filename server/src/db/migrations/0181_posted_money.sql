-- What is posted stays as it is, whatever the server's role is told to write.

-- A posted bill never becomes a draft again; its PDF, its end and who ended it are written once.
create or replace function guard_posted_bill() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'A posted bill is never deleted' using errcode = 'insufficient_privilege'; end if;
    return old;
  end if;
  if old.state = 'draft' then return new; end if;
  if new.state <> old.state and not (old.state = 'posted' and new.state in ('void', 'replaced'))
    or (old.group_id, old.period, old.version, old.number, old.header, old.subscribers, old.premium_cents, old.retro_cents, old.total_cents, old.issue_date,
      old.due_date, old.cut_off_at, old.posted_at, old.posted_by, old.posted_by_name, old.lines_digest, old.run_id, old.billing_method) is distinct from
      (new.group_id, new.period, new.version, new.number, new.header, new.subscribers, new.premium_cents, new.retro_cents, new.total_cents, new.issue_date,
      new.due_date, new.cut_off_at, new.posted_at, new.posted_by, new.posted_by_name, new.lines_digest, new.run_id, new.billing_method)
    or (old.pdf_key is not null and (old.pdf_key, old.pdf_sha256) is distinct from (new.pdf_key, new.pdf_sha256))
    or (old.voided_at is not null and (old.voided_at, old.voided_by_name, old.void_reason) is distinct from (new.voided_at, new.voided_by_name, new.void_reason))
  then
    raise exception 'A posted bill never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Postings come with their entry, in its transaction.
alter table ledger_entries add column posted_in xid8;
create function mark_ledger_entry() returns trigger language plpgsql as $$
begin
  new.posted_in := pg_current_xact_id();
  return new;
end $$;
create trigger mark_ledger_entry before insert on ledger_entries for each row execute function mark_ledger_entry();
create function refuse_later_postings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from (select distinct tenant_id, entry_id from new_rows) n
    join ledger_entries e on e.tenant_id = n.tenant_id and e.id = n.entry_id
    where e.posted_in is distinct from pg_current_xact_id()) then
    raise exception 'An entry that is posted takes no further postings' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger refuse_later_postings after insert on ledger_postings referencing new table as new_rows for each statement execute function refuse_later_postings();

-- Refuses an update of columns that are written once. Arguments: names of the columns; one that ends in a question mark
-- may be filled in once.
create function keep_columns() returns trigger language plpgsql as $$
declare
  named text;
  was jsonb := to_jsonb(old);
  becomes jsonb := to_jsonb(new);
begin
  foreach named in array tg_argv loop
    if was -> rtrim(named, '?') is distinct from becomes -> rtrim(named, '?')
      and not (named like '%?' and jsonb_typeof(was -> rtrim(named, '?')) = 'null')
    then
      raise exception '% of % never changes', rtrim(named, '?'), tg_table_name using errcode = 'insufficient_privilege';
    end if;
  end loop;
  return new;
end $$;
create trigger keep_payment before update on payments for each row execute function keep_columns(
  'id', 'cents', 'fee_cents', 'kind', 'method', 'source', 'received_on', 'reference', 'created_by', 'created_by_name', 'created_at', 'bank_account_id?');
create trigger keep_refund before update on refunds for each row when (new.attempts = old.attempts) execute function keep_columns(
  'id', 'number', 'group_id', 'payment_id', 'cents', 'reason', 'requested_by', 'requested_by_name', 'requested_at', 'method', 'bank_account_id', 'decided_by?', 'decided_by_name?');
create trigger keep_refund_amount before update on refunds for each row when (new.attempts <> old.attempts) execute function keep_columns(
  'id', 'number', 'group_id', 'payment_id', 'cents', 'reason');
create trigger keep_adjustment before update on balance_adjustments for each row execute function keep_columns(
  'id', 'group_id', 'kind', 'bill_id', 'cents', 'reason', 'requested_by', 'requested_by_name', 'requested_at', 'decided_by?', 'decided_by_name?');
create trigger keep_bank_account before update on bank_accounts for each row execute function keep_columns(
  'id', 'group_id', 'added_by', 'added_by_name', 'added_at', 'is_person');
create trigger keep_application before update on payment_applications for each row execute function keep_columns(
  'id', 'payment_id', 'bill_id', 'cents', 'entry_id', 'applied_on', 'applied_by_name');
