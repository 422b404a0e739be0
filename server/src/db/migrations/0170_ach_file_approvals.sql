-- An ACH file is approved as it will be sent: its bytes are made at the approval, and only marked as sent afterwards.
alter table ach_files
  -- Who drafted it, and everyone who left an entry out, took one in, or corrected an account in it.
  add column authors text[] not null default '{}',
  -- Everyone who has had the bytes. They have the amounts of verification deposits.
  add column downloaded_by text[] not null default '{}';
update ach_files f set authors = array[created_by], downloaded_by = array(
  select distinct l.actor_id from audit_log l
  where l.tenant_id = f.tenant_id and l.action = 'ach.download' and l.outcome = 'done' and l.target_id = f.id::text and l.actor_id is not null);

-- Open files were approved without their bytes, or wait for an approval that nobody has asked for: the next file takes
-- what they had.
update ach_entries e set is_included = false from ach_files f
where f.tenant_id = e.tenant_id and f.id = e.file_id and f.status in ('draft', 'approved');
update ach_files set status = 'cancelled' where status in ('draft', 'approved');
alter table ach_files add check (status <> 'approved' or (content_encrypted is not null and sha256 is not null));

-- Nobody stops being an author.
create function keep_ach_authors() returns trigger language plpgsql as $$
begin
  new.authors := array(select unnest(new.authors) union select new.created_by union select unnest(old.authors));
  return new;
end $$;
create trigger keep_ach_authors before insert or update of authors, created_by on ach_files for each row execute function keep_ach_authors();
