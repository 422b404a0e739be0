-- Who changed a profile last; and the profile of a group's census files, which name no sender.
alter table trading_partners add column updated_by_name text;
alter table trading_partners add column group_id uuid;
alter table trading_partners add foreign key (tenant_id, group_id) references groups (tenant_id, id);
create unique index trading_partners_by_group on trading_partners (tenant_id, group_id) where group_id is not null;
-- Refused rows that were sent again are a file of their own: it tells of a few people, whatever its header says about the rest.
alter table file_jobs add column resent_from uuid;
alter table file_jobs add foreign key (tenant_id, resent_from) references file_jobs (tenant_id, id);
create unique index file_jobs_resent on file_jobs (tenant_id, resent_from) where resent_from is not null;
create index file_jobs_by_partner on file_jobs (tenant_id, partner_id, created_at) where partner_id is not null;
