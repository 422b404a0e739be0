-- Which families of other packs the records of a pack may belong to, by the digests under which they are looked for: one employee who is refused had every
-- family of the file written down for the two dependents who follow. Not known (null) until the pack was rehearsed; then it may be any.
alter table import_packs drop column asks_families;
alter table import_packs add column asked_families bytea[];
