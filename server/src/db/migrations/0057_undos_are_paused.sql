-- The undo of a large change waits while somebody has paused it, as that of an import does: nothing of it is there, and resumed it begins anew.
alter table change_undos add column paused_by_name text;
