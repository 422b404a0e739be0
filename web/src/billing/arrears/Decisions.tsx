import type { DelinquentGroupDetail } from '@openbenefits/contract/arrears';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { formatMoney } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { newKey } from '../../idempotency.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { FactList } from '../../ui/FactsRail.tsx';
import { toastError, toastGood } from '../../ui/toasts.ts';
import classes from './Arrears.module.css';
import { BrokerDialog, HoldDialog } from './DecisionDialogs.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { refreshArrears } from './refresh-arrears.ts';

type Props = { group: DelinquentGroupDetail };

function useWrite(write: (idempotencyKey: string) => Promise<unknown>, done: string) {
  return useMutation({
    mutationFn: () => write(newKey()),
    onSuccess: () => toastGood(done),
    onError: (error) => toastError(error),
    onSettled: refreshArrears,
  });
}

/** Who decided on a hold or installments, and who gets copies of letters. */
function useFacts({ hold, plan, broker }: DelinquentGroupDetail) {
  const { t } = useLingui();
  return [
    {
      label: t`Hold`,
      value: hold
        ? hold.until === null
          ? t`since ${formatDate(hold.from)}`
          : t`${formatDate(hold.from)} – ${formatDate(hold.until)}`
        : t`none`,
      ...(hold && { note: `${hold.reason}, ${hold.by}` }),
    },
    {
      label: t`Installment plan`,
      value: plan
        ? plan.installments.map(({ on, cents }) => `${formatDate(on)} ${formatMoney(cents)}`).join(', ')
        : t`none`,
      ...(plan && {
        note: plan.missedOn === null ? t`kept, made by ${plan.by}` : t`missed on ${formatDate(plan.missedOn)}`,
      }),
    },
    { label: t`Copies to the broker`, value: broker?.name ?? t`none`, ...(broker && { note: broker.email }) },
  ];
}

/** Decisions about a group's arrears: they stop its clock, or say who is told. */
export function Decisions({ group }: Props) {
  const { t } = useLingui();
  const mayNot = useWhyNot('billing.run');
  const [asked, setAsked] = useState<'hold' | 'plan' | 'broker'>();
  const { hold, plan } = group;
  const lift = useWrite(
    (idempotencyKey) => api.arrears.liftHold({ id: hold?.id ?? '', idempotencyKey }),
    t`Hold lifted`,
  );
  const end = useWrite(
    (idempotencyKey) => api.arrears.endPlan({ id: plan?.id ?? '', idempotencyKey }),
    t`Installment plan ended`,
  );
  const close = () => setAsked(undefined);
  const facts = useFacts(group);
  const nothing = group.arrears === 0 ? t`This group has no arrears.` : undefined;
  return (
    <section>
      <h3>
        <Trans>Decisions</Trans>
      </h3>
      <FactList facts={facts} />
      <div className={classes.buttons}>
        {hold ? (
          <Button size="small" busy={lift.isPending} disabledReason={mayNot} onClick={() => lift.mutate()}>
            <Trans>Lift hold</Trans>
          </Button>
        ) : (
          <Button size="small" disabledReason={mayNot} onClick={() => setAsked('hold')}>
            <Trans>Hold group</Trans>
          </Button>
        )}
        {plan ? (
          <Button size="small" busy={end.isPending} disabledReason={mayNot} onClick={() => end.mutate()}>
            <Trans>End installment plan</Trans>
          </Button>
        ) : (
          <Button size="small" disabledReason={mayNot ?? nothing} onClick={() => setAsked('plan')}>
            <Trans>Make installment plan</Trans>
          </Button>
        )}
        <Button size="small" disabledReason={mayNot} onClick={() => setAsked('broker')}>
          <Trans>Set broker</Trans>
        </Button>
      </div>
      {asked === 'hold' && <HoldDialog groupId={group.groupId} onClose={close} />}
      {asked === 'plan' && <PlanDialog group={group} onClose={close} />}
      {asked === 'broker' && <BrokerDialog group={group} onClose={close} />}
    </section>
  );
}
