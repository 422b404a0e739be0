-- What the headings and words of a sender's lists mean where our own understanding falls short; the plan codes stay as they were.
alter table trading_partners
  add column day_first boolean not null default false,
  add column pad_zeros boolean not null default false,
  -- Of an 834: REF*0F of a dependent is its own number, not the family's (domain rules 4.1, REF).
  add column family_by_place boolean not null default false;
alter table trading_partner_codes drop constraint trading_partner_codes_kind_check;
alter table trading_partner_codes
  alter column plan_id drop not null,
  -- Ours for the word, by its kind (domain/src/files/census-mapping.ts); a plan code has its plan instead.
  add column meaning text,
  add constraint trading_partner_codes_kind_check check (kind in ('plan', 'tier', 'relationship', 'gender', 'action', 'yes_no', 'waiver')),
  add constraint trading_partner_codes_meaning_check check ((kind = 'plan') = (plan_id is not null) and (kind = 'plan') = (meaning is null));
create table trading_partner_columns (
  tenant_id uuid not null default current_tenant(),
  partner_id uuid not null,
  -- The heading as it is compared: lower-case letters and digits.
  heading text not null,
  shown_heading text not null,
  -- Null leaves the column out.
  field text,
  dependent integer not null default 0,
  mapped_by_name text not null,
  mapped_at timestamptz not null,
  primary key (tenant_id, partner_id, heading),
  foreign key (tenant_id, partner_id) references trading_partners (tenant_id, id)
);
select protect('trading_partner_columns');
-- Lists that name several groups, or none that is chosen, have one profile together.
create unique index trading_partners_of_no_one on trading_partners (tenant_id) where sender_id is null and group_id is null;
-- The file said for which group it is, not a person: read again, it says so again.
alter table file_jobs add column group_from_file boolean not null default false;
-- A refused row as somebody has mended it, until it is sent again: a vault envelope like the row as it came.
alter table file_refusals add column mended_encrypted text, add column mended_by_name text;
-- What ties a refused row of a list to its family, a vault envelope; and whether only its place below the employee does, which is lost when it is
-- given back alone.
alter table file_refusals add column family_encrypted text, add column family_by_place boolean not null default false;
-- Each thing that is wrong with a refused record, [{field, reason}], so that records are grouped by their causes; `reason` says them all.
alter table file_refusals add column causes jsonb not null default '[]';
