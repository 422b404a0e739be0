import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { IconButton } from '../ui/Button.tsx';
import { GATE_ERROR } from './GateFrame.tsx';
import classes from './GatePage.module.css';

type Props = {
  field: RefObject<HTMLInputElement | null>;
  value: string;
  wrong: boolean;
  placeholder?: string;
  onChange: (value: string) => void;
};

/** A password that can be looked at before it is sent. */
export function PasswordField({ field, value, wrong, placeholder, onChange }: Props) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  return (
    <>
      <label className={classes.label} htmlFor="gate-password">
        <Trans>Password</Trans>
      </label>
      <div className={classes.field}>
        <input
          ref={field}
          id="gate-password"
          className={classes.input}
          type={shown ? 'text' : 'password'}
          placeholder={placeholder}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? GATE_ERROR : undefined}
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
    </>
  );
}
