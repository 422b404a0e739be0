import { useLingui } from '@lingui/react/macro';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useRef } from 'react';
import { Icon } from './Icon.tsx';
import classes from './SearchField.module.css';

type Props = {
  /** Its accessible name; also the placeholder unless another is given. */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  onSubmit?: () => void;
  onClear?: () => void;
  size?: 'medium' | 'large';
  /** The page's own search: '/' puts the focus here. */
  main?: boolean;
  /** The focus is here when its dialog opens. */
  inDialog?: boolean;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
};

export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  onSubmit,
  onClear,
  size = 'medium',
  main,
  inDialog,
  className,
  inputRef,
}: Props) {
  const { t } = useLingui();
  const field = useRef<HTMLSpanElement>(null);
  const clear = () => {
    onChange('');
    onClear?.();
    field.current?.querySelector('input')?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && onSubmit && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onSubmit();
    }
    if (event.key === 'Escape' && value !== '') {
      event.preventDefault();
      clear();
    }
  };
  return (
    <span ref={field} className={className ? `${classes.field} ${className}` : classes.field} data-size={size}>
      <Icon of={IconSearch} />
      <input
        ref={inputRef}
        className={classes.input}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={press}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={200}
        data-page-search={main || undefined}
        data-autofocus={inDialog || undefined}
      />
      <span className={classes.after}>
        {value === '' ? (
          main && (
            <kbd className="only-wide" aria-hidden="true">
              /
            </kbd>
          )
        ) : (
          <button type="button" className={classes.clear} aria-label={t`Clear`} title={t`Clear`} onClick={clear}>
            <Icon of={IconX} size={14} />
          </button>
        )}
      </span>
    </span>
  );
}
