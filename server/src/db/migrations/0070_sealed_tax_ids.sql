-- The tax ID of a sole owner is an SSN: it is an envelope, found by a keyed digest (ASVS 14.2.6). Plain ones are sealed at the next start (seal-tax-ids.ts).
alter table groups add column tax_id_encrypted text, add column tax_id_index bytea;
create index groups_by_tax_id on groups (tenant_id, tax_id_index) where tax_id_index is not null;
-- The history shows no more of a tax ID than its last four digits, and keeps no more.
update change_items set
  before = case when before ? 'taxId' and before ->> 'taxId' is not null then jsonb_set(before, '{taxId}', to_jsonb('••-•••' || right(before ->> 'taxId', 4))) else before end,
  after = case when after ? 'taxId' and after ->> 'taxId' is not null then jsonb_set(after, '{taxId}', to_jsonb('••-•••' || right(after ->> 'taxId', 4))) else after end
where entity = 'group' and (before ? 'taxId' or after ? 'taxId');
