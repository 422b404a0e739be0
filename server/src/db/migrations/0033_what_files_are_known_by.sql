-- Why a file failed, for programs: its group has to be chosen, it was refused for another reason, or the fault was ours.
alter table file_jobs add column error_code text check (error_code in ('group_wanted', 'refused', 'fault'));
-- Until now only the words said it.
update file_jobs set error_code = case when error_message ~ 'Choose the group( it belongs to)? and try again\.$' then 'group_wanted' when error_message like 'This file could not be processed because of a fault on our side.%' then 'fault' else 'refused' end
  where status = 'error' and error_message is not null;
