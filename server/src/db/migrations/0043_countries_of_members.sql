-- The country of an address outside the United States, as a code of two letters (ISO 3166): it was judged by and not kept. Null is the United States.
alter table members add column country text check (country ~ '^[A-Z]{2}$');
