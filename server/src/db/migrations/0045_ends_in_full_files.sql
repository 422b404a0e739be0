-- Carriers differ in what absence from a full file means; some want each end named in so many full files (domain rules 4.1, outbound).
alter table carrier_profiles add column ends_in_full integer not null default 0 check (ends_in_full between 0 and 12);
-- How many full files have named an end, or coverage that never was, up to and with this one.
alter table outbound_sent add column times_ended integer not null default 0;

-- Carriers take files in by their names.
alter table carrier_profiles add column file_name text not null default '834-{control}.edi';
alter table outbound_interchanges add column file_name text not null default '';
update outbound_interchanges set file_name = '834-' || lpad(control_number::text, 9, '0') || '.edi';
