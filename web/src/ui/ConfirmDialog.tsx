import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import classes from './Dialog.module.css';
import { ErrorLine } from './ErrorState.tsx';

type Effect = { label: string; value: ReactNode };

type Props = {
  opened: boolean;
  title: string;
  /** The question, in the specified words if there are any. */
  children: ReactNode;
  /** What follows, with numbers, as a short list. */
  effects?: readonly Effect[];
  /** Fields the answer needs, between question and effects. */
  fields?: ReactNode;
  confirmLabel: string;
  /** Instead of Cancel, where the action itself cancels something. */
  cancelLabel?: string;
  /** Solid red; otherwise the primary button. */
  destructive?: boolean;
  busy?: boolean;
  /** Its fields have text, so Escape and Cancel ask first. */
  isDirty?: boolean;
  /** A refusal of the server stays inside the dialog. */
  error?: unknown;
  /** Why it cannot be confirmed yet. */
  disabledReason?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Confirms an action that is hard to reverse. A click outside does nothing, and focus starts on Cancel. */
export function ConfirmDialog({
  opened,
  title,
  children,
  effects = [],
  fields,
  confirmLabel,
  cancelLabel,
  destructive = false,
  busy = false,
  isDirty = false,
  error,
  disabledReason,
  onConfirm,
  onCancel,
}: Props) {
  const { close, question } = useAskBeforeLoss(isDirty, onCancel);
  return (
    <>
      <Dialog
        opened={opened}
        onClose={close}
        title={title}
        alert
        closeOnOverlayClick={false}
        footer={
          <>
            <Button onClick={close} data-autofocus>
              {cancelLabel ?? <Trans>Cancel</Trans>}
            </Button>
            <Button
              variant={destructive ? 'danger' : 'primary'}
              onClick={onConfirm}
              busy={busy}
              disabledReason={disabledReason}
            >
              {confirmLabel}
            </Button>
          </>
        }
      >
        <p className={classes.text}>{children}</p>
        {fields}
        {effects.length > 0 && (
          <ul className={classes.effects}>
            {effects.map(({ label, value }) => (
              <li key={label}>
                <span>{label}</span>
                <b>{value}</b>
              </li>
            ))}
          </ul>
        )}
        {error !== undefined && error !== null && (
          <div className={classes.error}>
            <ErrorLine error={error} />
          </div>
        )}
      </Dialog>
      {question}
    </>
  );
}

/** Asks `question` before a dialog with entered text closes. */
export function useAskBeforeLoss(isDirty: boolean, onClose: () => void): { close: () => void; question: ReactNode } {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  return {
    close: () => {
      if (isDirty) setAsking(true);
      else onClose();
    },
    // Mounted only when it asks, or it would handle the Escape that opened it.
    question: asking && (
      <ConfirmDialog
        opened
        title={t`Discard your changes?`}
        confirmLabel={t`Discard changes`}
        destructive
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      >
        <Trans>Your entries will be lost.</Trans>
      </ConfirmDialog>
    ),
  };
}
