-- Which codes of HD03 that the guide lacks are taken as life insurance, of LIF, AC and ADD in this order; LIF has always been.
alter table trading_partners add column beyond_guide text[] not null default '{LIF}' check (beyond_guide <@ '{LIF,AC,ADD}'::text[]);
