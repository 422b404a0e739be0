-- Which of day and month comes first in the dates of a sender's lists: null where nobody has said it. "Off" was both "months first" and "not said"; it was never asked for, so it is the latter.
alter table trading_partners alter column day_first drop default, alter column day_first drop not null;
update trading_partners set day_first = null where not day_first;
