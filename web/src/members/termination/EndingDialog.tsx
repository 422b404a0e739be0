import type { MemberStatus } from '@openbenefits/domain/members/member-status';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { CancelTerminationDialog } from './CancelTerminationDialog.tsx';
import { ReinstateDialog } from './ReinstateDialog.tsx';
import { TerminateDialog } from './TerminateDialog.tsx';
import type { Members } from './use-termination.ts';

/** Whose coverage to terminate, to reinstate, or to keep by canceling a scheduled termination. */
export type Ending = { kind: 'end' | 'reinstate' | 'cancel'; members: Members };

const DIALOGS = { end: TerminateDialog, reinstate: ReinstateDialog, cancel: CancelTerminationDialog };

export const isOver = (status: MemberStatus): boolean => status === 'terminated' || status === 'inactive';
export const isScheduled = (status: MemberStatus): boolean => status === 'pending_termination';

/** Why this person may not; undefined where they may. */
export function useMayEnd(): { end: string | undefined; reinstate: string | undefined } {
  return { end: useWhyNot('members.remove'), reinstate: useWhyNot('members.edit') };
}

export function EndingDialog({ ending, ...more }: { ending: Ending; onClose: () => void; onDone?: () => void }) {
  const Asking = DIALOGS[ending.kind];
  return <Asking members={ending.members} {...more} />;
}

/** In a member's record: terminates coverage, reinstates it, or cancels a scheduled termination. */
export function EndingButtons({
  member,
}: {
  member: { id: string; groupId: string; name: string; status: MemberStatus };
}) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Ending['kind']>();
  const may = useMayEnd();
  const kind = isOver(member.status) ? 'reinstate' : 'end';
  return (
    <>
      {isScheduled(member.status) && (
        <Button disabledReason={may.reinstate} onClick={() => setOpen('cancel')}>
          {t`Cancel scheduled termination`}
        </Button>
      )}
      <Button variant={kind === 'end' ? 'red' : 'default'} disabledReason={may[kind]} onClick={() => setOpen(kind)}>
        {kind === 'end' ? t`Terminate…` : t`Reinstate…`}
      </Button>
      {open && (
        <EndingDialog
          ending={{ kind: open, members: { groupId: member.groupId, memberIds: [member.id], name: member.name } }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
