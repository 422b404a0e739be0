-- With a month all months before it are closed, also those that had no entry.
create or replace function refuse_closed_month() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_closings c where c.tenant_id = new.tenant_id and c.month >= date_trunc('month', new.effective_on)::date) then
    raise exception 'The month % is closed', to_char(new.effective_on, 'YYYY-MM') using errcode = 'check_violation';
  end if;
  return new;
end $$;
