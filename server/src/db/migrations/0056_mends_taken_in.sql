-- What was mended while a file is held goes into that file: read anew, it stands in the place of what was sent. Kept apart from mends that wait, and from the refusals, which are found anew.
create table file_mends_taken (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  item_no integer not null,
  -- Line of a list or of XML, segment number of an 834, in the file as it was sent.
  line integer not null,
  -- Of XML, where several people may stand on one line: the element as it was sent.
  sent_encrypted text,
  mended_encrypted text not null,
  primary key (tenant_id, job_id, item_no),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
select protect('file_mends_taken');
select scope_to_groups('file_mends_taken', 'exists (select from file_jobs j where j.id = job_id)');
-- In which columns somebody has written: told in the file's log when the row goes into the file.
alter table file_mends add column columns text[] not null default '{}';

create or replace function forget_file(p_job uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from import_packs where tenant_id = current_tenant() and job_id = p_job;
  delete from import_families where tenant_id = current_tenant() and job_id = p_job;
  delete from file_changes where tenant_id = current_tenant() and job_id = p_job;
  delete from file_missing where tenant_id = current_tenant() and job_id = p_job;
  delete from file_refusals where tenant_id = current_tenant() and job_id = p_job;
  delete from file_mends where tenant_id = current_tenant() and job_id = p_job;
  delete from file_mends_taken where tenant_id = current_tenant() and job_id = p_job;
  delete from file_premiums where tenant_id = current_tenant() and job_id = p_job;
  delete from file_lines where tenant_id = current_tenant() and job_id = p_job;
  delete from file_references where tenant_id = current_tenant() and job_id = p_job;
  delete from file_sets where tenant_id = current_tenant() and job_id = p_job;
  delete from file_acknowledgements where tenant_id = current_tenant() and job_id = p_job;
$$;
