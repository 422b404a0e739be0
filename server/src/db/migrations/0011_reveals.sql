-- Counts how many protected values somebody has looked at in the last hour.
create index audit_log_reveals on audit_log (tenant_id, actor_id, at) where action = 'members.reveal';
