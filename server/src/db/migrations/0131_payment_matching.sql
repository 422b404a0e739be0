-- The fingerprint of a bank row includes its bank, group and account. Rows that were imported before are compared by
-- what they had; they count for every bank.
alter table payment_file_rows add column is_of_any_bank boolean not null default true;
alter table payment_file_rows alter column is_of_any_bank set default false;
