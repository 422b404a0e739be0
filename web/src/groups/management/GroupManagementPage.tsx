import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orpc } from '../../api.ts';
import { problemOf } from '../../errors.ts';
import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type Stat, StatStrip } from '../../ui/StatStrip.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { toastError } from '../../ui/toasts.ts';
import { PermittedLink } from '../PermittedLink.tsx';
import { ComplianceTab } from './ComplianceTab.tsx';
import { GroupsTab } from './GroupsTab.tsx';
import { MembersTab } from './MembersTab.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import { useFlags } from './use-flags.ts';

function ManagementStats() {
  const { t } = useLingui();
  const stats = useQuery(orpc.groups.management.stats.queryOptions());
  const flags = useFlags();
  const { data } = stats;
  // The specified toast; the strip itself says what it could not read.
  useEffect(() => {
    if (stats.error) toastError(stats.error, t`Failed to load employer groups`);
  }, [stats.error, t]);
  const unknown = stats.error && !data ? { value: null, unknownReason: problemOf(stats.error).message } : null;
  const enabled = flags.data?.filter(({ enabled: on }) => on).length;
  const all = data?.total.toLocaleString('en-US') ?? '';
  const cards: Stat[] = [
    {
      label: t`Active Groups`,
      value: data?.active,
      meaning: data && t`of ${all} groups`,
      to: `${paths.groups}?status=active`,
      ...unknown,
    },
    {
      label: t`Total Members`,
      value: data?.totalMembers,
      meaning: data && t`${data.employees.toLocaleString('en-US')} employees`,
      to: paths.members,
      ...unknown,
    },
    {
      label: t`Compliance Features`,
      value: flags.allowed ? (flags.error && !flags.data ? null : enabled) : null,
      unknownReason: flags.allowed
        ? flags.error
          ? problemOf(flags.error).message
          : ''
        : t`Your role does not include compliance features`,
      meaning: flags.data && t`of ${flags.data.length} enabled`,
      to: `${paths.groupsManagement}?tab=compliance`,
    },
    {
      label: t`Pending Reviews`,
      value: data?.pending,
      meaning: data && t`waiting for approval`,
      to: `${paths.groups}?status=pending`,
      ...unknown,
    },
  ];
  return <StatStrip label={t`Groups in figures`} stats={cards} />;
}

/** Specification 1, section 2.7. */
export function Component() {
  const { t } = useLingui();
  const user = useUser();
  return (
    <>
      <PageHeader
        title={t`Group Management`}
        actions={
          <PermittedLink needs="groups.create" to={paths.groupSetup} variant="primary" icon={IconPlus}>
            <Trans>New Group</Trans>
          </PermittedLink>
        }
      />
      <ManagementStats />
      <Tabs
        label={t`Group Management`}
        tabs={[
          { name: 'groups', label: t`Groups`, panel: () => <GroupsTab /> },
          { name: 'members', label: t`Members`, panel: () => <MembersTab /> },
          { name: 'compliance', label: t`Compliance`, panel: () => <ComplianceTab key={user?.id} /> },
          { name: 'settings', label: t`Settings`, panel: () => <SettingsTab /> },
        ]}
      />
    </>
  );
}
