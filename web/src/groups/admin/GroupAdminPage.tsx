import type { AdministeredGroup } from '@openbenefits/contract/group-admin';
import { BULK_ACTION_LABEL, BULK_ACTIONS, type BulkActionKind } from '@openbenefits/domain/groups/bulk-action';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ActivityFeed } from '../../changes/ActivityFeed.tsx';
import { ExportMenu } from '../../exports/ExportMenu.tsx';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { useSwitchedOff } from '../../switched-off.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs, useTab } from '../../ui/Tabs.tsx';
import { words } from '../../words.ts';
import { PermittedLink } from '../PermittedLink.tsx';
import { AccessDialog } from './AccessDialog.tsx';
import { AdminSummary } from './AdminSummary.tsx';
import { AdminTable } from './AdminTable.tsx';
import { useManagementColumns, useOverviewColumns } from './admin-columns.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import { type Administered, useAdministered } from './use-administered.ts';

const TABS = ['overview', 'management', 'activity'] as const;

function BulkMenu({ reason, onChoose }: { reason: string | undefined; onChoose: (kind: BulkActionKind) => void }) {
  const { t } = useLingui();
  if (reason !== undefined) {
    return (
      <Button disabledReason={reason}>
        <Trans>Bulk Actions</Trans>
      </Button>
    );
  }
  return (
    <Menu
      label={t`Bulk Actions`}
      renderTrigger={(props) => (
        <Button {...props}>
          <Trans>Bulk Actions</Trans>
        </Button>
      )}
    >
      {() =>
        BULK_ACTIONS.map((kind) => (
          <MenuItem key={kind} onSelect={() => onChoose(kind)}>
            {words(BULK_ACTION_LABEL[kind])}
          </MenuItem>
        ))
      }
    </Menu>
  );
}

type TabProps = { list: Administered; onAccess: (group: AdministeredGroup) => void };

function Overview({ list, onAccess }: TabProps) {
  return <AdminTable list={list} columns={useOverviewColumns()} onAccess={onAccess} />;
}

type ManagementProps = TabProps & {
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onBulk: (kind: BulkActionKind) => void;
};

function Management({ list, onAccess, selected, onSelect, onBulk }: ManagementProps) {
  const role = useWhyNot('groups.edit');
  const off = useSwitchedOff('bulk_actions');
  const actions = BULK_ACTIONS.map((kind) => (
    <Button key={kind} size="small" disabledReason={role ?? off} onClick={() => onBulk(kind)}>
      {words(BULK_ACTION_LABEL[kind])}
    </Button>
  ));
  return (
    <AdminTable
      list={list}
      columns={useManagementColumns()}
      selection={{ selected, onChange: onSelect, actions }}
      onAccess={onAccess}
    />
  );
}

/** Group Administration Dashboard: specification 1, section 2.12. */
export function Component() {
  const { t } = useLingui();
  const tab = useTab(TABS);
  const list = useAdministered();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [bulk, setBulk] = useState<BulkActionKind>();
  const [opened, setOpened] = useState<AdministeredGroup>();
  const role = useWhyNot('groups.edit');
  const off = useSwitchedOff('bulk_actions');
  const unready =
    tab !== 'management'
      ? t`Choose groups under Group Management first`
      : selected.size === 0
        ? t`Choose groups in the list first`
        : undefined;
  return (
    <>
      <PageHeader
        title={t`Group Administration Dashboard`}
        breadcrumb={[{ label: t`Group Management` }]}
        actions={
          <>
            <ExportMenu list="groups" filter={list.filter} label={t`Export Groups`} />
            <BulkMenu reason={role ?? off ?? unready} onChoose={setBulk} />
            <PermittedLink needs="groups.create" to={paths.groupSetup} variant="primary" icon={IconPlus}>
              <Trans>Create New Group</Trans>
            </PermittedLink>
          </>
        }
      />
      <AdminSummary />
      <Tabs
        label={t`Group administration`}
        tabs={[
          { name: 'overview', label: t`Group Overview`, panel: () => <Overview list={list} onAccess={setOpened} /> },
          {
            name: 'management',
            label: t`Group Management`,
            panel: () => (
              <Management
                list={list}
                onAccess={setOpened}
                selected={selected}
                onSelect={setSelected}
                onBulk={setBulk}
              />
            ),
          },
          { name: 'activity', label: t`Recent Activity`, panel: () => <ActivityFeed /> },
        ]}
      />
      {opened && <AccessDialog group={opened} onClose={() => setOpened(undefined)} />}
      {bulk && (
        <BulkDialog
          kind={bulk}
          groupIds={[...selected]}
          onClose={() => setBulk(undefined)}
          onDone={() => {
            setBulk(undefined);
            setSelected(new Set());
          }}
        />
      )}
    </>
  );
}
