-- To whom the files of a sender are addressed (ISA08); one that is addressed to others is held, and its TA1 says so (note 009). Empty: the next file tells it.
alter table trading_partners add column receiver_ids text[] not null default '{}';
-- Files that were posted were meant for us, to whomever they were addressed.
with known as (
  select t.tenant_id, t.id, 0 as place, btrim(t.receiver_id) as receiver from trading_partners t
  union all
  select j.tenant_id, j.partner_id, 1, btrim(e ->> 'receiverId') from file_jobs j join trading_partners t on t.tenant_id = j.tenant_id and t.id = j.partner_id
      cross join lateral jsonb_array_elements(j.facts -> 'envelopes') e
    where j.status = 'completed' and jsonb_typeof(j.facts -> 'envelopes') = 'array' and btrim(e ->> 'senderId') = t.sender_id
), once as (
  select distinct on (tenant_id, id, upper(receiver)) tenant_id, id, place, receiver from known where receiver <> '' order by tenant_id, id, upper(receiver), place, receiver
)
update trading_partners t set receiver_ids = (select array_agg(o.receiver order by o.place, o.receiver) from once o where o.tenant_id = t.tenant_id and o.id = t.id)
  where exists (select from once o where o.tenant_id = t.tenant_id and o.id = t.id);
alter table trading_partners drop column receiver_id;
