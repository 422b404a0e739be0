-- A statement is mailed once a day for each period, not once a day.
drop index one_statement_of_a_day;
create unique index one_statement_of_a_period_and_day on arrears_notices (tenant_id, group_id, (facts ->> 'from'), (facts ->> 'to'), made_on) where kind = 'statement';
