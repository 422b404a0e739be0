-- A file that ended in an error after a part of it was posted is undone like any other, and is what it was when the undo has ended or was stopped.
alter table file_undos add column file_status text not null default 'completed' check (file_status in ('completed', 'error'));
alter table file_undos add column file_stage text not null default 'done';
