import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import type { Problem } from '../errors.ts';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { useAskBeforeLoss } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';
import classes from './Dialog.module.css';

type Props = {
  title: string;
  size?: 480 | 640 | 880;
  saveLabel: string;
  busy: boolean;
  disabledReason?: string | undefined;
  /** The server's general message; field errors are shown at their fields. */
  problem?: Problem | undefined;
  /** An action next to the message that resolves it. */
  wayOut?: ReactNode;
  /** At the left of the buttons: who has changed it last. */
  footerNote?: ReactNode;
  isDirty: boolean;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
};

const FIELDS = 'input:not([type=hidden], [disabled]), select:not([disabled]), textarea:not([disabled])';

/** Focus starts on the first field, never on Close: the dialog looks for this mark when it opens. */
function startAtFirstField(form: HTMLFormElement | null): void {
  if (form?.querySelector('[data-autofocus]')) return;
  form?.querySelector(FIELDS)?.setAttribute('data-autofocus', 'true');
}

/** A form in a dialog: Escape or a press outside does not lose entries, and Enter saves. */
export function FormDialog({
  title,
  size = 640,
  saveLabel,
  busy,
  disabledReason,
  problem,
  wayOut,
  footerNote,
  isDirty,
  onSave,
  onClose,
  children,
}: Props) {
  const id = useId();
  const { close: ask, question } = useAskBeforeLoss(isDirty, onClose);
  const close = () => {
    if (!busy) ask();
  };
  return (
    <>
      <Dialog
        opened
        onClose={close}
        title={title}
        size={size}
        footerNote={footerNote}
        footer={
          <>
            <Button onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="primary" type="submit" form={id} busy={busy} disabledReason={disabledReason}>
              {saveLabel}
            </Button>
          </>
        }
      >
        <form
          id={id}
          ref={startAtFirstField}
          noValidate
          autoComplete="off"
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy && disabledReason === undefined) onSave();
          }}
        >
          {problem && (
            <div className={classes.problem}>
              <Banner role="alert" tone="bad" title={problem.message} actions={wayOut} />
            </div>
          )}
          {children}
        </form>
      </Dialog>
      {question}
    </>
  );
}
