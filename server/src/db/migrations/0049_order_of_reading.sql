-- In which order files with transaction sets were read (sets-before.ts): of two in hand that hold the same sets, the one that was read first came before.
create sequence file_readings;
grant usage on sequence file_readings to openbenefits_app, openbenefits_scoped;
alter table file_jobs add column read_no bigint;
