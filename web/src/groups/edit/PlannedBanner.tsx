import type { GroupDetail } from '@openbenefits/contract/groups';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { GROUP_STATUS_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { refreshGroup } from './refresh-group.ts';
import { useEditReason } from './use-edit-reason.ts';

/** A scheduled status with user and reason, and a button to cancel it. */
export function PlannedBanner({ group }: { group: GroupDetail }) {
  const { t } = useLingui();
  const reason = useEditReason();
  const keys = useIdempotencyKey();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => {
      const input = { id: group.id, version: group.version };
      return api.groups.cancelStatus({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: async ({ people }) => {
      keys.settle();
      await refreshGroup();
      toastGood(t`Scheduled change canceled`, people > 0 ? t`Coverage of ${people} people continues.` : undefined);
      setAsking(false);
    },
  });
  const planned = group.plannedStatus;
  if (!planned) return null;
  const label = GROUP_STATUS_LABEL[planned.to];
  const date = formatDate(planned.effectiveDate);
  const isTermination = planned.to === 'terminated';
  const cancelLabel = isTermination ? t`Cancel scheduled termination` : t`Cancel scheduled change`;
  return (
    <>
      <Banner
        title={
          isTermination
            ? t`Termination scheduled. Last day of coverage: ${date}.`
            : t`${label} is scheduled for ${date}`
        }
        actions={
          <Button onClick={() => setAsking(true)} disabledReason={reason}>
            {cancelLabel}
          </Button>
        }
      >
        {planned.by}: {planned.reason}
      </Banner>
      <ConfirmDialog
        opened={asking}
        title={
          isTermination ? t`Cancel the termination scheduled for ${date}?` : t`Cancel the change scheduled for ${date}?`
        }
        confirmLabel={cancelLabel}
        cancelLabel={t`Keep it`}
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate()}
        onCancel={() => setAsking(false)}
      >
        {isTermination ? (
          <Trans>
            The group keeps its status and its coverage continues. Members who have changed since keep their termination
            date.
          </Trans>
        ) : (
          <Trans>The group keeps its status.</Trans>
        )}
      </ConfirmDialog>
    </>
  );
}
