import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertCircle, IconCheck, IconX } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Toaster, toast } from 'sonner';
import '../theme/toast.css';
import { useShownTheme } from '../theme/theme-choice.ts';
import { focusHeading } from './focus-return.ts';
import { Icon } from './Icon.tsx';
import { placeToasts } from './toast-place.ts';
import { receiveToasts, type ToastWords } from './toasts.ts';

const SHOWN = 3;
const STACK_GAP = 14;
const SETTLED_MS = 150;

/** The element that had focus before the toasts; focus returns there when the focused toast closes. */
let before: Element | null = null;

const isToast = (node: EventTarget | null): boolean => node instanceof Element && node.closest('.toast') !== null;

function giveBack(): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  else focusHeading();
}

/** Offsets of the visible toasts, without the one that is leaving; they overlap, with edges visible. */
function heightOf(leaving?: Element | null): number {
  const cards = [...document.querySelectorAll('.toast')].filter((card) => card !== leaving).slice(-SHOWN);
  return cards.length === 0
    ? 0
    : Math.max(...cards.map((card) => card.getBoundingClientRect().height)) + (cards.length - 1) * STACK_GAP;
}

type CardProps = {
  id: string | number;
  words: ToastWords;
  /** Whether it stays, as long as the keyboard is in it. */ onHold: (held: boolean) => void;
};

/** Places the toasts while this one is shown, and returns focus when it closes. */
function useToastPlace(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = card.current;
    const item = own?.closest('li');
    for (const one of [item, item?.parentElement]) one?.removeAttribute('tabindex');
    placeToasts(heightOf());
    // What was pressed is often a dialog's button; once that is gone the page below is another.
    const again = setTimeout(() => placeToasts(heightOf()), SETTLED_MS);
    return () => {
      clearTimeout(again);
      placeToasts(heightOf(own));
      if (own?.contains(document.activeElement)) giveBack();
    };
  }, [card]);
}

type ButtonEvents = {
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};
type ActionProps = { words: ToastWords; close: () => void; ofButton: ButtonEvents };

function ToastActions({ words: { retry, action, reference }, close, ofButton }: ActionProps) {
  if (!retry && !action && !reference) return null;
  return (
    <div className="toast-actions">
      {action && (
        <button
          {...ofButton}
          type="button"
          onClick={() => {
            close();
            action.onClick();
          }}
        >
          {action.label}
        </button>
      )}
      {retry && (
        <button
          {...ofButton}
          type="button"
          onClick={() => {
            close();
            retry();
          }}
        >
          <Trans>Try again</Trans>
        </button>
      )}
      {reference && (
        <button {...ofButton} type="button" onClick={() => void navigator.clipboard.writeText(reference)}>
          <Trans>Copy request id</Trans>
        </button>
      )}
    </div>
  );
}

/**
 * Lets Tab move into and out of a toast, and Alt+T reach it. The library would return focus as soon as it leaves, so
 * with a permanent error toast nothing after the toasts could be reached (WCAG 2.1.2). So its list and items take no
 * focus.
 */
function ToastCard({ id, words, onHold }: CardProps) {
  const { t } = useLingui();
  const { tone, title, text } = words;
  const card = useRef<HTMLDivElement>(null);
  const close = () => toast.dismiss(id);
  useToastPlace(card);
  const ofButton: ButtonEvents = {
    onFocus: (event: FocusEvent) => {
      event.stopPropagation();
      if (isToast(event.relatedTarget)) return;
      before = event.relatedTarget instanceof Element ? event.relatedTarget : null;
      onHold(true);
    },
    onBlur: (event: FocusEvent) => {
      event.stopPropagation();
      if (!card.current?.contains(event.relatedTarget)) onHold(false);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    },
  };
  return (
    <div ref={card} className="toast" data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon of={tone === 'good' ? IconCheck : IconAlertCircle} />
      <div>
        <strong>{title}</strong>
        {text && <p>{text}</p>}
        <ToastActions words={words} close={close} ofButton={ofButton} />
      </div>
      <button {...ofButton} type="button" className="toast-close" aria-label={t`Close toast`} onClick={close}>
        <Icon of={IconX} size={14} />
      </button>
    </div>
  );
}

/** Time to read, decide and reach the button. */
const WITH_ACTION_MS = 12_000;

function showCard(words: ToastWords): void {
  const duration = words.tone === 'bad' ? Infinity : words.action ? WITH_ACTION_MS : 4000;
  const show = (held: boolean, known?: string | number): void =>
    void toast.custom(
      (id) => <ToastCard id={id} words={words} onHold={(now) => duration !== Infinity && show(now, id)} />,
      {
        duration: held ? Infinity : duration,
        ...(known !== undefined && { id: known }),
      },
    );
  show(false);
}

/** Focuses the newest toast's first button, for the specified keys. */
function goToNewest(event: globalThis.KeyboardEvent): void {
  if (event.altKey && event.code === 'KeyT')
    document.querySelector<HTMLElement>('[data-sonner-toast][data-front="true"] .toast button')?.focus();
}

/**
 * Specification 2, section 9: three at once, 4 seconds, 356 px, gap 14, bottom right, Alt+T. Loaded with the page,
 * because a lost connection could not load it.
 */
export function Toasts() {
  const { t } = useLingui();
  const theme = useShownTheme();
  useEffect(() => receiveToasts(showCard), []);
  useEffect(() => {
    document.addEventListener('keydown', goToNewest);
    return () => document.removeEventListener('keydown', goToNewest);
  }, []);
  return (
    <Toaster
      theme={theme}
      position="bottom-right"
      visibleToasts={SHOWN}
      duration={4000}
      gap={STACK_GAP}
      hotkey={[]}
      customAriaLabel={t`Notifications (Alt+T)`}
      toastOptions={{ unstyled: true, closeButtonAriaLabel: t`Close toast` }}
    />
  );
}
