-- How far a file was when the work on its stage was begun or taken up again: what was done before a pause says nothing about the speed after it.
alter table file_jobs add column stage_started_done integer not null default 0;
