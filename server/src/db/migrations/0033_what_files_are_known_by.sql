-- Why a file failed, for programs: its group has to be chosen, it was refused for another reason, or the fault was ours.
alter table file_jobs add column error_code text check (error_code in ('group_wanted', 'refused', 'fault'));
-- Until now only the words said it.
update file_jobs set error_code = case when error_message ~ 'Choose the group( it belongs to)? and try again\.$' then 'group_wanted' when error_message like 'This file could not be processed because of a fault on our side.%' then 'fault' else 'refused' end
  where status = 'error' and error_message is not null;

-- The references of a file's transaction sets (BGN02), by which a sender's file is known again though its interchange has another number.
create table file_references (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  reference text not null,
  primary key (tenant_id, job_id, reference),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
create index file_references_by_reference on file_references (tenant_id, reference, job_id);
select protect('file_references');
select scope_to_groups('file_references', 'exists (select from file_jobs j where j.id = job_id)');
insert into file_references (tenant_id, job_id, reference)
  select distinct j.tenant_id, j.id, btrim(s ->> 'reference') from file_jobs j cross join lateral jsonb_array_elements(j.facts -> 'transactionSets') s
  where jsonb_typeof(j.facts -> 'transactionSets') = 'array' and btrim(coalesce(s ->> 'reference', '')) <> '' on conflict do nothing;
-- The sender writes the same reference into many files, so that it tells nothing.
alter table trading_partners add column reference_repeats boolean not null default false;

-- Telephone numbers are stored as E.164, an extension after it (domain/src/phone.ts). What can be read as a number of North America is converted; the rest
-- stays and is shown as it stands.
create function pg_temp.stored_phone(phone text) returns text language sql immutable as $$
  with parts as (select regexp_match(btrim(phone), '^([\d\s()./+-]*\d)\)?[\s,;]*(?:(?:ext(?:ension|n)?|x|#)\s*[.:=#]*\s*(\d{1,7}))?$', 'i') as part)
  select coalesce(case when regexp_replace(part[1], '\D', '', 'g') ~ '^1?[2-9]\d\d[2-9]\d{6}$' and part[1] !~ '^\s*\+\s*[2-9]'
    then '+1' || right(regexp_replace(part[1], '\D', '', 'g'), 10) || coalesce(';ext=' || part[2], '') end, phone) from parts
$$;
update members set phone = pg_temp.stored_phone(phone) where phone is not null and phone is distinct from pg_temp.stored_phone(phone);
update groups set contact_phone = pg_temp.stored_phone(contact_phone), fax_phone = pg_temp.stored_phone(fax_phone) where contact_phone is not null or fax_phone is not null;
update trading_partners set contact_phone = pg_temp.stored_phone(contact_phone) where contact_phone is not null;
