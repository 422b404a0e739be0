import type { RemittancePreview } from '@openbenefits/contract/carrier-remittances';
import { parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { formatMoney } from '@openbenefits/domain/money';
import { REMITTANCE_METHODS, type RemittanceMethod } from '@openbenefits/domain/payments/remittance/carrier-remittance';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { LEFT_OUT_LABEL, REMITTANCE_METHOD_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { today } from '../../today.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { type Fact, FactList } from '../../ui/FactsRail.tsx';
import { DateInput, Select } from '../../ui/Fields.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { toastGood } from '../../ui/toasts.ts';
import classes from '../Payments.module.css';
import { refreshRemittances } from './refresh-remittances.ts';

const SHOWN = 50;

function useFacts({ cents, corrections, groups, subscribers }: RemittancePreview): Fact[] {
  const { t } = useLingui();
  return [
    { label: t`Groups`, value: groups.length.toLocaleString('en-US') },
    { label: t`Subscribers`, value: subscribers.toLocaleString('en-US') },
    ...(corrections === 0 ? [] : [{ label: t`Credits and corrections`, value: <MoneyText cents={corrections} /> }]),
    { label: t`To remit`, value: <MoneyText cents={cents} />, total: true },
  ];
}

function More({ count }: { count: number }) {
  if (count <= SHOWN) return null;
  const more = count - SHOWN;
  return (
    <p className={classes.quiet}>
      <Plural value={more} one="and # more" other="and # more" />
    </p>
  );
}

/** What the remittance would have, per group, and what is left out with the reason. */
function Preview({ preview }: { preview: RemittancePreview }) {
  const { t } = useLingui();
  const { groups, leftOut } = preview;
  return (
    <>
      <section className={classes.preview}>
        <FactList facts={useFacts(preview)} />
        {groups.length === 0 && (
          <p className={classes.quiet}>
            <Trans>Nothing was collected since the last remittance.</Trans>
          </p>
        )}
        <ul className={classes.rail} aria-label={t`Groups of the remittance`}>
          {groups.slice(0, SHOWN).map(({ groupId, groupName, cents, subscribers }) => (
            <li key={groupId}>
              <span>{groupName}</span>
              <MoneyText cents={cents} />
              <small>
                <Plural value={subscribers} one="# subscriber" other="# subscribers" />
              </small>
            </li>
          ))}
        </ul>
        <More count={groups.length} />
      </section>
      {leftOut.length > 0 && (
        <section className={classes.preview}>
          <h3 className={classes.subhead}>
            <Trans>Left out</Trans>
          </h3>
          <ul className={classes.rail} aria-label={t`Left out`}>
            {leftOut.slice(0, SHOWN).map(({ groupId, groupName, billNumber, cents, reason }, index) => (
              <li key={`${groupId} ${index}`}>
                <span>{groupName}</span>
                <MoneyText cents={cents} />
                <small>
                  {billNumber} · {LEFT_OUT_LABEL[reason]}
                </small>
              </li>
            ))}
          </ul>
          <More count={leftOut.length} />
        </section>
      )}
    </>
  );
}

/** Prepares a remittance: the sum that is shown is the sum that is reserved. */
export function PrepareRemittanceDialog({
  carriers,
  onClose,
}: {
  carriers: readonly [string, ...string[]];
  onClose: () => void;
}) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const [carrierName, setCarrier] = useState(carriers[0]);
  const [day, setDay] = useState<string>(today());
  const [method, setMethod] = useState<RemittanceMethod>('wire');
  const through = parseCalendarDate(day) ?? today();
  const { data, error } = useQuery({
    ...orpc.carrierRemittances.preview.queryOptions({
      input: { carrierName, through },
      placeholderData: keepPreviousData,
    }),
    staleTime: 0,
  });
  const prepare = useMutation({
    mutationFn: async () => {
      if (!data) throw new Error('No preview');
      const input = { carrierName, through, method, cents: data.cents };
      const { number } = await api.carrierRemittances.prepare({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      toastGood(t`Remittance ${number} prepared`, t`Another person approves it.`);
      onClose();
    },
    onSettled: refreshRemittances,
  });
  const sum = data ? formatMoney(data.cents) : '';
  return (
    <Dialog
      opened
      size={640}
      title={t`Prepare remittance`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            busy={prepare.isPending}
            disabledReason={!data || data.cents <= 0 ? t`There is nothing to remit.` : undefined}
            onClick={() => prepare.mutate()}
          >
            {data ? t`Prepare ${sum}` : t`Prepare remittance`}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <div className={classes.pair}>
          <Select
            label={t`Carrier`}
            value={carrierName}
            choices={carriers.map((value) => ({ value, label: value }))}
            onChange={setCarrier}
          />
          <DateInput label={t`Collected through`} value={day} onChange={setDay} max={today()} />
          <Select<RemittanceMethod>
            label={t`Paid by`}
            value={method}
            choices={REMITTANCE_METHODS.map((value) => ({ value, label: REMITTANCE_METHOD_LABEL[value] }))}
            onChange={setMethod}
          />
        </div>
        {(error ?? prepare.error) && <ErrorLine error={error ?? prepare.error} />}
        {data && <Preview preview={data} />}
      </div>
    </Dialog>
  );
}
