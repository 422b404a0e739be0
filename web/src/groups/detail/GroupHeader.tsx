import type { GroupDetail } from '@openbenefits/contract/groups';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPencil } from '@tabler/icons-react';
import { paths } from '../../paths.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { GroupStatusBadge } from '../../ui/StatusBadge.tsx';
import { LATER } from './group-words.ts';

/** `memberOpened`: the tab's title then says so, but never whose record it is. */
export function GroupHeader({ group, memberOpened }: { group: GroupDetail; memberOpened: boolean }) {
  const { t, i18n } = useLingui();
  const reason = i18n._(LATER.editGroup);
  return (
    <PageHeader
      title={group.name}
      documentTitle={memberOpened ? t`Member details, ${group.name}` : group.name}
      back={{ label: t`Back to Groups`, to: paths.groups }}
      badge={<GroupStatusBadge status={group.status} />}
      actions={
        <>
          <span className="only-wide">
            <Button disabledReason={reason}>
              <Trans>Edit Group</Trans>
            </Button>
          </span>
          <span className="only-narrow">
            <IconButton icon={IconPencil} label={t`Edit Group`} line disabledReason={reason} />
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
            <Trans>CIM</Trans> <b className="mono">{group.cim}</b>
          </span>
        </>
      }
    />
  );
}
