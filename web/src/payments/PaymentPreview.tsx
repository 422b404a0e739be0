import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Cents } from '@openbenefits/domain/money';
import type { PaymentMethod } from '@openbenefits/domain/payments/payment-method';
import type { PaymentKind } from '@openbenefits/domain/payments/payment-status';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orpc } from '../api.ts';
import { monthName } from '../ui/month-name.ts';
import { Banner } from '../ui/Banner.tsx';
import { ErrorLine } from '../ui/ErrorState.tsx';
import { FactList } from '../ui/FactsRail.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';
import classes from './Payments.module.css';

export type PaymentInput = {
  groupId: string;
  method: PaymentMethod;
  kind: PaymentKind;
  cents: Cents;
  receivedOn: CalendarDate;
  billId: string | null;
};

/** What a payment would pay, and its fee, before anything is saved. */
export function PaymentPreview({ input, cents }: { input: PaymentInput; cents: Cents }) {
  const { t } = useLingui();
  const { data, error } = useQuery(
    orpc.payments.preview.queryOptions({ input, placeholderData: keepPreviousData, retry: false }),
  );
  if (error) return <ErrorLine error={error} />;
  if (!data) return null;
  return (
    <section className={classes.preview} aria-label={t`What this payment does`}>
      {data.warnings.map((warning) => (
        <Banner key={warning} tone="waits" title={warning} />
      ))}
      <FactList
        facts={[
          ...data.applications.map((bill) => ({
            label: `${monthName(bill.period)}, ${bill.number}`,
            value: <MoneyText cents={bill.cents} />,
            note: bill.cents === bill.due ? t`Paid in full` : t`Paid in part`,
          })),
          ...(data.fees > 0 ? [{ label: t`Fees and refunds owed`, value: <MoneyText cents={data.fees} /> }] : []),
          ...(data.unapplied > 0
            ? [
                {
                  label: t`Unapplied`,
                  value: <MoneyText cents={data.unapplied} />,
                  note: t`Kept for the next bill`,
                },
              ]
            : []),
          {
            label: t`Processing fee`,
            value: <MoneyText cents={data.fee} />,
            note: data.payerBearsFee ? t`Added for the payer` : t`Borne by the organization`,
          },
          { label: t`Total charged`, value: <MoneyText cents={data.charged} />, total: true },
        ]}
      />
      <p className={classes.quiet}>{cents > 0 && <Trans>Processing time: {data.processingTime}</Trans>}</p>
    </section>
  );
}
