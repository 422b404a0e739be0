import type { PaymentRestriction } from '@openbenefits/contract/ach';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { newKey } from '../../idempotency.ts';
import { useWhyNot } from '../../session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextInput } from '../../ui/Fields.tsx';
import { refreshAch } from './refresh-ach.ts';

function LiftDialog({ restriction, onClose }: { restriction: PaymentRestriction; onClose: () => void }) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const lift = useMutation({
    mutationFn: () =>
      api.ach.restrictions.lift({ id: restriction.id, reason: reason.trim(), idempotencyKey: newKey() }),
    onSuccess: onClose,
    onSettled: refreshAch,
  });
  return (
    <ConfirmDialog
      opened
      title={t`Lift the restriction`}
      confirmLabel={t`Lift restriction`}
      busy={lift.isPending}
      error={lift.error}
      isDirty={reason !== ''}
      disabledReason={reason.trim() === '' ? t`Enter a reason first.` : undefined}
      fields={<TextInput label={t`Reason`} required value={reason} onChange={setReason} maxLength={300} />}
      onConfirm={() => lift.mutate()}
      onCancel={onClose}
    >
      <Trans>The group can be debited again. Paused recurring payments stay paused until you resume them.</Trans>
    </ConfirmDialog>
  );
}

/** Says that a group pays by secured funds only, until when and why. */
export function RestrictionBanner({ groupId }: { groupId: string }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.approve');
  const [lifting, setLifting] = useState<PaymentRestriction>();
  const { data } = useQuery(orpc.ach.restrictions.list.queryOptions({ input: { groupId } }));
  const restriction = data?.find(({ isInForce }) => isInForce);
  if (!restriction) return null;
  return (
    <>
      <Banner tone="waits" title={t`Secured payments only until ${formatDate(restriction.until)}`}>
        {restriction.reason} <Trans>Take a wire, or a cashier's or certified check.</Trans>{' '}
        <Button size="small" disabledReason={mayNot} onClick={() => setLifting(restriction)}>
          <Trans>Lift...</Trans>
        </Button>
      </Banner>
      {lifting && <LiftDialog restriction={lifting} onClose={() => setLifting(undefined)} />}
    </>
  );
}
