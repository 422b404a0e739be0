import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { api } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { FactsRail, FactsSection } from '../../ui/FactsRail.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { ChosenGroup } from '../GroupField.tsx';
import { BankAccountsDialog } from './BankAccountsDialog.tsx';
import { shareText } from '../payment-words.tsx';
import classes from '../Payments.module.css';

type Summary = Awaited<ReturnType<typeof api.ach.summary>>;

/** A rate near its limit deserves a look before the bank asks. */
const WATCH = 0.5;

function RateSign({ share, limit }: { share: number; limit: number }) {
  if (share > limit)
    return (
      <StatusBadge tone="bad" sign="alert">
        <Trans>Above the limit</Trans>
      </StatusBadge>
    );
  return share > limit * WATCH ? (
    <StatusBadge tone="pending" sign="eye">
      <Trans>Watch</Trans>
    </StatusBadge>
  ) : (
    <StatusBadge tone="ok" sign="dot">
      <Trans>In range</Trans>
    </StatusBadge>
  );
}

/** Debits and refunds that no file can take yet, each with the way to the accounts of its group. */
function Held({ held }: { held: Summary['held'] | undefined }) {
  const { t } = useLingui();
  const [group, setGroup] = useState<ChosenGroup>();
  return (
    <FactsSection title={t`Held, not in a file`}>
      {held?.length === 0 && (
        <p className={classes.quiet}>
          <Trans>Every debit and refund can go with the next file.</Trans>
        </p>
      )}
      <ul className={classes.rail} aria-label={t`Held, not in a file`}>
        {held?.map(({ kind, groupId, groupName, cents, reason }) => (
          <li key={`${kind} ${groupId} ${reason}`}>
            <span>{groupName}</span>
            <MoneyText cents={cents} />
            <small>
              {kind === 'refund' ? t`Refund` : t`Debit`}: {reason}
            </small>
            <Button
              size="small"
              aria-label={t`Bank accounts of ${groupName}`}
              onClick={() => setGroup({ id: groupId, name: groupName })}
            >
              <Trans>Bank accounts</Trans>
            </Button>
          </li>
        ))}
      </ul>
      {group && <BankAccountsDialog group={group} onClose={() => setGroup(undefined)} />}
    </FactsSection>
  );
}

/** Debits and refunds that no file can take yet, and the return rates of sixty days. */
export function AchRail({ summary }: { summary: Summary | undefined }) {
  const { t } = useLingui();
  const names = { unauthorized: t`Unauthorized`, administrative: t`Administrative`, overall: t`All returns` };
  const debits = summary?.rates[0]?.debits ?? 0;
  return (
    <FactsRail label={t`ACH`}>
      <Held held={summary?.held} />
      <FactsSection title={t`Return rate`}>
        <p className={classes.text}>
          <Trans>{debits} debits, last 60 days</Trans>
        </p>
        <ul className={classes.rail}>
          {summary?.rates.map(({ name, share, limit, returns }) => (
            <li key={name}>
              <span>{names[name]}</span>
              <RateSign share={share} limit={limit} />
              <small>
                <Trans>
                  {shareText(share)} of {shareText(limit)}, {returns} returns
                </Trans>
              </small>
            </li>
          ))}
        </ul>
      </FactsSection>
    </FactsRail>
  );
}
