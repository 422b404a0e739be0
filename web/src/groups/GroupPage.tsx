import type { GroupDetail } from '@openbenefits/contract/groups';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { orpc } from '../api.ts';
import { MemberDetailsDialog } from '../members/MemberDetailsDialog.tsx';
import { paths } from '../paths.ts';
import { Detail } from '../ui/FactsRail.tsx';
import { Tabs, useTab } from '../ui/Tabs.tsx';
import { BillingTab } from './detail/BillingTab.tsx';
import { CreatedBanner } from './detail/CreatedBanner.tsx';
import { GroupHeader } from './detail/GroupHeader.tsx';
import { GroupLoading, GroupMissing } from './detail/GroupMissing.tsx';
import { GroupRail } from './detail/GroupRail.tsx';
import { memberAddress } from './detail/member-address.ts';
import { MembersTab } from './detail/MembersTab.tsx';
import { OverviewTab } from './detail/OverviewTab.tsx';
import { SettingsTab } from './detail/SettingsTab.tsx';
import { type MemberList, useMemberList } from './detail/use-member-list.ts';
import { useFocusBack } from './use-focus-back.ts';

const TABS = ['overview', 'members', 'billing', 'settings'] as const;

function GroupTabs({ group, list }: { group: GroupDetail; list: MemberList }) {
  const { t } = useLingui();
  const beside = (content: ReactNode) => <Detail rail={<GroupRail group={group} />}>{content}</Detail>;
  return (
    <Tabs
      label={t`Group`}
      tabs={[
        { name: 'overview', label: t`Group Overview`, panel: () => beside(<OverviewTab group={group} />) },
        {
          name: 'members',
          label: t`Member Management`,
          count: list.query.data?.subscribers ?? group.subscribers,
          panel: () => beside(<MembersTab group={group} list={list} />),
        },
        { name: 'billing', label: t`Billing & Plans`, panel: () => beside(<BillingTab group={group} />) },
        { name: 'settings', label: t`Group Settings`, panel: () => beside(<SettingsTab group={group} />) },
      ]}
    />
  );
}

function MemberDialog({ group, memberId, list }: { group: GroupDetail; memberId: string; list: MemberList }) {
  const navigate = useNavigate();
  const rows = list.query.data?.rows.map(({ id }) => id) ?? [];
  return (
    <MemberDetailsDialog
      groupId={group.id}
      groupName={group.name}
      memberId={memberId}
      neighbours={rows}
      addressOf={(id) => memberAddress(group.id, id)}
      onMove={(id) => void navigate(memberAddress(group.id, id), { replace: true, preventScrollReset: true })}
      onClose={() => void navigate(paths.group(group.id, 'members'), { preventScrollReset: true })}
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

  // A record lies over the list it is in, also where the address leads to it directly.
  if (memberId !== undefined && !new URLSearchParams(search).has('tab')) return <Navigate to={memberAddress(groupId, memberId)} replace />;
  if (!group) return error ? <GroupMissing error={error} onRetry={() => void refetch()} /> : <GroupLoading />;
  return (
    <>
      <GroupHeader group={group} memberOpened={memberId !== undefined} />
      <CreatedBanner cim={group.cim} />
      <GroupTabs group={group} list={list} />
      {memberId !== undefined && <MemberDialog group={group} memberId={memberId} list={list} />}
    </>
  );
}
