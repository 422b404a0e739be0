import { Trans } from '@lingui/react/macro';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';

/** Confirms before unsaved changes to a group are discarded. */
export function LeaveEditing({ dirty }: { dirty: boolean }) {
  return (
    <LeaveGuard unsaved={() => dirty} tabs>
      <Trans>Your changes to this group are not saved.</Trans>
    </LeaveGuard>
  );
}
