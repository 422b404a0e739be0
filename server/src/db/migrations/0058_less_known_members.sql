-- A record that tells a person by something else than the SSN may mean whoever of its name is known less well. Of most groups that is nobody, and the next
-- file of a large one should not read everybody to see that.
create index members_less_known on members (tenant_id, group_id) where subscriber_id is null and (ssn_index is null or date_of_birth_index is null);
