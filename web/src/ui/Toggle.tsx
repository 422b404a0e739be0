import { IconLock } from '@tabler/icons-react';
import { useId } from 'react';
import { Icon } from './Icon.tsx';
import { StatusSign } from './StatusSign.tsx';
import classes from './Toggle.module.css';

type Props = {
  id: string;
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  lockedReason?: string | undefined;
  note?: string;
  error?: string | undefined;
};

/** On or off. Locked, it stays reachable and says why it cannot be changed. */
export function Toggle({ id, label, checked, onChange, lockedReason, note, error }: Props) {
  const noteId = useId();
  const locked = lockedReason !== undefined;
  return (
    <div className={classes.toggle}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        aria-describedby={noteId}
        aria-disabled={locked || undefined}
        aria-invalid={error !== undefined || undefined}
        onChange={(event) => {
          if (!locked) onChange(event.currentTarget.checked);
        }}
      />
      <label htmlFor={id}>{label}</label>
      <small id={noteId}>
        {error !== undefined && <StatusSign sign="alert" />}
        {locked && error === undefined && <Icon of={IconLock} size={12} />}
        {error ?? lockedReason ?? note}
      </small>
    </div>
  );
}
