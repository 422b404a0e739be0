import { IconLock } from '@tabler/icons-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import classes from './Button.module.css';
import { Icon, type IconType } from './Icon.tsx';

type Look = {
  /** One `primary` per view: the next right step. `red` opens a dialog, `danger` is only inside it. */
  variant?: 'default' | 'primary' | 'quiet' | 'red' | 'danger';
  size?: 'small' | 'medium' | 'large';
  icon?: IconType;
  wide?: boolean;
  children: ReactNode;
};

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'children' | 'disabled'> & {
    /** Why it is disabled. It stays visible and focusable and shows the reason. */
    disabledReason?: string | undefined;
    /** While its action runs; a second press does nothing. */
    busy?: boolean;
  };

/** A disabled control that stays visible and shows its reason on hover and focus. */
export const explained = (reason: string | undefined) =>
  reason === undefined
    ? {}
    : { 'aria-disabled': true, 'aria-description': reason, 'data-tip': reason, 'data-tip-delay': 100 };

export function Button({
  variant = 'default',
  size = 'medium',
  icon,
  wide,
  disabledReason,
  busy,
  children,
  onClick,
  type = 'button',
  className,
  ...rest
}: ButtonProps) {
  const off = disabledReason !== undefined || busy === true;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (off) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={className ? `${classes.button} ${className}` : classes.button}
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      {...explained(disabledReason)}
      onClick={press}
    >
      {disabledReason === undefined ? icon && <Icon of={icon} /> : <Icon of={IconLock} size={14} />}
      {children}
    </button>
  );
}

export function ButtonLink({
  variant = 'default',
  size = 'medium',
  icon,
  wide,
  children,
  className,
  ...rest
}: Look & Omit<LinkProps, 'children'>) {
  return (
    <Link
      {...rest}
      className={className ? `${classes.button} ${className}` : classes.button}
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
    >
      {icon && <Icon of={icon} />}
      {children}
    </Link>
  );
}

/** A button that looks like a link, for small actions in text. */
export function TextButton({
  disabledReason,
  onClick,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'disabled' | 'type'> & { disabledReason?: string | undefined }) {
  return (
    <button
      {...rest}
      type="button"
      className={classes.link}
      {...explained(disabledReason)}
      onClick={disabledReason === undefined ? onClick : undefined}
    >
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'title' | 'children'> & {
  /** Its name, also its tooltip. */
  label: string;
  icon: IconType;
  size?: 'small' | 'medium';
  line?: boolean;
  disabledReason?: string | undefined;
  tipSide?: 'right';
  children?: ReactNode;
};

export function IconButton({
  label,
  icon,
  size = 'medium',
  line,
  disabledReason,
  tipSide,
  children,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={classes.icon}
      data-size={size}
      data-line={line || undefined}
      aria-label={label}
      data-tip={label}
      data-tip-side={tipSide}
      {...explained(disabledReason)}
      onClick={disabledReason === undefined ? onClick : undefined}
    >
      <Icon of={icon} />
      {children}
    </button>
  );
}

export function IconLink({
  label,
  icon,
  size = 'medium',
  line,
  ...rest
}: Omit<LinkProps, 'children' | 'title'> & {
  label: string;
  icon: IconType;
  size?: 'small' | 'medium';
  line?: boolean;
}) {
  return (
    <Link
      {...rest}
      className={classes.icon}
      data-size={size}
      data-line={line || undefined}
      aria-label={label}
      data-tip={label}
    >
      <Icon of={icon} />
    </Link>
  );
}
