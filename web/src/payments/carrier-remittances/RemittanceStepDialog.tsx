import type { CarrierRemittanceRow } from '@openbenefits/contract/carrier-remittances';
import { parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { formatMoney } from '@openbenefits/domain/money';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { REMITTANCE_METHOD_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { today } from '../../today.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DateInput, TextInput } from '../../ui/Fields.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { refreshRemittances } from './refresh-remittances.ts';

export type RemittanceStep = 'approve' | 'pay' | 'void';

/** Takes the step. Returns why it waits for a second person; null where it is done. */
async function send(
  step: RemittanceStep,
  { id, approval }: CarrierRemittanceRow,
  { text, day }: { text: string; day: string },
  idempotencyKey: string,
): Promise<string | null> {
  const { carrierRemittances } = api;
  const of = { id, idempotencyKey };
  if (step === 'void') return (await carrierRemittances.void({ ...of, reason: text })).waitsBecause;
  if (step === 'pay')
    await carrierRemittances.pay({ ...of, paidOn: parseCalendarDate(day) ?? today(), reference: text });
  else if (approval) await api.approvals.approve({ ...approval, idempotencyKey });
  return null;
}

function useWords(step: RemittanceStep, { number, method }: CarrierRemittanceRow) {
  const { t } = useLingui();
  const isCheck = method === 'check';
  return {
    approve: {
      title: t`Approve remittance ${number}`,
      confirm: t`Approve Remittance`,
      question: t`The amount leaves premium income and is due to the carrier. Then its 820 can be downloaded.`,
      field: undefined,
    },
    pay: {
      title: t`Remittance ${number} paid`,
      confirm: t`Mark as Paid`,
      question: isCheck
        ? t`Enter the check that you sent to the carrier.`
        : t`Enter the payment that your bank has made to the carrier.`,
      field: isCheck ? t`Check number` : t`Bank reference`,
    },
    void: {
      title: t`Void remittance ${number}`,
      confirm: t`Void Remittance`,
      question: t`Its money can be remitted again. Tell the carrier if it has the file; then another person approves that it is void.`,
      field: t`Reason`,
    },
  }[step];
}

/** One step of a remittance, confirmed with what follows from it. */
export function RemittanceStepDialog({
  step,
  remittance,
  onClose,
}: {
  step: RemittanceStep;
  remittance: CarrierRemittanceRow;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const { title, confirm, question, field } = useWords(step, remittance);
  const [text, setText] = useState('');
  const [day, setDay] = useState<string>(today());
  const entered = { text: text.trim(), day };
  const write = useMutation({
    mutationFn: () => send(step, remittance, entered, keys.keyFor({ step, ...entered })),
    onSuccess: (waitsBecause) => {
      keys.settle();
      if (waitsBecause === null) toastGood(title);
      else toastGood(t`Waiting for a second person`, waitsBecause);
      onClose();
    },
    onSettled: refreshRemittances,
  });
  return (
    <ConfirmDialog
      opened
      title={title}
      confirmLabel={confirm}
      destructive={step === 'void'}
      busy={write.isPending}
      error={write.error}
      isDirty={text !== ''}
      disabledReason={field && text.trim() === '' ? t`Fill in the field first.` : undefined}
      effects={[
        { label: remittance.carrierName, value: formatMoney(remittance.cents) },
        { label: t`Payee`, value: `${remittance.payeeName}, ${remittance.receiverId}` },
        { label: t`Paid by`, value: REMITTANCE_METHOD_LABEL[remittance.method] },
        { label: t`Prepared by`, value: remittance.createdBy },
      ]}
      fields={
        field && (
          <>
            <TextInput label={field} required value={text} onChange={setText} maxLength={step === 'pay' ? 60 : 300} />
            {step === 'pay' && <DateInput label={t`Date`} value={day} onChange={setDay} max={today()} />}
          </>
        )
      }
      onConfirm={() => write.mutate()}
      onCancel={onClose}
    >
      {question}
    </ConfirmDialog>
  );
}
