import type { BillDetail } from '@openbenefits/contract/billing';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api.ts';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { StatusSign } from '../../ui/StatusSign.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { monthName } from '../../ui/month-name.ts';
import { refreshBilling } from '../refresh-billing.ts';
import classes from './BillDetails.module.css';

type Hold = BillDetail['holds'][number];

function ExcludeDialog({ billId, hold, onClose }: { billId: string; hold: Hold; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const { name, planName } = hold;
  const month = monthName(hold.coveredMonth);
  const form = useForm({
    initial: { reason: '' },
    problemsOf: ({ reason }) => (reason.trim() === '' ? [{ path: 'reason', message: t`Enter a reason.` }] : []),
    send: async ({ reason }) => {
      const { subscriberId, line, planId, coveredMonth } = hold;
      const input = { id: billId, subscriberId, line, planId, coveredMonth, reason };
      await api.billing.excludeHold({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      toastGood(t`Premium excluded`, t`It is not part of this bill.`);
      onClose();
      await refreshBilling();
    },
  });
  return (
    <FormDialog
      title={t`Exclude the premium of ${name}`}
      size={480}
      saveLabel={t`Exclude Premium`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <p className={classes.question}>
        <Trans>
          {planName} of {month} is left out of this bill. Once it can be priced, the next bill charges it as an
          adjustment.
        </Trans>
      </p>
      <TextAreaField field={form.field('reason')} label={t`Reason`} required />
    </FormDialog>
  );
}

function HoldRow({ hold, groupId, onExclude }: { hold: Hold; groupId: string; onExclude: (() => void) | undefined }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('billing.run');
  const { name, planName, line, excludedBy, excludedReason } = hold;
  return (
    <li>
      <StatusSign sign={excludedBy === null ? 'pause' : 'stop'} />
      <div>
        <p>
          <Link to={paths.groupMember(groupId, hold.subscriberId)}>{name}</Link>{' '}
          <span className={classes.line}>
            {planName}, {COVERAGE_LINE_LABEL[line]}, {monthName(hold.coveredMonth, 'short')}
          </span>
        </p>
        <p>{hold.reason}</p>
        {excludedBy !== null && (
          <p className={classes.line}>
            <Trans>
              Excluded by {excludedBy}: {excludedReason}
            </Trans>
          </p>
        )}
      </div>
      {onExclude && excludedBy === null && (
        <Button size="small" disabledReason={mayNot} aria-label={t`Exclude ${name}, ${planName}`} onClick={onExclude}>
          <Trans>Exclude</Trans>
        </Button>
      )}
    </li>
  );
}

/** Premiums without a price: why, and what to do. In a draft each can be excluded with a reason. */
export function Holds({ bill }: { bill: BillDetail }) {
  const [excluding, setExcluding] = useState<Hold>();
  const count = bill.holds.length.toLocaleString('en-US');
  const isDraft = bill.status === 'draft';
  if (bill.holds.length === 0) return null;
  return (
    <section>
      <div className={classes.head}>
        <h3>
          <Trans>Premiums without a price ({count})</Trans>
        </h3>
      </div>
      <ul className={classes.holds}>
        {bill.holds.map((hold) => (
          <HoldRow
            key={`${hold.subscriberId} ${hold.line} ${hold.planId} ${hold.coveredMonth}`}
            hold={hold}
            groupId={bill.groupId}
            onExclude={isDraft ? () => setExcluding(hold) : undefined}
          />
        ))}
      </ul>
      {excluding && <ExcludeDialog billId={bill.id} hold={excluding} onClose={() => setExcluding(undefined)} />}
    </section>
  );
}
