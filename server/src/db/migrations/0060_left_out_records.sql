-- Few files have records that somebody left out, and each is asked for them four times: a file of a hundred thousand rows was read whole for that.
create index file_changes_left_out on file_changes (tenant_id, job_id, record_no) where excluded;
