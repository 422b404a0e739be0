-- The transaction sets of an 834 by their control numbers (ISA06, ISA13, GS06, ST02), every interchange of a file: by these, and by its content, a set is known
-- that came before. Sets whose number came twice in their group are not in it, since nobody of them is taken.
create table file_sets (
  tenant_id uuid not null default current_tenant(),
  job_id uuid not null,
  -- Its place in the file, from 0.
  set_no integer not null,
  sender_id text not null,
  interchange text not null,
  group_control text not null,
  set_control text not null,
  -- Sets of other lengths have other content; 0 where it is not known.
  segments integer not null,
  primary key (tenant_id, job_id, set_no),
  foreign key (tenant_id, job_id) references file_jobs (tenant_id, id)
);
create index file_sets_by_number on file_sets (tenant_id, sender_id, interchange);
select protect('file_sets');
select scope_to_groups('file_sets', 'exists (select from file_jobs j where j.id = job_id)');
-- Files from before say which set stood in which interchange where they held one only; of the others only the interchanges are known.
insert into file_sets (tenant_id, job_id, set_no, sender_id, interchange, group_control, set_control, segments)
  select j.tenant_id, j.id, s.no - 1, btrim(e.one ->> 'senderId'), e.one ->> 'interchangeControl', e.one ->> 'groupControl', s.one ->> 'control', (s.one ->> 'segments')::integer
  from file_jobs j cross join lateral (select j.facts -> 'envelopes' -> 0 as one) e cross join lateral jsonb_array_elements(j.facts -> 'transactionSets') with ordinality s (one, no)
  where jsonb_typeof(j.facts -> 'transactionSets') = 'array' and jsonb_array_length(j.facts -> 'envelopes') = 1;
insert into file_sets (tenant_id, job_id, set_no, sender_id, interchange, group_control, set_control, segments)
  select j.tenant_id, j.id, e.no - 1, btrim(e.one ->> 'senderId'), e.one ->> 'interchangeControl', e.one ->> 'groupControl', '', 0
  from file_jobs j cross join lateral jsonb_array_elements(j.facts -> 'envelopes') with ordinality e (one, no)
  where jsonb_typeof(j.facts -> 'envelopes') = 'array' and jsonb_array_length(j.facts -> 'envelopes') > 1;
