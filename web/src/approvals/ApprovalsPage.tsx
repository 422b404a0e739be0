import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../api.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { ApprovalsTable } from './ApprovalsTable.tsx';

/** Waiting for Approval: what a second person decides, whatever it is, and what was decided. */
export function Component() {
  const { t } = useLingui();
  const { data } = useQuery(orpc.approvals.list.queryOptions({ input: { decided: false } }));
  return (
    <>
      <PageHeader title={t`Waiting for Approval`} />
      <Tabs
        label={t`Approvals`}
        tabs={[
          { name: 'waiting', label: t`Waiting`, count: data?.rows.length, panel: () => <ApprovalsTable /> },
          { name: 'decided', label: t`Decided`, panel: () => <ApprovalsTable decided /> },
        ]}
      />
    </>
  );
}
