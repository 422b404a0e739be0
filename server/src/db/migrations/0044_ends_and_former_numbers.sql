-- An end date of the sender (349, 357, the coverage end of a list) is the first day without coverage, not the last day covered (decisions/0022).
alter table trading_partners add column end_day_not_covered boolean not null default false;

-- Which subscribers had one of these SSNs (digests as hex digits) before it was corrected, by a file or by hand: dependents may still come under it. What an undo put back was the wrong number. As the
-- owner, because behind the walls a key inside of `before` is not looked up in an index; so it asks for the tenant itself, and leaves removed records out.
create index change_items_by_former_ssn on change_items (tenant_id, (before->>'ssnIndex')) where before ? 'ssnIndex';
create function former_subscribers(p_groups uuid[], p_digests text[]) returns table (group_id uuid, digest text, member_id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select distinct k.group_id, k.digest, m.id from unnest(p_groups, p_digests) as k(group_id, digest)
    join change_items i on i.tenant_id = current_tenant() and i.before ? 'ssnIndex' and i.before->>'ssnIndex' = k.digest
    join changes c on c.tenant_id = i.tenant_id and c.id = i.change_id and c.undoes is null
    join members own on own.tenant_id = i.tenant_id and own.id = i.entity_id
    join members m on m.tenant_id = i.tenant_id and m.id = coalesce(own.merged_into, own.id) and m.group_id = k.group_id and m.subscriber_id is null and m.removed_by is null
$$;
revoke all on function former_subscribers from public;
grant execute on function former_subscribers to openbenefits_app, openbenefits_scoped;

-- Whom a record takes along beside its own person, with what becomes of each ({"id": "ended"}), and how many people a file concerns, each once ({"added", "changed", "ended", "unchanged"}): the other figures of a
-- file count what was done, and somebody may be named, or taken along, several times. Null for files from before.
alter table file_changes add column followers jsonb;
alter table file_jobs add column people jsonb;
