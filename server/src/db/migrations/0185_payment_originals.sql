-- Files that were taken from the folder of the organization, encrypted in the file storage and no longer in the folder.
create table payment_originals (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('lockbox', 'bank', '820', 'returns')),
  file_name text not null,
  -- As in payment_files: the same bytes of the same bank are kept once, and not imported again.
  sha256 text not null,
  storage_key text not null,
  kept_by_name text not null,
  kept_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, sha256)
);
create index payment_originals_by_key on payment_originals (storage_key);
select protect('payment_originals');
