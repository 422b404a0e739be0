-- A file of which nothing was posted can be removed: its line in the history and its log stay, all that it held goes. And the original of one that is done can
-- be deleted before the days of the setting are over.
alter table file_jobs drop constraint file_jobs_status_check;
alter table file_jobs add constraint file_jobs_status_check check (status in ('queued', 'processing', 'held', 'paused', 'error', 'completed', 'rejected', 'removed'));
-- Who removed it; `finished_at` says when.
alter table file_jobs add column removed_by_name text;
-- Who deleted the original; null where the retention setting did.
alter table uploads add column deleted_by_name text;

-- A file may hold people of several groups. Whoever is limited to one of them sees only its part, so these ask and act for the whole of it; the file itself is
-- found, and locked, through the walls before.
create function has_posted(p_job uuid) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from file_jobs j join change_items i on i.tenant_id = j.tenant_id and i.change_id = j.change_id where j.tenant_id = current_tenant() and j.id = p_job)
$$;
-- The same bytes may have been read again, with other columns, as a file of their own: the states of those.
create function other_readings(p_job uuid) returns setof text language sql stable security definer set search_path = public, pg_temp as $$
  select o.status from file_jobs j join file_jobs o on o.tenant_id = j.tenant_id and o.upload_id = j.upload_id and o.id <> j.id where j.tenant_id = current_tenant() and j.id = p_job
$$;
create function forget_file(p_job uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from import_packs where tenant_id = current_tenant() and job_id = p_job;
  delete from import_families where tenant_id = current_tenant() and job_id = p_job;
  delete from file_changes where tenant_id = current_tenant() and job_id = p_job;
  delete from file_missing where tenant_id = current_tenant() and job_id = p_job;
  delete from file_refusals where tenant_id = current_tenant() and job_id = p_job;
  delete from file_premiums where tenant_id = current_tenant() and job_id = p_job;
  delete from file_lines where tenant_id = current_tenant() and job_id = p_job;
  delete from file_references where tenant_id = current_tenant() and job_id = p_job;
  delete from file_sets where tenant_id = current_tenant() and job_id = p_job;
  delete from file_acknowledgements where tenant_id = current_tenant() and job_id = p_job;
$$;
revoke all on function has_posted, other_readings, forget_file from public;
grant execute on function has_posted, other_readings, forget_file to openbenefits_app, openbenefits_scoped;
