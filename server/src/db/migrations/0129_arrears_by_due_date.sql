-- Overdue groups of a large book are found without reading their bills: a balance has the due date of its bill, which never changes once it is posted.
alter table bill_balances add column due_date date;
update bill_balances x set due_date = b.due_date from bills b where b.tenant_id = x.tenant_id and b.id = x.bill_id;
alter table bill_balances alter column due_date set not null;
create function date_bill_balance() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.due_date := (select b.due_date from bills b where b.tenant_id = new.tenant_id and b.id = new.bill_id);
  return new;
end $$;
create trigger date_bill_balance before insert on bill_balances for each row execute function date_bill_balance();
create index bill_balances_by_due on bill_balances (tenant_id, due_date, group_id) where cents > 0;
