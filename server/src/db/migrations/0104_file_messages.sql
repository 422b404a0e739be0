-- What is said at a previewed row besides what the record does, [{code, params, text}]: by the code it is shown in
-- other languages. `what` holds the same in English. Null where nothing is said, and in rows from before.
alter table file_changes add column remarks jsonb;
