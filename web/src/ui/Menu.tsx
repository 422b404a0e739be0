import { IconCheck } from '@tabler/icons-react';
import type { KeyboardEvent, MouseEvent, ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { closeAround, type Placement } from './floating.ts';
import { Icon, type IconType } from './Icon.tsx';
import { Popover, type TriggerProps } from './Popover.tsx';
import classes from './Popover.module.css';

const itemsOf = (box: Element): HTMLElement[] => [...box.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

/** Arrow keys, Home, End and the first letter move; Tab leaves and closes. */
function move(event: KeyboardEvent<HTMLDivElement>): void {
  const items = itemsOf(event.currentTarget);
  const at = items.findIndex((item) => item === document.activeElement);
  if (event.key === 'Tab') {
    event.currentTarget.hidePopover();
    return;
  }
  let to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to === undefined && event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) {
    const after = [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
      item.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()),
    );
    if (after) to = items.indexOf(after);
  }
  if (to === undefined || items.length === 0) return;
  event.preventDefault();
  items[(to + items.length) % items.length]?.focus();
}

/** A menu of actions. Its items are `MenuItem`, `MenuHeading` and `MenuDivider`. */
export function Menu({
  label,
  renderTrigger,
  placement,
  children,
}: {
  label: string;
  renderTrigger: (props: TriggerProps) => ReactElement;
  placement?: Placement;
  children: () => ReactNode;
}) {
  return (
    <Popover
      label={label}
      renderTrigger={renderTrigger}
      placement={placement}
      kind="menu"
      onKeyDown={move}
      onShown={(box) => itemsOf(box)[0]?.focus({ preventScroll: true })}
    >
      {children}
    </Popover>
  );
}

type ItemProps = {
  icon?: IconType;
  children: ReactNode;
  to?: string;
  onSelect?: () => void;
  /** A toggle item: the menu shows its state and stays open. */
  checked?: boolean;
  current?: boolean;
  danger?: boolean;
  disabledReason?: string | undefined;
};

export function MenuItem({ icon, children, to, onSelect, checked, current, danger, disabledReason }: ItemProps) {
  const off = disabledReason !== undefined;
  const props = { className: classes.item, tabIndex: -1, 'data-danger': danger || undefined };
  const inside = (
    <>
      {icon && <Icon of={icon} size={14} />}
      {children}
      {checked && <Icon of={IconCheck} size={14} />}
    </>
  );
  if (to !== undefined && !off) {
    return (
      <Link
        {...props}
        to={to}
        role="menuitem"
        aria-current={current ? 'page' : undefined}
        onClick={(event) => closeAround(event.currentTarget)}
      >
        {inside}
      </Link>
    );
  }
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (off) return;
    if (checked === undefined) closeAround(event.currentTarget);
    onSelect?.();
  };
  return (
    <button
      {...props}
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      aria-disabled={off || undefined}
      aria-description={disabledReason}
      data-tip={disabledReason}
      data-tip-delay={100}
      onClick={press}
    >
      {inside}
    </button>
  );
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return (
    <div className={classes.heading} role="presentation">
      {children}
    </div>
  );
}

export function MenuDivider() {
  return <hr className={classes.divider} />;
}
