import { Trans } from '@lingui/react/macro';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';

/** Asks before changes to a group that are not saved are left behind. */
export function LeaveEditing({ dirty }: { dirty: boolean }) {
  return (
    <LeaveGuard unsaved={() => dirty} tabs>
      <Trans>Your changes to this group are not saved.</Trans>
    </LeaveGuard>
  );
}
