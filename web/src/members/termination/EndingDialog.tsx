import type { MemberStatus } from '@openbenefits/domain/members/member-status';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { ReinstateDialog } from './ReinstateDialog.tsx';
import { TerminateDialog } from './TerminateDialog.tsx';
import type { Members } from './use-termination.ts';

/** Coverage that is about to be ended or reopened, and whose. */
export type Ending = { kind: 'end' | 'reinstate'; members: Members };

export const isOver = (status: MemberStatus): boolean => status === 'terminated' || status === 'inactive';

/** Why this person may not; undefined where they may. */
export function useMayEnd(): { end: string | undefined; reinstate: string | undefined } {
  return { end: useWhyNot('members.remove'), reinstate: useWhyNot('members.edit') };
}

export function EndingDialog({ ending, ...more }: { ending: Ending; onClose: () => void; onDone?: () => void }) {
  const Asking = ending.kind === 'end' ? TerminateDialog : ReinstateDialog;
  return <Asking members={ending.members} {...more} />;
}

/** In a member's record: ends the coverage, or reopens what has ended. */
export function EndingButton({
  member,
}: {
  member: { id: string; groupId: string; name: string; status: MemberStatus };
}) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const may = useMayEnd();
  const kind = isOver(member.status) ? 'reinstate' : 'end';
  return (
    <>
      <Button variant={kind === 'end' ? 'red' : 'default'} disabledReason={may[kind]} onClick={() => setOpen(true)}>
        {kind === 'end' ? t`Terminate…` : t`Reinstate…`}
      </Button>
      {open && (
        <EndingDialog
          ending={{ kind, members: { groupId: member.groupId, memberIds: [member.id], name: member.name } }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
