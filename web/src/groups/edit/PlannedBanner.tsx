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
      toastGood(t`The plan is cancelled`, people > 0 ? t`Coverage of ${people} people goes on.` : undefined);
      setAsking(false);
    },
  });
  const planned = group.plannedStatus;
  if (!planned) return null;
  const label = GROUP_STATUS_LABEL[planned.to];
  const date = formatDate(planned.effectiveDate);
  return (
    <>
      <Banner
        title={t`${label} is planned for ${date}`}
        actions={
          <Button onClick={() => setAsking(true)} disabledReason={reason}>
            <Trans>Cancel this plan</Trans>
          </Button>
        }
      >
        {planned.by}: {planned.reason}
      </Banner>
      <ConfirmDialog
        opened={asking}
        title={t`Cancel what is planned for ${date}`}
        confirmLabel={t`Cancel this plan`}
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate()}
        onCancel={() => setAsking(false)}
      >
        {planned.to === 'terminated' ? (
          <Trans>
            The group stays as it is, and the ends of coverage that were set with the plan are taken back. Families that
            were changed since stay as they are.
          </Trans>
        ) : (
          <Trans>The group stays as it is.</Trans>
        )}
      </ConfirmDialog>
    </>
  );
}
