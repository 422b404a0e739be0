import type { RefundRow } from '@openbenefits/contract/refunds';
import { parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { formatMoney } from '@openbenefits/domain/money';
import { REFUND_METHODS, type RefundMethod } from '@openbenefits/domain/payments/refund';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../api.ts';
import { REFUND_METHOD_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { today } from '../../today.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DateInput, Select, TextInput } from '../../ui/Fields.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { refreshPayments } from '../refresh-payments.ts';

export type RefundStep = 'withdraw' | 'check' | 'card' | 'fail' | 'resend' | 'unclaimed';
type Entered = { text: string; day: string; method: RefundMethod };

function send(step: RefundStep, id: string, { text, day, method }: Entered, idempotencyKey: string): Promise<unknown> {
  const of = { id, idempotencyKey };
  const { refunds } = api;
  switch (step) {
    case 'withdraw':
      return refunds.withdraw(of);
    case 'check':
      return refunds.payByCheck({ ...of, number: text, paidOn: parseCalendarDate(day) ?? today() });
    case 'card':
      return refunds.reverseCard(of);
    case 'fail':
      return refunds.fail({ ...of, reason: text });
    case 'resend':
      return refunds.resend({ ...of, method });
    case 'unclaimed':
      return refunds.unclaimed(of);
  }
}

type Words = { title: string; confirm: string; question: string; field?: string };

function useWords(step: RefundStep, number: string): Words {
  const { t } = useLingui();
  const words: Record<RefundStep, Words> = {
    withdraw: {
      title: t`Withdraw refund ${number}`,
      confirm: t`Withdraw Refund`,
      question: t`The amount goes back to the balance it came from.`,
    },
    check: {
      title: t`Check for refund ${number}`,
      confirm: t`Save Check`,
      question: t`Enter the check that was sent.`,
      field: t`Check number`,
    },
    card: {
      title: t`Return refund ${number} to the card`,
      confirm: t`Return to Card`,
      question: t`The processor returns the amount to the card that paid.`,
    },
    fail: {
      title: t`Refund ${number} failed`,
      confirm: t`Mark as Failed`,
      question: t`The check came back or the bank rejected the credit. The amount is payable again.`,
      field: t`Reason`,
    },
    resend: {
      title: t`Send refund ${number} again`,
      confirm: t`Send Again`,
      question: t`The refund becomes payable by the chosen method once another person has approved it.`,
    },
    unclaimed: {
      title: t`Refund ${number} is unclaimed`,
      confirm: t`Mark as Unclaimed`,
      question: t`The amount is kept apart until it goes to the state.`,
    },
  };
  return words[step];
}

/** One step of a refund, confirmed with what follows from it. */
export function RefundStepDialog({
  step,
  refund,
  onClose,
}: {
  step: RefundStep;
  refund: RefundRow;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const { title, confirm, question, field } = useWords(step, refund.number);
  const [text, setText] = useState('');
  const [day, setDay] = useState<string>(today());
  const [method, setMethod] = useState<RefundMethod>(refund.method);
  const entered = { text: text.trim(), day, method };
  const write = useMutation({
    mutationFn: () => send(step, refund.id, entered, keys.keyFor({ step, ...entered })),
    onSuccess: () => {
      keys.settle();
      toastGood(title);
      onClose();
    },
    onSettled: refreshPayments,
  });
  const fields: ReactNode = (
    <>
      {field && <TextInput label={field} required value={text} onChange={setText} maxLength={300} />}
      {step === 'check' && <DateInput label={t`Date`} value={day} onChange={setDay} max={today()} />}
      {step === 'resend' && (
        <Select<RefundMethod>
          label={t`Method`}
          value={method}
          choices={REFUND_METHODS.map((value) => ({ value, label: REFUND_METHOD_LABEL[value] }))}
          onChange={setMethod}
        />
      )}
    </>
  );
  return (
    <ConfirmDialog
      opened
      title={title}
      confirmLabel={confirm}
      busy={write.isPending}
      error={write.error}
      isDirty={text !== ''}
      disabledReason={field && text.trim() === '' ? t`Fill in the field first.` : undefined}
      effects={[
        { label: refund.groupName, value: formatMoney(refund.cents) },
        { label: t`Requested by`, value: refund.requestedBy },
      ]}
      fields={fields}
      onConfirm={() => write.mutate()}
      onCancel={onClose}
    >
      {question}
    </ConfirmDialog>
  );
}
