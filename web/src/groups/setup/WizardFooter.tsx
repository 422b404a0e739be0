import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { LAST_STEP } from '@openbenefits/domain/groups/group-setup';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import type { KeptDraft } from './draft-keeper.ts';
import { emptyCells } from './empty-cells.ts';
import { useWizard } from './wizard-context.ts';
import classes from './Wizard.module.css';

const SECOND = 1000;

/** 'Saved 12 s ago', updated while visible. Not announced, because counting seconds aloud is useless. */
function SavedNote({ kept }: { kept: KeptDraft }) {
  const { t } = useLingui();
  const { savedAt, status } = kept;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (savedAt === undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [savedAt]);
  if (status === 'failed') {
    return (
      <span className={classes.unsaved} role="status">
        <Trans>Not saved. Trying again…</Trans>
      </span>
    );
  }
  if (status === 'saving') return <span>{t`Saving…`}</span>;
  if (savedAt === undefined) return null;
  const seconds = Math.max(0, Math.floor((now - savedAt) / SECOND));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return (
    <span className="num">
      {hours > 0 ? t`Saved ${hours} h ago` : minutes > 0 ? t`Saved ${minutes} min ago` : t`Saved ${seconds} s ago`}
    </span>
  );
}

/** Why Next is blocked, or what is still open. */
function useReason(): string {
  const { wizard, problems } = useWizard();
  const { step } = wizard;
  const open = step === LAST_STEP ? problems.flat() : (problems[step - 1] ?? []);
  const [first] = open;
  if (first) {
    const more = open.length - 1;
    return more === 0
      ? first.message
      : `${first.message} ${plural(more, { one: '# more entry to correct.', other: '# more entries to correct.' })}`;
  }
  const cells = step === 5 ? emptyCells(wizard.form) : 0;
  return cells > 0
    ? plural(cells, {
        one: '# cell is still empty. You can finish it later.',
        other: '# cells are still empty. You can finish them later.',
      })
    : '';
}

type Props = { kept: KeptDraft; busy: boolean; onPrevious: () => void; onNext: () => void; onCreate: () => void };

export function WizardFooter({ kept, busy, onPrevious, onNext, onCreate }: Props) {
  const { t } = useLingui();
  const { wizard } = useWizard();
  const reason = useReason();
  const last = wizard.step === LAST_STEP;
  return (
    <div className={classes.foot} data-bottom-bar>
      <Button onClick={onPrevious} disabledReason={wizard.step === 1 ? t`This is the first step` : undefined}>
        <Trans>Previous</Trans>
      </Button>
      <span className={classes.saved}>
        <SavedNote kept={kept} />
      </span>
      <span className={`only-wide ${classes.reason}`} id="setup-reason">
        {reason}
      </span>
      {last ? (
        <Button variant="primary" busy={busy} onClick={onCreate} aria-describedby={reason ? 'setup-reason' : undefined}>
          {busy ? <Trans>Creating…</Trans> : <Trans>Create Group</Trans>}
        </Button>
      ) : (
        <Button variant="primary" onClick={onNext} aria-describedby={reason ? 'setup-reason' : undefined}>
          <Trans>Next</Trans>
        </Button>
      )}
    </div>
  );
}
