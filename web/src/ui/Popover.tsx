import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type ToggleEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useIsOnTop } from './dialog-stack.ts';
import { type Placement, placeBeside } from './floating.ts';
import classes from './Popover.module.css';

/** To be spread onto the button that opens it. */
export type TriggerProps = Pick<ComponentProps<'button'>, 'ref' | 'popoverTarget' | 'aria-expanded' | 'aria-haspopup'>;

type Props = {
  label: string;
  renderTrigger: (props: TriggerProps) => ReactElement;
  placement?: Placement;
  kind?: 'dialog' | 'menu';
  /** Rendered only while it is open. */
  children: () => ReactNode;
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  /** Called once it shows, to put the focus inside; without it the box itself takes the focus. */
  onShown?: (box: HTMLElement) => void;
};

/**
 * A floating box with the browser's popover. It is in the top layer, over dialogs and clipped cells, closes on Escape
 * and on a press outside, and returns focus.
 */
export function Popover({
  label,
  renderTrigger,
  placement = 'bottom-end',
  kind = 'dialog',
  children,
  onKeyDown,
  onShown,
}: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  // Escape closes this box and not its dialog, wherever focus is in the box.
  useIsOnTop(opened);

  const show = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    // Rendered before the browser shows it, so that it has its size when it is placed.
    if (newState === 'open') flushSync(() => setOpened(true));
  };
  const shown = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    // Emptied only once it is hidden: the browser gives the focus back only from an element that is still there.
    if (newState === 'closed') setOpened(false);
    if (newState !== 'open' || !button.current) return;
    placeBeside(currentTarget, button.current, placement);
    if (onShown) onShown(currentTarget);
    else currentTarget.focus({ preventScroll: true });
  };

  return (
    <>
      {renderTrigger({ ref: button, popoverTarget: id, 'aria-expanded': opened, 'aria-haspopup': kind })}
      <div
        id={id}
        popover="auto"
        role={kind}
        aria-label={label}
        tabIndex={-1}
        className={kind === 'menu' ? `${classes.popover} ${classes.menu}` : classes.popover}
        onBeforeToggle={show}
        onToggle={shown}
        {...(onKeyDown ? { onKeyDown } : {})}
      >
        {opened && children()}
      </div>
    </>
  );
}
