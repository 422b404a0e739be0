-- Whether records of a pack that are matched when the file is applied may belong to a family of another pack: only then must every family of the file be
-- written down for them. Known when the pack was rehearsed; until then it may be so.
alter table import_packs add column asks_families boolean not null default true;
