-- Carriers are also paid by check.
alter table carrier_remittances drop constraint carrier_remittances_method_check;
alter table carrier_remittances add constraint carrier_remittances_method_check check (method in ('wire', 'ach', 'check'));

-- What the carrier answers to the 820 (999, TA1): accepted, accepted with errors, in part, rejected.
alter table carrier_remittances add column answer text check (answer in ('A', 'E', 'P', 'R'));
alter table carrier_remittances add column answered_at timestamptz;
