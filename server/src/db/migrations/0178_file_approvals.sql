-- First approvals of held files, and decided ends of applied ones, wait among all approvals, each bound to what was seen.
-- What waited without that is approved anew; `first_approved_by` stays with files that two persons have approved.
update file_jobs set first_approved_by = null, first_approved_by_name = null, first_approved_at = null where status = 'held' and first_approved_by is not null;
update file_jobs set ends_approved_by = null, ends_approved_by_name = null, ends_approved_at = null where ends_approved_by is not null;
