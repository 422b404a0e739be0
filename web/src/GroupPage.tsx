import type { GroupDetail } from '@openbenefits/contract/groups';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { orpc } from './api.ts';
import { GroupBills } from './billing/GroupBills.tsx';
import { MemberDetailsDialog } from './members/MemberDetailsDialog.tsx';
import { useTab } from './ui/Tabs.tsx';
import { GroupLoading, GroupMissing } from './groups/detail/GroupMissing.tsx';
import { MembersTab } from './members/in-group/MembersTab.tsx';
import { type MemberList, useMemberList } from './members/in-group/use-member-list.ts';
import { GroupRecord } from './groups/GroupRecord.tsx';
import { useFocusBack } from './groups/use-focus-back.ts';

const TABS = ['overview', 'members', 'billing', 'settings'] as const;

function MemberDialog({ group, memberId, list }: { group: GroupDetail; memberId: string; list: MemberList }) {
  const navigate = useNavigate();
  const rows = list.query.data?.rows.map(({ id }) => id) ?? [];
  return (
    <MemberDetailsDialog
      groupId={group.id}
      groupName={group.companyName}
      memberId={memberId}
      neighbours={rows}
      addressOf={list.addressOf}
      onMove={(id) => void navigate(list.addressOf(id), { replace: true, preventScrollReset: true })}
      onClose={() => void navigate(list.address, { preventScrollReset: true })}
    />
  );
}

/** Specification 1, section 2.8; with a member in the address, that member's details are open over it. */
export function Component() {
  const { groupId = '', memberId } = useParams();
  const { search } = useLocation();
  const tab = useTab(TABS);
  const { data: group, error, refetch } = useQuery(orpc.groups.get.queryOptions({ input: { id: groupId } }));
  const list = useMemberList(groupId, group !== undefined && tab === 'members');
  useFocusBack(memberId);

  // A record opens over its list, also if the address leads directly to it.
  if (memberId !== undefined && !new URLSearchParams(search).has('tab'))
    return <Navigate to={list.addressOf(memberId)} replace />;
  if (!group) return error ? <GroupMissing error={error} onRetry={() => void refetch()} /> : <GroupLoading />;
  return (
    <>
      <GroupRecord
        key={group.id}
        group={group}
        tab={tab}
        memberOpened={memberId !== undefined}
        members={<MembersTab group={group} list={list} />}
        subscribers={list.query.data?.subscribers}
        bills={<GroupBills groupId={group.id} status={group.status} />}
      />
      {memberId !== undefined && <MemberDialog group={group} memberId={memberId} list={list} />}
    </>
  );
}
