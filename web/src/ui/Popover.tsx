import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type ToggleEvent,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal, flushSync } from 'react-dom';
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
  /** Outside of what the trigger is in, so that a table or a list of facts there does not style the content. */
  isDetached?: boolean;
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
  isDetached = false,
  onShown,
}: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [host, setHost] = useState<Element>();
  const place = useCallback((element: HTMLButtonElement | null) => {
    button.current = element;
    // Inside of a dialog it stays there, where the keyboard is.
    if (element) setHost(element.closest('[role="dialog"], [role="alertdialog"]') ?? document.body);
  }, []);
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

  const box = (
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
  );
  return (
    <>
      {renderTrigger({
        ref: isDetached ? place : button,
        popoverTarget: id,
        'aria-expanded': opened,
        'aria-haspopup': kind,
      })}
      {isDetached ? host && createPortal(box, host) : box}
    </>
  );
}
