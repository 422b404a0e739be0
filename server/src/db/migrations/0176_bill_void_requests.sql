-- A bill is voided or run again alone below the limits, or as a second person approved it: what was asked for, with its
-- reason, and for a new version with the digest of the differences that were shown.
create table bill_void_requests (
  tenant_id uuid not null default current_tenant() references tenants (id),
  bill_id uuid not null,
  group_id uuid not null,
  kind text not null check (kind in ('void', 'rerun')),
  reason text not null,
  sight text,
  asked_by text not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  primary key (tenant_id, bill_id),
  foreign key (tenant_id, bill_id) references bills (tenant_id, id),
  check ((kind = 'rerun') = (sight is not null))
);
select protect('bill_void_requests');
select scope_to_groups('bill_void_requests');
revoke delete on bill_void_requests from openbenefits_app;
