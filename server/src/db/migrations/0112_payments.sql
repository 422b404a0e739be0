-- Payments, what they pay, and the credit a group has (decisions/0051).

-- How money may come: times, fees and who bears the fee, from a day on. Without a row the terms of domain/src/payments hold.
create table payment_method_terms (
  tenant_id uuid not null default current_tenant(),
  method text not null check (method in ('ach', 'wire', 'credit_card', 'check')),
  effective_on date not null,
  processing_time text not null,
  -- A fee in cents, in hundredths of a percent of the amount, or both.
  fee_cents integer not null check (fee_cents >= 0),
  fee_basis_points integer not null default 0 check (fee_basis_points between 0 and 10000),
  payer_bears_fee boolean not null,
  is_offered boolean not null default true,
  set_by text not null,
  set_by_name text not null,
  set_at timestamptz not null,
  primary key (tenant_id, method, effective_on)
);
select protect('payment_method_terms');

-- Money of a group; without a group until somebody says whose it is. `cents` is what counts toward its bills; a fee that
-- the payer bears comes on top.
create table payments (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  group_id uuid,
  -- The payer as a bank names it.
  payer text,
  method text not null check (method in ('ach', 'wire', 'credit_card', 'check')),
  kind text not null check (kind in ('monthly_premium', 'ichra_payment')),
  source text not null check (source in ('entered', 'online', 'recurring', 'lockbox', 'bank_statement', 'remittance')),
  cents bigint not null check (cents > 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  payer_bears_fee boolean not null default false,
  reference text not null,
  -- The day on which the money counts as received.
  received_on date not null,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'returned', 'void')),
  -- The bill it is for; null is the oldest first.
  bill_id uuid,
  -- Why it failed, was returned or is void.
  reason text,
  processed_at timestamptz,
  created_by text not null,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, bill_id) references bills (tenant_id, id)
);
create index payments_newest on payments (tenant_id, received_on desc, id desc);
create index payments_of_group on payments (tenant_id, group_id, received_on desc, id desc);
create index payments_unsettled on payments (tenant_id, method) where status in ('pending', 'processing');
create index payments_of_bill on payments (tenant_id, bill_id) where bill_id is not null;
-- A check or wire is entered once: the same reference and amount of the same group and day is a duplicate.
create unique index one_payment_of_reference on payments (tenant_id, group_id, method, lower(reference), cents, received_on) where status <> 'void' and status <> 'failed' and source = 'entered';
select protect('payments');
select scope_to_groups('payments');
revoke delete on payments from openbenefits_app;

-- The states of a payment, one after the other; only added.
create table payment_events (
  tenant_id uuid not null default current_tenant(),
  payment_id uuid not null,
  place integer not null,
  group_id uuid,
  at timestamptz not null,
  status text not null,
  note text not null,
  actor_name text not null,
  primary key (tenant_id, payment_id, place),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id)
);
select protect('payment_events');
select scope_to_groups('payment_events');
revoke update, delete on payment_events from openbenefits_app;

-- A try to take a payment at a processor: not yet the payment (money engine, section 5).
create table payment_attempts (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  payment_id uuid not null,
  group_id uuid not null,
  processor text not null,
  -- What the processor calls it; also the key by which it takes an attempt once.
  processor_reference text,
  -- A name for the way of payment at the processor, never a card number.
  token text not null,
  label text not null,
  status text not null check (status in ('created', 'sent', 'unknown', 'succeeded', 'failed')),
  message text,
  made_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id)
);
create index payment_attempts_of_payment on payment_attempts (tenant_id, payment_id, made_at);
create index payment_attempts_open on payment_attempts (tenant_id, changed_at) where status in ('created', 'sent', 'unknown');
select protect('payment_attempts');
select scope_to_groups('payment_attempts');
revoke delete on payment_attempts from openbenefits_app;

-- What of a payment, or of a credit on account (no payment), pays which bill. Undone once, with its own entry.
create table payment_applications (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  group_id uuid not null,
  payment_id uuid,
  bill_id uuid not null,
  cents bigint not null check (cents > 0),
  entry_id uuid not null,
  applied_on date not null,
  applied_by_name text not null,
  undone_entry_id uuid,
  undone_by_name text,
  undone_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  foreign key (tenant_id, bill_id) references bills (tenant_id, id),
  foreign key (tenant_id, entry_id) references ledger_entries (tenant_id, id)
);
create index payment_applications_of_bill on payment_applications (tenant_id, bill_id);
create index payment_applications_of_payment on payment_applications (tenant_id, payment_id) where payment_id is not null;
select protect('payment_applications');
select scope_to_groups('payment_applications');
revoke delete on payment_applications from openbenefits_app;

-- A posting of unapplied cash names its payment, so that what is left of each is a balance, not a figure that is kept.
alter table ledger_postings add column payment_id uuid;
create index ledger_postings_of_payment on ledger_postings (tenant_id, payment_id, account) where payment_id is not null;

-- What is owed of a bill, what is left of a payment and the credit of a group never cross zero. Checked when a
-- transaction ends, one transaction of a group after the other: the lock comes first, so the sum sees the other's work.
create function check_balance_side() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare balance bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended(coalesce(new.group_id, new.payment_id)::text, 1100));
  if new.account = '1100' then
    select sum(cents) into balance from ledger_postings where tenant_id = new.tenant_id and bill_id = new.bill_id and account = '1100';
    if balance < 0 then raise exception 'A bill would be paid by more than it is' using errcode = 'check_violation'; end if;
  elsif new.account = '2000' then
    select sum(cents) into balance from ledger_postings where tenant_id = new.tenant_id and payment_id = new.payment_id and account = '2000';
    if balance > 0 then raise exception 'More of a payment would be applied than there is' using errcode = 'check_violation'; end if;
  else
    select sum(cents) into balance from ledger_postings where tenant_id = new.tenant_id and group_id = new.group_id and account = '2010';
    if balance > 0 then raise exception 'More of a credit would be used than there is' using errcode = 'check_violation'; end if;
  end if;
  return null;
end $$;
-- Only what lowers a balance can make it cross zero.
create constraint trigger balance_side after insert on ledger_postings deferrable initially deferred for each row
  when ((new.account = '1100' and new.cents < 0) or (new.account in ('2000', '2010') and new.cents > 0))
  execute function check_balance_side();
