-- A carrier answers each transaction set by itself: of a file that it accepts in part, what the accepted sets said is known to it.
-- Of files from before this, the set is not known, and all of one that was accepted in part is told again.
alter table outbound_interchanges add column accepted_sets integer[] not null default '{}';
alter table outbound_sent add column set_no integer;
alter table outbound_identities add column set_no integer;
