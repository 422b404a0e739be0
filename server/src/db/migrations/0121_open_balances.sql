-- What is owed of each bill that is not paid in full, and what is left of each payment, kept by the database with every posting, so that lists of a large
-- book need not add up its ledger. The ledger stays the truth: a test adds it up again (decisions/0051).
create table bill_balances (
  tenant_id uuid not null default current_tenant(),
  bill_id uuid not null,
  group_id uuid not null,
  cents bigint not null,
  primary key (tenant_id, bill_id)
);
create index bill_balances_of_group on bill_balances (tenant_id, group_id);
select protect('bill_balances');
select scope_to_groups('bill_balances');
revoke insert, update, delete on bill_balances from openbenefits_app;

create table payment_balances (
  tenant_id uuid not null default current_tenant(),
  payment_id uuid not null,
  cents bigint not null,
  primary key (tenant_id, payment_id)
);
select protect('payment_balances');
select scope_to_groups('payment_balances', 'payment_id in (select y.id from payments y where y.group_id in (select a.group_id from group_admins a where a.user_id = current_user_id()))');
revoke insert, update, delete on payment_balances from openbenefits_app;

create function keep_open_balances() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into bill_balances as b (tenant_id, bill_id, group_id, cents)
    select tenant_id, bill_id, group_id, sum(cents) from added where account = '1100' and bill_id is not null group by 1, 2, 3 order by 1, 2
    on conflict (tenant_id, bill_id) do update set cents = b.cents + excluded.cents;
  delete from bill_balances b using added a
    where a.account = '1100' and b.tenant_id = a.tenant_id and b.bill_id = a.bill_id and b.cents = 0;
  insert into payment_balances as b (tenant_id, payment_id, cents)
    select tenant_id, payment_id, -sum(cents) from added where account = '2000' and payment_id is not null group by 1, 2 order by 1, 2
    on conflict (tenant_id, payment_id) do update set cents = b.cents + excluded.cents;
  delete from payment_balances b using added a
    where a.account = '2000' and b.tenant_id = a.tenant_id and b.payment_id = a.payment_id and b.cents = 0;
  return null;
end $$;
create trigger keep_open_balances after insert on ledger_postings referencing new table as added for each statement execute function keep_open_balances();

insert into bill_balances (tenant_id, bill_id, group_id, cents)
  select tenant_id, bill_id, group_id, sum(cents) from ledger_postings where account = '1100' and bill_id is not null group by 1, 2, 3 having sum(cents) <> 0;

insert into payment_balances (tenant_id, payment_id, cents)
  select tenant_id, payment_id, -sum(cents) from ledger_postings where account = '2000' and payment_id is not null group by 1, 2 having sum(cents) <> 0;

create index bills_posted_newest on bills (tenant_id, period desc, id desc) include (total_cents) where state = 'posted';
create index bills_of_group_newest on bills (tenant_id, group_id, period desc, id desc) where state = 'posted';
create index payments_by_day on payments (tenant_id, received_on) include (method, status, cents);
