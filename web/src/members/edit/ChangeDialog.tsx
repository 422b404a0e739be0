import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import type { Problem } from '../../errors.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useLingui } from '@lingui/react/macro';
import classes from './Edit.module.css';

type Props = {
  title: string;
  size?: 480 | 640 | 880;
  saveLabel: string;
  busy: boolean;
  disabledReason?: string | undefined;
  /** What the server said of the whole; problems of fields stand at them. */
  problem?: Problem | undefined;
  /** Beside the problem: a way out of it. */
  wayOut?: ReactNode;
  isDirty: boolean;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A form over a member's record: what was entered is not lost by a press outside. */
export function ChangeDialog({ title, size = 640, saveLabel, busy, disabledReason, problem, wayOut, isDirty, onSave, onClose, children }: Props) {
  const { t } = useLingui();
  const id = useId();
  const [asking, setAsking] = useState(false);
  const close = () => {
    if (busy || asking) return;
    if (isDirty) setAsking(true);
    else onClose();
  };
  return (
    <>
      <Dialog
        opened
        onClose={close}
        title={title}
        size={size}
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
      {/* Mounted only when it asks: one that waits would take the very Escape that opened it for its own. */}
      {asking && (
        <ConfirmDialog opened title={t`Discard your changes`} confirmLabel={t`Discard`} destructive onConfirm={onClose} onCancel={() => setAsking(false)}>
          <Trans>What was entered is lost.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}
