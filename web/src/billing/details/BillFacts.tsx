import type { BillDetail } from '@openbenefits/contract/billing';
import { lastOfMonth } from '@openbenefits/domain/calendar-date';
import { shownPhone } from '@openbenefits/domain/phone';
import { Trans, useLingui } from '@lingui/react/macro';
import { BILLING_METHOD_LABEL } from '../../domain-labels.ts';
import { DateText } from '../../ui/DateText.tsx';
import { type Fact, FactList } from '../../ui/FactsRail.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { billName, dueNote, monthDays } from '../bill-words.tsx';
import classes from './BillDetails.module.css';

function useBillInfo(bill: BillDetail): Fact[] {
  const { t } = useLingui();
  return [
    {
      label: t`Bill number`,
      value: billName(bill),
      note: bill.number === null ? t`The number comes with posting` : undefined,
    },
    {
      label: t`Bill type`,
      value: bill.groupType === 'ichra' ? t`ICHRA Allowance` : t`Monthly Premium`,
    },
    {
      label: t`Billing method`,
      value: BILLING_METHOD_LABEL[bill.billingMethod],
      note: bill.billingMethod === 'self_bill' ? t`Self-billed: expected amount` : undefined,
    },
    { label: t`Coverage month`, value: monthDays(bill.period, lastOfMonth(bill.period)) },
    { label: t`Issue date`, value: <DateText date={bill.issueDate} /> },
    { label: t`Due date`, value: <DateText date={bill.dueDate} /> },
    {
      label: t`Payment date`,
      value: bill.paidOn ? <DateText date={bill.paidOn} /> : <Unknown reason={t`Nothing was paid yet`} />,
    },
    ...(bill.replaces === null ? [] : [{ label: t`Replaces`, value: bill.replaces }]),
    ...(bill.replacedBy === null ? [] : [{ label: t`Replaced by`, value: bill.replacedBy }]),
    ...(bill.voidReason === null ? [] : [{ label: t`Voided by`, value: bill.voidedBy, note: bill.voidReason }]),
  ];
}

function useContact({ header }: BillDetail): Fact[] {
  const { t } = useLingui();
  return [
    { label: header.groupName, value: header.cim, mono: true },
    { label: t`Contact`, value: header.contactName ?? <Unknown reason={t`The group has no contact`} /> },
    {
      label: t`Email`,
      value: header.contactEmail ? (
        <a href={`mailto:${header.contactEmail}`}>{header.contactEmail}</a>
      ) : (
        <Unknown reason={t`The contact has no email address`} />
      ),
    },
    {
      label: t`Phone`,
      value: header.contactPhone ? (
        shownPhone(header.contactPhone)
      ) : (
        <Unknown reason={t`The contact has no phone number`} />
      ),
    },
    { label: t`Address`, value: header.address.join(', ') },
  ];
}

/** What the bill is, and who it is for: as it was when the bill was made. */
export function BillFacts({ bill }: { bill: BillDetail }) {
  const info = useBillInfo(bill);
  const contact = useContact(bill);
  return (
    <div className={classes.facts}>
      <section>
        <h3>
          <Trans>Bill</Trans>
        </h3>
        <FactList facts={info} />
      </section>
      <section>
        <h3>
          <Trans>Group contact</Trans>
        </h3>
        <FactList facts={contact} />
      </section>
    </div>
  );
}

/** How the bill is paid, and where a payment is sent. */
export function PaymentInstructions({ bill }: { bill: BillDetail }) {
  const { t } = useLingui();
  const { header, number, totalDue } = bill;
  const remit = header.remitTo.join(', ');
  const reach = [header.issuerPhone, header.issuerEmail].filter((one) => one !== null && one !== '').join(', ');
  const { paymentMethod, gracePeriodDays } = header;
  const late = bill.status === 'overdue' ? t`This bill is overdue: ${dueNote(bill)}.` : undefined;
  if (bill.status === 'replaced' || bill.status === 'void') return null;
  return (
    <section>
      <div className={classes.head}>
        <h3>
          <Trans>Payment instructions</Trans>
        </h3>
      </div>
      <p className={classes.pay}>
        {totalDue === 0 ? (
          <Trans>Nothing is due. No payment is needed.</Trans>
        ) : (
          <>
            {late !== undefined && <b>{late}</b>}{' '}
            <Trans>
              Pay {header.issuerName} <MoneyText cents={totalDue} /> by <DateText date={bill.dueDate} />. The group pays
              by {paymentMethod}, with a grace period of {gracePeriodDays} days.
            </Trans>{' '}
            {number !== null && <Trans>State bill number {number} with the payment.</Trans>}{' '}
            {remit !== '' && <Trans>Remit to: {remit}.</Trans>}
          </>
        )}{' '}
        {reach !== '' && (
          <Trans>
            Questions: {header.issuerName}, {reach}.
          </Trans>
        )}
      </p>
    </section>
  );
}
