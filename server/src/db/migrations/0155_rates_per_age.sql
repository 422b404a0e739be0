-- Dollar rates per age, with rates or factors of tobacco users by age.
alter table rate_tables drop constraint rate_tables_method_check;
alter table rate_tables add constraint rate_tables_method_check check (method in ('composite', 'banded', 'age_rates', 'age_curve', 'volume'));
alter table rate_tables drop column methodology;
alter table rate_tables add column methodology text not null
  generated always as (case when method in ('banded', 'age_rates', 'age_curve') then 'age_rated' else 'composite' end) stored;

alter table rate_cells drop constraint rate_cells_kind_check;
alter table rate_cells add constraint rate_cells_kind_check check (kind in ('EMP', 'ESP', 'E1D', 'ECH', 'FAM', 'employee', 'spouse', 'child', 'family',
  'rate', 'tobacco_rate', 'factor', 'tobacco_factor', 'per_unit'));
