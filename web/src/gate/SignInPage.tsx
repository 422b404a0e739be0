import { Trans, useLingui } from '@lingui/react/macro';
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { problemOf } from '../errors.ts';
import { signIn } from '../session.ts';
import { Button } from '../ui/Button.tsx';
import { GATE_ERROR, GateError, GateFrame } from './GateFrame.tsx';
import classes from './GatePage.module.css';
import { PasswordField } from './PasswordField.tsx';

type FieldProps = {
  field: RefObject<HTMLInputElement | null>;
  value: string;
  wrong: boolean;
  onChange: (value: string) => void;
};

function EmailField({ field, value, wrong, onChange }: FieldProps) {
  return (
    <>
      <label className={classes.label} htmlFor="gate-email">
        <Trans>Email</Trans>
      </label>
      <div className={`${classes.field} ${classes.first}`}>
        <input
          ref={field}
          id="gate-email"
          className={classes.input}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? GATE_ERROR : undefined}
        />
      </div>
    </>
  );
}

/**
 * Sign-in with an account. A failed attempt keeps the email and clears the password, and does not say which was wrong.
 */
export function SignInPage({ hasEnded, onUnlocked }: { hasEnded: boolean; onUnlocked: () => void }) {
  const { t } = useLingui();
  const address = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => address.current?.focus(), []);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    if (email.trim() === '' || password === '') {
      flushSync(() => setError(t`Enter your email and your password.`));
      (email.trim() === '' ? address : field).current?.focus();
      return;
    }
    setBusy(true);
    // Removed first, so that the same words a second time are announced again.
    setError(null);
    try {
      await signIn(email, password);
      onUnlocked();
    } catch (thrown) {
      const problem = problemOf(thrown);
      flushSync(() => {
        setError(problem.message);
        if (problem.code === 'INVALID') setPassword('');
        setBusy(false);
      });
      field.current?.focus();
    }
  };

  return (
    <GateFrame
      title={t`Sign in`}
      text={
        hasEnded
          ? t`Your session has ended. Sign in again to continue where you left off.`
          : t`Enter the email and the password of your account.`
      }
      onSubmit={(event) => void submit(event)}
    >
      <EmailField
        field={address}
        value={email}
        wrong={error !== null}
        onChange={(value) => {
          setEmail(value);
          setError(null);
        }}
      />
      <PasswordField
        field={field}
        value={password}
        wrong={error !== null}
        onChange={(value) => {
          setPassword(value);
          setError(null);
        }}
      />
      <GateError error={error} />
      <Button type="submit" variant="primary" size="large" wide className={classes.submit} busy={busy}>
        <Trans>Sign in</Trans>
      </Button>
    </GateFrame>
  );
}
