import type { GroupDetail } from '@openbenefits/contract/groups';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { Detail } from '../ui/FactsRail.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { BillingTab } from './detail/BillingTab.tsx';
import { CreatedBanner } from './detail/CreatedBanner.tsx';
import { GroupHeader } from './detail/GroupHeader.tsx';
import { GroupRail } from './detail/GroupRail.tsx';
import { OverviewTab } from './detail/OverviewTab.tsx';
import { SettingsTab } from './detail/SettingsTab.tsx';
import { LockedBanner } from './edit/LockedBanner.tsx';
import { OverviewForm } from './edit/OverviewForm.tsx';
import { PlannedBanner } from './edit/PlannedBanner.tsx';
import { useEditLease } from './edit/use-edit-lease.ts';
import { OtherEditor } from './edit/use-edit-reason.ts';

type Props = {
  group: GroupDetail;
  tab: string;
  memberOpened: boolean;
  /** The content of the members tab, and how many subscribers it lists; undefined until it is known. */
  members: ReactNode;
  subscribers: number | undefined;
  /** The group's bills in the billing tab. */
  bills: ReactNode;
};

/** A group with its four tabs; the overview turns into its edit form. */
export function GroupRecord({ group, tab, memberOpened, members, subscribers, bills }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const lease = useEditLease(group.id);
  const beside = (content: ReactNode) => <Detail rail={<GroupRail group={group} />}>{content}</Detail>;
  const toggleEdit = () => {
    if (lease.editing) {
      lease.stop();
      return;
    }
    lease.take(false);
    if (tab !== 'overview') void navigate(paths.group(group.id), { preventScrollReset: true });
  };
  return (
    <OtherEditor value={lease.editing ? null : lease.other}>
      <GroupHeader
        group={group}
        memberOpened={memberOpened}
        editing={lease.editing}
        busy={lease.taking}
        onToggleEdit={toggleEdit}
      />
      <CreatedBanner cim={group.cimNumber} />
      <LockedBanner lease={lease} />
      <PlannedBanner group={group} />
      <Tabs
        label={t`Group`}
        tabs={[
          {
            name: 'overview',
            label: t`Group Overview`,
            panel: () =>
              beside(
                lease.editing ? <OverviewForm group={group} onDone={lease.stop} /> : <OverviewTab group={group} />,
              ),
          },
          {
            name: 'members',
            label: t`Member Management`,
            count: subscribers ?? group.subscribers,
            panel: () => beside(members),
          },
          {
            name: 'billing',
            label: t`Billing & Plans`,
            panel: () => beside(<BillingTab group={group} bills={bills} />),
          },
          { name: 'settings', label: t`Group Settings`, panel: () => beside(<SettingsTab group={group} />) },
        ]}
      />
    </OtherEditor>
  );
}
