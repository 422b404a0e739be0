-- An emergency contact is a name and a number in one text; its number is stored as every other (domain/src/phone.ts, decisions/0028). What does not end with
-- a number of North America stays and is shown as it stands.
create function pg_temp.number_of_contact(phone text) returns text language sql immutable as $$
  with parts as (select regexp_match(btrim(phone), '^([\d\s()./+-]*\d)\)?[\s,;]*(?:(?:ext(?:ension|n)?|x|#)\s*[.:=#]*\s*(\d{1,7}))?$', 'i') as part)
  select case when regexp_replace(part[1], '\D', '', 'g') ~ '^1?[2-9]\d\d[2-9]\d{6}$' and part[1] !~ '^\s*\+\s*[2-9]'
    then '+1' || right(regexp_replace(part[1], '\D', '', 'g'), 10) || coalesce(';ext=' || part[2], '') end from parts
$$;
create function pg_temp.stored_contact(contact text) returns text language sql immutable as $$
  with parts as (select substring(contact from '[+(]*\d.*$') as number)
  select coalesce(concat_ws(', ', nullif(regexp_replace(left(contact, -length(number)), '[\s,;:-]+$', ''), ''), pg_temp.number_of_contact(number)), contact)
  from parts where pg_temp.number_of_contact(number) is not null
  union all select contact from parts where pg_temp.number_of_contact(number) is null
$$;
update members set emergency_contact = pg_temp.stored_contact(emergency_contact) where emergency_contact is distinct from pg_temp.stored_contact(emergency_contact);
