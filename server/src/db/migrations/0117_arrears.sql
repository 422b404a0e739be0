-- Delinquency: the rules by date, and what people decided or the nightly job did. The state of a group is never stored,
-- it follows from the ledger (decisions/0056).

create table delinquency_rules (
  tenant_id uuid not null default current_tenant() references tenants (id),
  scope text not null check (scope in ('default', 'carrier', 'state')),
  -- The carrier's name or the state's code; empty for all groups.
  scope_value text not null,
  effective_on date not null,
  first_grace_day text not null check (first_grace_day in ('day_after', 'due_date')),
  -- Null is the grace period of each group.
  grace_days integer check (grace_days between 1 and 365),
  reminder_days integer[] not null,
  letter_days integer[] not null,
  copies_broker boolean not null,
  end_rule text not null check (end_rule in ('paid_through', 'end_of_following_month')),
  end_after_days integer not null check (end_after_days between 0 and 365),
  tolerance_cents bigint not null check (tolerance_cents >= 0),
  -- In twelve months; null is no limit.
  reinstatements integer check (reinstatements >= 0),
  set_by text not null,
  set_by_name text not null,
  set_at timestamptz not null,
  primary key (tenant_id, scope, scope_value, effective_on)
);
select protect('delinquency_rules');

-- Who gets a copy of a group's letters.
create table group_brokers (
  tenant_id uuid not null default current_tenant(),
  group_id uuid not null,
  name text not null,
  email text not null,
  primary key (tenant_id, group_id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
select protect('group_brokers');
select scope_to_groups('group_brokers');

-- Days on which a group's clock does not run. A hold that is lifted early ends the day before.
create table arrears_holds (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  group_id uuid not null,
  from_on date not null,
  until_on date,
  reason text not null,
  made_by_name text not null,
  made_at timestamptz not null,
  lifted_on date,
  lifted_by_name text,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  check (until_on >= from_on)
);
create index arrears_holds_of_group on arrears_holds (tenant_id, group_id);
select protect('arrears_holds');
select scope_to_groups('arrears_holds');
revoke delete on arrears_holds from openbenefits_app;

-- An agreement to pay the arrears of bills due by a day in parts.
create table installment_plans (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  group_id uuid not null,
  made_on date not null,
  covers_due_until date not null,
  arrears_cents bigint not null check (arrears_cents > 0),
  installments jsonb not null,
  made_by_name text not null,
  made_at timestamptz not null,
  ended_on date,
  ended_by_name text,
  -- The last day on which the clock was stopped by a plan that has ended.
  stopped_until date,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
create unique index one_installment_plan on installment_plans (tenant_id, group_id) where ended_on is null;
create index installment_plans_of_group on installment_plans (tenant_id, group_id);
select protect('installment_plans');
select scope_to_groups('installment_plans');
revoke delete on installment_plans from openbenefits_app;

-- Reminders, letters and statements that were sent, with the proof of sending.
create table arrears_notices (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  group_id uuid not null,
  bill_id uuid,
  kind text not null check (kind in ('reminder', 'letter', 'statement')),
  -- The day of the rule; null where a person sent it.
  rule_day integer,
  made_on date not null,
  made_at timestamptz not null,
  made_by_name text not null,
  -- What it says, as it was then (NoticeFacts of billing/arrears/notice-facts.ts); no member is named.
  facts jsonb not null,
  -- The group's contact; null where there is no address, and the PDF must be printed and mailed.
  sent_to text,
  copied_to text,
  mail_id uuid,
  copy_mail_id uuid,
  -- Copied from the mails, which are kept for 90 days only.
  mail_state text,
  mail_settled_at timestamptz,
  copy_mail_state text,
  pdf_key text,
  pdf_sha256 text,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, bill_id) references bills (tenant_id, id),
  check ((kind = 'statement') = (bill_id is null))
);
-- Once per bill and day, and once per day of the rule.
create unique index one_notice_of_a_day on arrears_notices (tenant_id, bill_id, made_on) where bill_id is not null;
create unique index one_notice_of_a_rule_day on arrears_notices (tenant_id, bill_id, rule_day) where rule_day is not null;
create unique index one_statement_of_a_day on arrears_notices (tenant_id, group_id, made_on) where kind = 'statement';
create index arrears_notices_of_group on arrears_notices (tenant_id, group_id, made_at desc);
create index arrears_notices_without_pdf on arrears_notices (tenant_id, made_at) where pdf_key is null and kind <> 'statement';
create index arrears_notices_without_proof on arrears_notices (tenant_id, mail_id) where mail_id is not null and mail_state is null;
select protect('arrears_notices');
select scope_to_groups('arrears_notices');
revoke delete on arrears_notices from openbenefits_app;

-- Suspensions and terminations that the job proposed. A person does them; the outcome is noted the night after.
create table arrears_proposals (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  group_id uuid not null,
  bill_id uuid not null,
  step text not null check (step in ('suspend', 'end')),
  effective_on date not null,
  proposed_on date not null,
  closed_on date,
  outcome text check (outcome in ('done', 'withdrawn')),
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, bill_id) references bills (tenant_id, id)
);
create unique index one_open_proposal on arrears_proposals (tenant_id, group_id, step) where closed_on is null;
create index arrears_proposals_of_group on arrears_proposals (tenant_id, group_id);
select protect('arrears_proposals');
select scope_to_groups('arrears_proposals');
revoke delete on arrears_proposals from openbenefits_app;

-- Overdue bills of the book are found by their due date.
create index bills_posted_by_due on bills (tenant_id, due_date) include (group_id) where state = 'posted';
-- Statements and balances of a day read the postings of a group by entry.
create index ledger_postings_of_group_entries on ledger_postings (tenant_id, group_id, entry_id) where account in ('1100', '2000', '2010');
