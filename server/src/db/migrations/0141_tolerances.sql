-- A tolerance is an amount or a share of what the overdue bills charged, whichever is more, and may not hold for the first payment.
alter table delinquency_rules
  add column tolerance_percent integer not null default 0 check (tolerance_percent between 0 and 100),
  add column is_first_payment_strict boolean not null default false;
