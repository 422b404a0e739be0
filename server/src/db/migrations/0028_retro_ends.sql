-- What becomes of ends in a sender's files that reach further back than the group allows (domain rules 4.10): done as sent, moved to the limit, refused.
alter table trading_partners add column retro_ends text not null default 'as_sent' check (retro_ends in ('as_sent', 'moved', 'refused'));
-- What the file was rehearsed by, so that it is applied as it was approved though the profile or the day have changed since.
alter table file_jobs
  add column retro_ends text not null default 'as_sent',
  add column rehearsed_on date;
