import type { GroupDetail } from '@openbenefits/contract/groups';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPencil, IconX } from '@tabler/icons-react';
import { paths } from '../../paths.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { GroupStatusBadge } from '../../ui/StatusBadge.tsx';
import { useEditReason } from '../edit/use-edit-reason.ts';

type Props = {
  group: GroupDetail;
  /** The browser tab then mentions it, but never a member's name. */
  memberOpened: boolean;
  editing: boolean;
  busy: boolean;
  onToggleEdit: () => void;
};

export function GroupHeader({ group, memberOpened, editing, busy, onToggleEdit }: Props) {
  const { t } = useLingui();
  const reason = useEditReason();
  return (
    <PageHeader
      title={group.companyName}
      documentTitle={memberOpened ? t`Member details, ${group.companyName}` : group.companyName}
      back={{ label: t`Back to Groups`, to: paths.groups }}
      badge={<GroupStatusBadge status={group.status} />}
      actions={
        <>
          <span className="only-wide">
            <Button icon={editing ? IconX : IconPencil} disabledReason={reason} busy={busy} onClick={onToggleEdit}>
              {editing ? <Trans>Cancel Edit</Trans> : <Trans>Edit Group</Trans>}
            </Button>
          </span>
          <span className="only-narrow">
            <IconButton
              icon={editing ? IconX : IconPencil}
              label={editing ? t`Cancel Edit` : t`Edit Group`}
              line
              disabledReason={reason}
              onClick={onToggleEdit}
            />
          </span>
        </>
      }
      facts={
        <>
          <span>
            <Trans>Inception date</Trans>{' '}
            <b>
              <DateText date={group.effectiveDate} />
            </b>
          </span>
          {group.nextRateIncrease && (
            <span className="only-wide">
              <Trans>Next rate increase</Trans>{' '}
              <b>
                <DateText date={group.nextRateIncrease} />
              </b>
            </span>
          )}
          {group.sicCode && (
            <span>
              <Trans>SIC code</Trans> <b>{group.sicCode}</b>
            </span>
          )}
          <span className="only-wide">
            <Trans>CIM</Trans> <b className="mono">{group.cimNumber}</b>
          </span>
        </>
      }
    />
  );
}
