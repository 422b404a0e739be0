import type { HoldCause } from '@openbenefits/contract/bill-runs';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, orpc } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { refreshBilling } from '../refresh-billing.ts';
import type { RunDetail } from './run-detail.ts';
import classes from './Runs.module.css';

type Excluding = { cause: HoldCause | null; premiums: number };

function ExcludeDialog({ runId, cause, premiums, onClose }: Excluding & { runId: string; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const form = useForm({
    initial: { reason: '' },
    problemsOf: ({ reason }) => (reason.trim() === '' ? [{ path: 'reason', message: t`Enter a reason.` }] : []),
    send: async ({ reason }) => {
      const { code, planId, groupId, subscriberId } = cause ?? {};
      const of = cause ? { code, planId, groupId, subscriberId } : {};
      const input = { id: runId, ...of, reason };
      await api.billing.runs.excludeHolds({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      toastGood(t`Premiums excluded`, t`They are not part of these bills.`);
      onClose();
      await refreshBilling();
    },
  });
  return (
    <FormDialog
      title={t`Exclude premiums without a price`}
      size={480}
      saveLabel={t`Exclude Premiums`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <p className={classes.text}>
        <Plural
          value={premiums}
          one="# premium is left out of its bill. Once it has a price, the next bill charges it as an adjustment."
          other="# premiums are left out of their bills. Once they have a price, the next bills charge them as adjustments."
        />
      </p>
      <TextAreaField field={form.field('reason')} label={t`Reason`} required />
    </FormDialog>
  );
}

/** The one place where a cause is fixed. */
function FixLink({ cause: { where, planId, groupId, subscriberId } }: { cause: HoldCause }) {
  if (where === 'rates' && planId)
    return (
      <Link to={paths.plan(planId)}>
        <Trans>Open the plan</Trans>
      </Link>
    );
  if (where === 'plan' && planId)
    return (
      <Link to={paths.plan(planId, 'benefits')}>
        <Trans>Open the plan’s rules</Trans>
      </Link>
    );
  if (where === 'member' && groupId && subscriberId)
    return (
      <Link to={paths.groupMember(groupId, subscriberId)}>
        <Trans>Open the member</Trans>
      </Link>
    );
  return where === 'group' && groupId ? (
    <Link to={paths.group(groupId)}>
      <Trans>Open the group</Trans>
    </Link>
  ) : null;
}

/** Premiums of the run without a price, by what has to be fixed. The other groups are posted without waiting. */
export function HoldCauses({ run, figures }: RunDetail) {
  const { t } = useLingui();
  const mayNot = useWhyNot('billing.run');
  const [excluding, setExcluding] = useState<Excluding>();
  const isShown = run.status === 'review' && figures.held > 0;
  const { data } = useQuery(orpc.billing.runs.holds.queryOptions({ input: { id: run.id }, enabled: isShown }));
  if (!isShown || !data) return null;
  return (
    <section className={classes.causes} aria-label={t`Premiums without a price`}>
      <h2>
        <Trans>Premiums without a price</Trans>
      </h2>
      <ul>
        {data.map((cause) => (
          <li key={`${cause.code} ${cause.planId} ${cause.groupId} ${cause.subscriberId}`}>
            <div>
              <p>{cause.text}</p>
              <small>
                <Plural value={cause.premiums} one="# premium" other="# premiums" />
                {', '}
                <Plural value={cause.bills} one="# bill" other="# bills" /> <FixLink cause={cause} />
              </small>
            </div>
            <Button
              size="small"
              disabledReason={mayNot}
              onClick={() => setExcluding({ cause, premiums: cause.premiums })}
            >
              <Trans>Exclude…</Trans>
            </Button>
          </li>
        ))}
      </ul>
      {data.length > 1 && (
        <Button
          size="small"
          disabledReason={mayNot}
          onClick={() => setExcluding({ cause: null, premiums: figures.held })}
        >
          <Trans>Exclude all…</Trans>
        </Button>
      )}
      {excluding && <ExcludeDialog runId={run.id} {...excluding} onClose={() => setExcluding(undefined)} />}
    </section>
  );
}
