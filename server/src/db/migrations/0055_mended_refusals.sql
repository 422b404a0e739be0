-- A refused record as somebody has mended it stands for itself: while a file is held its refusals are found anew, when it is worked out again and when it is
-- applied, and what was mended stays with the record. Read anew, a file forgets it.
create table file_mends (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  record_no integer not null,
  mended_encrypted text not null,
  mended_by_name text not null,
  primary key (tenant_id, job_id, record_no),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
select protect('file_mends');
select scope_to_groups('file_mends', 'exists (select from file_jobs j where j.id = job_id)');
insert into file_mends (tenant_id, job_id, record_no, mended_encrypted, mended_by_name)
  select tenant_id, job_id, record_no, mended_encrypted, coalesce(mended_by_name, '') from file_refusals where mended_encrypted is not null;
alter table file_refusals drop column mended_encrypted, drop column mended_by_name;

create or replace function forget_file(p_job uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from import_packs where tenant_id = current_tenant() and job_id = p_job;
  delete from import_families where tenant_id = current_tenant() and job_id = p_job;
  delete from file_changes where tenant_id = current_tenant() and job_id = p_job;
  delete from file_missing where tenant_id = current_tenant() and job_id = p_job;
  delete from file_refusals where tenant_id = current_tenant() and job_id = p_job;
  delete from file_mends where tenant_id = current_tenant() and job_id = p_job;
  delete from file_premiums where tenant_id = current_tenant() and job_id = p_job;
  delete from file_lines where tenant_id = current_tenant() and job_id = p_job;
  delete from file_references where tenant_id = current_tenant() and job_id = p_job;
  delete from file_sets where tenant_id = current_tenant() and job_id = p_job;
  delete from file_acknowledgements where tenant_id = current_tenant() and job_id = p_job;
$$;
