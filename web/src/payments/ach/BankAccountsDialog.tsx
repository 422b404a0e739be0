import type { BankAccount } from '@openbenefits/contract/ach';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { newKey } from '../../idempotency.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { TextInput } from '../../ui/Fields.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { toastError } from '../../ui/toasts.ts';
import { Toggle } from '../../ui/Toggle.tsx';
import type { ChosenGroup } from '../GroupField.tsx';
import classes from '../Payments.module.css';
import { AddAccountForm } from './AddAccountForm.tsx';
import { refreshAch } from './refresh-ach.ts';
import { RestrictionBanner } from './RestrictionBanner.tsx';

const FORM = {
  new: { tone: 'idle', sign: 'circle' },
  prenote_sent: { tone: 'busy', sign: 'clock' },
  deposits_sent: { tone: 'busy', sign: 'clock' },
  verified: { tone: 'ok', sign: 'dot' },
  disabled: { tone: 'end', sign: 'stop' },
} as const satisfies Record<BankAccount['status'], unknown>;

/** A verification goes with the next file that is sent; until then nothing is under way. */
function useStatusWords(): (account: BankAccount) => string {
  const { t } = useLingui();
  return ({ status, verificationSentOn }) => {
    const isSent = verificationSentOn !== null;
    const words: Record<BankAccount['status'], string> = {
      new: t`Not verified`,
      prenote_sent: isSent ? t`Prenote under way` : t`Prenote waits for the next ACH file`,
      deposits_sent: isSent ? t`Deposits under way` : t`Deposits wait for the next ACH file`,
      verified: t`Verified`,
      disabled: t`Disabled`,
    };
    return words[status];
  };
}

const settling = { onError: (error: Error) => toastError(error), onSettled: refreshAch };

/** Amounts in cents from what the holder read on the statement: '0.12 and 0.67'. */
function amountsIn(text: string): [number, number] | undefined {
  const found = text.match(/\d+/g)?.map(Number) ?? [];
  const amounts = found.filter((one) => one > 0 && one < 100);
  return amounts.length === 2 ? [amounts[0] ?? 0, amounts[1] ?? 0] : undefined;
}

function Confirm({ account }: { account: BankAccount }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const amounts = amountsIn(text);
  const confirm = useMutation({
    mutationFn: () => api.ach.accounts.confirm({ id: account.id, cents: amounts ?? [0, 0], idempotencyKey: newKey() }),
    ...settling,
  });
  const left = confirm.data && !confirm.data.verified ? confirm.data.triesLeft : undefined;
  return (
    <span className={classes.confirm}>
      <TextInput
        label={t`The two amounts in cents`}
        value={text}
        onChange={setText}
        placeholder="0.12, 0.67"
        error={left === undefined ? undefined : t`These are not the amounts. ${left} tries left.`}
      />
      <Button
        busy={confirm.isPending}
        disabledReason={amounts ? undefined : t`Enter both amounts.`}
        onClick={() => confirm.mutate()}
      >
        <Trans>Confirm</Trans>
      </Button>
    </span>
  );
}

function Reveal({ account }: { account: BankAccount }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('protected.reveal');
  const [reason, setReason] = useState<string>();
  const reveal = useMutation({
    mutationFn: () => api.ach.accounts.reveal({ id: account.id, reason: reason ?? '' }),
    onError: (error) => toastError(error),
  });
  if (reveal.data) return <code>{reveal.data.account}</code>;
  if (reason === undefined)
    return (
      <Button size="small" disabledReason={mayNot} onClick={() => setReason('')}>
        <Trans>Reveal</Trans>
      </Button>
    );
  return (
    <span className={classes.confirm}>
      <TextInput label={t`Reason`} value={reason} onChange={setReason} maxLength={300} />
      <Button
        busy={reveal.isPending}
        disabledReason={reason.trim().length < 4 ? t`Enter a reason first.` : undefined}
        onClick={() => reveal.mutate()}
      >
        <Trans>Reveal</Trans>
      </Button>
    </span>
  );
}

function Account({ account }: { account: BankAccount }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.take');
  const words = useStatusWords();
  const isSent = account.verificationSentOn !== null;
  const addenda = useMutation({
    mutationFn: (isCtx: boolean) => api.ach.accounts.setAddenda({ id: account.id, isCtx, idempotencyKey: newKey() }),
    ...settling,
  });
  const verify = useMutation({
    mutationFn: (by: 'prenote' | 'deposits') =>
      api.ach.accounts.verify({ id: account.id, by, idempotencyKey: newKey() }),
    ...settling,
  });
  const disable = useMutation({
    mutationFn: () =>
      api.ach.accounts.disable({ id: account.id, reason: t`Disabled by a user`, idempotencyKey: newKey() }),
    ...settling,
  });
  return (
    <li data-ended={account.status === 'disabled' || undefined}>
      <span>
        <b>{account.holder}</b> <Trans>ending {account.last4}</Trans>
        <small>
          {account.routing} · {account.statusReason ?? account.addedBy}
        </small>
        {account.status === 'deposits_sent' && isSent && <Confirm account={account} />}
        {!account.isPerson && account.status !== 'disabled' && (
          <Toggle
            id={`ctx-${account.id}`}
            label={t`820 with each debit (CTX)`}
            checked={account.isCtx}
            lockedReason={mayNot}
            note={t`The debit says which bills it pays, in addenda records.`}
            onChange={(isCtx) => addenda.mutate(isCtx)}
          />
        )}
      </span>
      <StatusBadge {...FORM[account.status]}>{words(account)}</StatusBadge>
      {account.status === 'new' && (
        <>
          <Button size="small" busy={verify.isPending} disabledReason={mayNot} onClick={() => verify.mutate('prenote')}>
            <Trans>Send prenote</Trans>
          </Button>
          <Button
            size="small"
            busy={verify.isPending}
            disabledReason={mayNot}
            onClick={() => verify.mutate('deposits')}
          >
            <Trans>Send deposits</Trans>
          </Button>
        </>
      )}
      <Reveal account={account} />
      {account.status !== 'disabled' && (
        <Button size="small" busy={disable.isPending} disabledReason={mayNot} onClick={() => disable.mutate()}>
          <Trans>Disable</Trans>
        </Button>
      )}
    </li>
  );
}

/** The bank accounts of a group: added, verified, disabled; numbers are revealed with a reason. */
export function BankAccountsDialog({ group, onClose }: { group: ChosenGroup; onClose: () => void }) {
  const { t } = useLingui();
  const [adding, setAdding] = useState(false);
  const mayNot = useWhyNot('payments.take');
  const { data, error } = useQuery(orpc.ach.accounts.list.queryOptions({ input: { groupId: group.id } }));
  if (adding) return <AddAccountForm group={group} onClose={() => setAdding(false)} />;
  return (
    <Dialog
      opened
      isRead
      size={640}
      overline={group.name}
      title={t`Bank accounts`}
      onClose={onClose}
      footer={
        <Button variant="primary" disabledReason={mayNot} onClick={() => setAdding(true)}>
          <Trans>Add account</Trans>
        </Button>
      }
    >
      {error && <ErrorLine error={error} />}
      <RestrictionBanner groupId={group.id} />
      {data?.length === 0 && (
        <p className={classes.quiet}>
          <Trans>No bank account yet. A debit needs a verified one.</Trans>
        </p>
      )}
      <ul className={classes.list} aria-label={t`Bank accounts`}>
        {data?.map((account) => (
          <Account key={account.id} account={account} />
        ))}
      </ul>
    </Dialog>
  );
}
