-- HD05 by tier, where a carrier's codes are not those of the guide (domain rules 4.15), beside those of lines and plans.
alter table carrier_profiles add column tier_codes jsonb not null default '{}';
