import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { problemOf } from '../errors.ts';
import { unlock } from '../session.ts';
import { Wordmark } from '../shell/Wordmark.tsx';
import { Button, IconButton } from '../ui/Button.tsx';
import { StatusSign } from '../ui/StatusSign.tsx';
import classes from './GatePage.module.css';
import { Ledger } from './Ledger.tsx';

/** The tab names the gate while it shows, and the page behind it again afterwards. */
function useGateTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · OpenBenefits`;
    return () => {
      document.title = before;
    };
  }, [title]);
}

/** Specification 1, section 2.1. The server compares the password; a wrong one clears the field and takes the focus back to it. */
export function GatePage({ onUnlocked }: { onUnlocked: () => void }) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useGateTitle(t`Demo Access Required`);
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
    <main className={classes.gate}>
      <Ledger className={classes.ledger} />
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <div className={classes.word}>
          <Wordmark />
        </div>
        <h1>
          <Trans>Demo Access Required</Trans>
        </h1>
        <p>
          <Trans>This is a demo site. Please enter the access password to continue.</Trans>
        </p>
        <label className={classes.label} htmlFor="gate-password">
          <Trans>Password</Trans>
        </label>
        <div className={classes.field}>
          <input
            ref={field}
            id="gate-password"
            className={classes.input}
            type={shown ? 'text' : 'password'}
            placeholder={t`Enter password`}
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              setError(null);
            }}
            aria-invalid={error !== null || undefined}
            aria-describedby={error === null ? undefined : 'gate-error'}
          />
          <span className={classes.show}>
            <IconButton
              icon={shown ? IconEyeOff : IconEye}
              label={shown ? t`Hide password` : t`Show password`}
              aria-controls="gate-password"
              onClick={() => setShown(!shown)}
            />
          </span>
        </div>
        {error !== null && (
          <div className={classes.error} id="gate-error" role="alert">
            <StatusSign sign="alert" />
            {error}
          </div>
        )}
        <Button type="submit" variant="primary" size="large" wide className={classes.submit} busy={busy}>
          <Trans>Access Demo</Trans>
        </Button>
      </form>
      <footer className={classes.foot}>
        <span className="num">v2.1</span>
        <span>
          <Trans>HIPAA Compliant • Secure</Trans>
        </span>
      </footer>
    </main>
  );
}
