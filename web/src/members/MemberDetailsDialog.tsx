import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronDown, IconChevronUp, IconShieldCheck } from '@tabler/icons-react';
import type { MemberDetail } from '@openbenefits/contract/members';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { orpc } from '../api.ts';
import { problemOf } from '../errors.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { MemberStatusBadge } from '../ui/StatusBadge.tsx';
import { AsOf } from './AsOf.tsx';
import { MemberActions } from './edit/MemberActions.tsx';
import { MemberLoading } from './MemberLoading.tsx';
import { MemberRecord } from './MemberRecord.tsx';
import { EndingButtons } from './termination/EndingDialog.tsx';

type Props = {
  groupId: string;
  groupName: string;
  memberId: string;
  /** Ids of the list it was opened from, in the order shown. */
  neighbours: readonly string[];
  /** Where another member's record is: a dependent's, a subscriber's. */
  addressOf: (memberId: string) => string;
  onMove: (memberId: string) => void;
  onClose: () => void;
};

function MoveButtons({ memberId, neighbours, onMove }: Pick<Props, 'memberId' | 'neighbours' | 'onMove'>) {
  const { t } = useLingui();
  const at = neighbours.indexOf(memberId);
  const previous = at > 0 ? neighbours[at - 1] : undefined;
  const next = at >= 0 ? neighbours[at + 1] : undefined;
  const none = at < 0 ? t`This member is not in the list` : undefined;
  return (
    <>
      <IconButton
        icon={IconChevronUp}
        label={t`Previous member`}
        line
        onClick={() => previous !== undefined && onMove(previous)}
        disabledReason={previous === undefined ? (none ?? t`This is the first member in the list`) : undefined}
      />
      <IconButton
        icon={IconChevronDown}
        label={t`Next member`}
        line
        onClick={() => next !== undefined && onMove(next)}
        disabledReason={next === undefined ? (none ?? t`This is the last member in the list`) : undefined}
      />
    </>
  );
}

/** Another day of the same member replaces the record in place; another member does not. */
const keepRecord = (memberId: string) => (before: MemberDetail | undefined) =>
  before?.id === memberId ? before : undefined;

/** Specification 1, section 2.10. It has the member's own address, so links, Back and a reload open the same record. */
export function MemberDetailsDialog({ groupId, groupName, memberId, neighbours, addressOf, onMove, onClose }: Props) {
  const { t } = useLingui();
  const [asOf, setAsOf] = useState<CalendarDate>();
  const { data, error, refetch } = useQuery(
    orpc.members.get.queryOptions({
      input: { groupId, memberId, ...(asOf && { asOf }) },
      gcTime: 0,
      refetchOnWindowFocus: false,
      placeholderData: keepRecord(memberId),
    }),
  );
  // An old link to a record that was merged leads to the one that stayed.
  const survivor = data && data.id !== memberId ? data.id : undefined;
  useEffect(() => {
    if (survivor !== undefined) onMove(survivor);
  }, [survivor, onMove]);
  const code = data ? undefined : error ? problemOf(error).code : undefined;
  return (
    <Dialog
      opened
      onClose={onClose}
      size={880}
      overline={`${t`Member details`} · ${groupName}`}
      title={data?.name ?? t`Member details`}
      badge={data?.statusOnDay && <MemberStatusBadge status={data.statusOnDay} />}
      headerActions={
        <>
          {data && <MemberActions member={data} />}
          {data && <EndingButtons member={data} />}
          <MoveButtons memberId={memberId} neighbours={neighbours} onMove={onMove} />
        </>
      }
      footerNote={
        <>
          <Icon of={IconShieldCheck} size={14} />
          <Trans>Access to this record is logged and monitored</Trans>
        </>
      }
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {data ? (
        <>
          <AsOf key={memberId} asOf={asOf} onChange={setAsOf} />
          <MemberRecord member={data} addressOf={addressOf} />
        </>
      ) : code === 'NOT_FOUND' || code === 'INVALID' ? (
        <EmptyState title={t`We couldn't find this member`} art="people">
          {code === 'NOT_FOUND' && error
            ? problemOf(error).message
            : t`This member does not exist in this group, or you do not have access.`}
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} title={t`The record could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <MemberLoading />
      )}
    </Dialog>
  );
}
