-- Activations of rates and corrections of plan rules wait among all approvals, each bound to what takes effect.
alter table rate_tables drop column approval_asked_by_name, drop column approval_asked_at, drop column approval_asked_version;
