import type { MailingPreview } from '@openbenefits/contract/arrears';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { MailingDialog } from './MailingDialog.tsx';
import { refreshArrears } from './refresh-arrears.ts';

/** Send Reminders (specification 2, Invoice Management): a group's, or those of all groups with overdue bills. */
export function RemindersDialog({ groupId, onClose }: { groupId: string | undefined; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const preview = useQuery({
    ...orpc.arrears.reminders.preview.queryOptions({ input: { ...(groupId && { groupId }) } }),
    staleTime: 0,
    gcTime: 0,
  });
  const mailing = useMutation({
    mutationFn: ({ send }: MailingPreview) => {
      const input = { billIds: send.flatMap(({ billId }) => billId ?? []) };
      return api.arrears.reminders.send({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: () => keys.settle(),
    onSettled: refreshArrears,
  });
  return (
    <MailingDialog
      title={t`Send Reminders`}
      sendLabel={(count) => plural(count, { one: 'Send # reminder', other: 'Send # reminders' })}
      withBill
      preview={preview}
      mailing={mailing}
      onClose={onClose}
    />
  );
}
