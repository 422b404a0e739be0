import type { UnmatchedPaymentRow } from '@openbenefits/contract/payment-imports';
import { formatMoney } from '@openbenefits/domain/money';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { PROPOSAL_REASON_LABEL } from '../../domain-labels.ts';
import { newKey } from '../../idempotency.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { AssignPaymentDialog } from '../AssignPaymentDialog.tsx';
import classes from '../Payments.module.css';
import { refreshPayments } from '../refresh-payments.ts';

function UnmatchedPayment({ payment, onChoose }: { payment: UnmatchedPaymentRow; onChoose: () => void }) {
  const { t } = useLingui();
  const { id, payer, reference, cents, receivedOn, proposals } = payment;
  const assign = useMutation({
    mutationFn: async ({ groupId, groupName }: UnmatchedPaymentRow['proposals'][number]) => {
      const { applied } = await api.payments.assign({ id, groupId, idempotencyKey: newKey() });
      toastGood(t`Payment of ${groupName}`, t`${formatMoney(applied)} applied to open bills.`);
    },
    onSettled: refreshPayments,
  });
  const name = payer || reference;
  return (
    <li>
      <span>
        {name}
        <small>
          <DateText date={receivedOn} /> {payer !== '' && reference}
        </small>
        {assign.error && <ErrorLine error={assign.error} />}
      </span>
      <MoneyText cents={cents} />
      {proposals.map((proposal) => (
        <Button
          key={proposal.groupId}
          size="small"
          busy={assign.isPending}
          title={proposal.reasons.map((reason) => PROPOSAL_REASON_LABEL[reason]).join(', ')}
          aria-label={t`Assign ${name} to ${proposal.groupName}`}
          onClick={() => assign.mutate(proposal)}
        >
          {proposal.groupName}
        </Button>
      ))}
      <Button size="small" aria-label={t`Choose the group of ${name}`} onClick={onChoose}>
        {proposals.length === 0 ? <Trans>Choose the group</Trans> : <Trans>Other group</Trans>}
      </Button>
    </li>
  );
}

/** Payments that no group has yet: the work list after an import. */
export function UnmatchedPayments() {
  const { t } = useLingui();
  const { data, error } = useQuery({ ...orpc.paymentImports.unmatched.queryOptions({ input: {} }), staleTime: 0 });
  const [chosen, setChosen] = useState<UnmatchedPaymentRow>();
  if (error) return <ErrorLine error={error} />;
  if (!data || data.length === 0) return null;
  return (
    <section>
      <h3>
        <Plural value={data.length} one="# payment without a group" other="# payments without a group" />
      </h3>
      <ul className={classes.list} aria-label={t`Payments without a group`}>
        {data.map((payment) => (
          <UnmatchedPayment key={payment.id} payment={payment} onChoose={() => setChosen(payment)} />
        ))}
      </ul>
      {chosen && <AssignPaymentDialog payment={chosen} onClose={() => setChosen(undefined)} />}
    </section>
  );
}
