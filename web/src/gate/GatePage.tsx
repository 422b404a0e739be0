import { Trans, useLingui } from '@lingui/react/macro';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { problemOf } from '../errors.ts';
import { unlock } from '../session.ts';
import { Button } from '../ui/Button.tsx';
import { GateError, GateFrame } from './GateFrame.tsx';
import classes from './GatePage.module.css';
import { PasswordField } from './PasswordField.tsx';

/** Specification 1, section 2.1. The server compares the password; a wrong one clears the field and focuses it. */
export function GatePage({ hasEnded, onUnlocked }: { hasEnded: boolean; onUnlocked: () => void }) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    // Removed first, so that the same words a second time are announced again.
    setError(null);
    try {
      await unlock(password);
      onUnlocked();
    } catch (thrown) {
      const problem = problemOf(thrown);
      const wrong = problem.code === 'INVALID' || problem.code === 'SIGNED_OUT';
      flushSync(() => {
        setError(wrong ? t`Incorrect password` : problem.message);
        if (wrong) setPassword('');
        setBusy(false);
      });
      field.current?.focus();
    }
  };

  return (
    <GateFrame
      title={t`Demo Access Required`}
      text={
        hasEnded
          ? t`Your session has ended. Enter the access password to continue where you left off.`
          : t`This is a demo site. Please enter the access password to continue.`
      }
      onSubmit={(event) => void submit(event)}
    >
      <PasswordField
        field={field}
        value={password}
        wrong={error !== null}
        placeholder={t`Enter password`}
        onChange={(value) => {
          setPassword(value);
          setError(null);
        }}
      />
      <GateError error={error} />
      <Button type="submit" variant="primary" size="large" wide className={classes.submit} busy={busy}>
        <Trans>Access Demo</Trans>
      </Button>
    </GateFrame>
  );
}
