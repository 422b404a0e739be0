import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertCircle, IconCheck, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import '../theme/toast.css';
import { useShownTheme } from '../theme/theme-choice.ts';
import { Icon } from './Icon.tsx';
import type { ToastWords } from './toasts.ts';

function ToastCard({ id, words }: { id: string | number; words: ToastWords }) {
  const { t } = useLingui();
  const { tone, title, text, retry, action, reference } = words;
  const close = () => toast.dismiss(id);
  return (
    <div className="toast" data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon of={tone === 'good' ? IconCheck : IconAlertCircle} />
      <div>
        <strong>{title}</strong>
        {text && <p>{text}</p>}
        {(retry || action || reference) && (
          <div className="toast-actions">
            {action && (
              <button
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
              <button type="button" onClick={() => void navigator.clipboard.writeText(reference)}>
                <Trans>Copy request id</Trans>
              </button>
            )}
          </div>
        )}
      </div>
      <button type="button" className="toast-close" aria-label={t`Close toast`} onClick={close}>
        <Icon of={IconX} size={14} />
      </button>
    </div>
  );
}

/** Time to read, decide and reach the button. */
const WITH_ACTION_MS = 12_000;

export function showCard(words: ToastWords): void {
  toast.custom((id) => <ToastCard id={id} words={words} />, { duration: words.tone === 'bad' ? Infinity : words.action ? WITH_ACTION_MS : 4000 });
}

/** Specification 2, section 9: three at once, 4 seconds, 356 px, gap 14, bottom right, Alt+T. */
export function Toasts({ onReady }: { onReady: () => void }) {
  const { t } = useLingui();
  const theme = useShownTheme();
  useEffect(onReady, [onReady]);
  return (
    <Toaster
      theme={theme}
      position="bottom-right"
      visibleToasts={3}
      duration={4000}
      gap={14}
      hotkey={['altKey', 'KeyT']}
      containerAriaLabel={t`Notifications`}
      toastOptions={{ unstyled: true, closeButtonAriaLabel: t`Close toast` }}
    />
  );
}
