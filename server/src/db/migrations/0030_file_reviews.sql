-- How often somebody has chosen or decided something about a rehearsed file: whoever looks at it in another window is told by it.
alter table file_jobs add column reviews integer not null default 0;
