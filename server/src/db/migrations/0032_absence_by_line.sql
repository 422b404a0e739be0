-- Absence is looked at by line, too (domain rules 4.1): a full file that lists a person and leaves out a line of coverage proposes the end of that line.

-- A line as a bit: medical 1, dental 2, vision 4, life 8, disability 16. The same as lineBits in domain/src/coverage/coverage-line.ts; a test holds the two together.
create function line_bit(line text) returns integer language sql immutable parallel safe as $$
  select case line when 'medical' then 1 when 'dental' then 2 when 'vision' then 4 when 'life' then 8 when 'disability' then 16 end
$$;
grant execute on function line_bit to openbenefits_app;

alter table file_changes
  -- The lines that the record names; null where it says nothing of coverage at all (and for files from before this was kept).
  add column lines smallint,
  -- The lines of the person that it ends or takes away; dependents lose theirs with the subscriber.
  add column ends smallint not null default 0;

-- Which lines a file names for a group at all: a sender who never sends a line says nothing about it by leaving it out.
create table file_lines (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  group_id uuid not null,
  line text not null check (line in ('medical', 'dental', 'vision', 'life', 'disability')),
  primary key (tenant_id, job_id, group_id, line),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
create index file_lines_of_group on file_lines (tenant_id, group_id, line, job_id);
select protect('file_lines');
select scope_to_groups('file_lines');
-- What earlier files have written was named in them.
insert into file_lines (tenant_id, job_id, group_id, line)
  select distinct s.tenant_id, c.file_job_id, s.group_id, s.line from coverage_spans s join changes c on c.tenant_id = s.tenant_id and c.id = s.change_id where c.kind = 'import' and c.file_job_id is not null;

alter table file_missing
  -- The line that would end; null where everything would.
  add column line text check (line in ('medical', 'dental', 'vision', 'life', 'disability')),
  -- Whether the file names the person, without the line.
  add column is_named boolean not null default false,
  -- The change that ended it, until that is undone. What was ended is not decided again.
  add column change_id uuid;
alter table file_missing drop constraint file_missing_pkey;
alter table file_missing add constraint file_missing_once unique nulls not distinct (tenant_id, job_id, member_id, line);
create index file_missing_of_change on file_missing (tenant_id, change_id) where change_id is not null;
-- What a file's missing people came to is taken back with the file.
create index changes_of_file on changes (tenant_id, file_job_id) where file_job_id is not null;
-- Ends that were posted before this was kept: the change that ended the person, of that very file.
update file_missing f set change_id = c.id from changes c join change_items i on i.tenant_id = c.tenant_id and i.change_id = c.id
  where c.tenant_id = f.tenant_id and c.file_job_id = f.job_id and c.kind = 'termination' and i.entity_id = f.member_id and f.decision = 'end'
    and not exists (select from changes u join change_items x on x.tenant_id = u.tenant_id and x.change_id = u.id where u.tenant_id = c.tenant_id and u.undoes = c.id and x.entity_id = f.member_id);
