-- A subscriber's record that ends named coverage: a later one of the same file may give another plan from the next day, and then takes dependents along who ended only with the
-- subscriber (decisions/0024). Written by the rehearsal, and asked for by the applying where the records lie chunks apart.
alter table file_changes add column may_go_on boolean not null default false;
-- The record itself says that coverage ends, also where it had ended already.
alter table file_changes add column says_end boolean not null default false;
