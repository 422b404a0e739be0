import type { MailingPreview } from '@openbenefits/contract/arrears';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { MailingDialog } from './MailingDialog.tsx';
import { refreshArrears } from './refresh-arrears.ts';

type Props = { groupId: string | undefined; from: CalendarDate; to: CalendarDate; onClose: () => void };

/** Mails links to statements of a period: of a group, or of all groups with an open bill. */
export function StatementsDialog({ groupId, from, to, onClose }: Props) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const preview = useQuery({
    ...orpc.arrears.statements.preview.queryOptions({ input: { ...(groupId && { groupId }), from, to } }),
    staleTime: 0,
    gcTime: 0,
  });
  const mailing = useMutation({
    mutationFn: ({ send }: MailingPreview) => {
      const input = { groupIds: send.map((one) => one.groupId), from, to };
      return api.arrears.statements.send({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: () => keys.settle(),
    onSettled: refreshArrears,
  });
  return (
    <MailingDialog
      title={t`Send statements of ${formatDate(from)} – ${formatDate(to)}`}
      sendLabel={(count) => plural(count, { one: 'Send # statement', other: 'Send # statements' })}
      preview={preview}
      mailing={mailing}
      onClose={onClose}
    />
  );
}
