alter table bank_accounts
  -- The last notice of change that gave it another routing number, account number or holder: it is a new payee since.
  add column changed_at timestamptz,
  add column changed_by text,
  add column changed_by_name text,
  -- Who added it, and everyone who started or confirmed its verification, or changed anything by which it is paid.
  add column authors text[] not null default '{}',
  add check ((changed_at is null) = (changed_by is null) and (changed_at is null) = (changed_by_name is null));
update bank_accounts set authors = array[added_by];

-- Nobody stops being an author.
create function keep_bank_account_authors() returns trigger language plpgsql as $$
begin
  new.authors := array(select unnest(new.authors) union select new.added_by union select unnest(old.authors));
  return new;
end $$;
create trigger keep_bank_account_authors before insert or update of authors, added_by on bank_accounts for each row execute function keep_bank_account_authors();
