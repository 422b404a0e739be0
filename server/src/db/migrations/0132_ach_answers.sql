-- What an entry was sent with, so that its return is matched with that and not with the account of today.
alter table ach_entries
  add column sent_routing text,
  add column sent_company_id text;
-- What notifications of change corrected besides the account (NACHA Operating Rules, appendix 5: C09, C13).
alter table bank_accounts
  add column individual_id text,
  add column takes_no_addenda boolean not null default false;
-- A return that changed nothing counts for no retry and no rate; some are a case for the bank.
alter table ach_returns
  add column is_applied boolean not null default true,
  add column bank_case text check (bank_case in ('duplicate_return', 'not_ours', 'void'));
update ach_returns set is_applied = false where entry_id is null or outcome like 'This entry was already returned%';
