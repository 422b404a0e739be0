import type { RateTableDetail } from '@openbenefits/contract/rate-tables';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { newKey } from '../../idempotency.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { toastGood } from '../../ui/toasts.ts';
import classes from './RateTable.module.css';

/** The undo of an activation is asked for until another version is activated; another person approves it. */
export function UndoActivation({ table, onReload }: { table: RateTableDetail; onReload: () => Promise<void> }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('plans.activate');
  const [asks, setAsks] = useState(false);
  const changeId = table.activationChangeId;
  const undo = useMutation({
    mutationFn: () => api.changes.undo({ id: changeId ?? '', idempotencyKey: newKey() }),
    onSuccess: async () => {
      setAsks(false);
      toastGood(t`Approval was asked for`, t`The version stays active until another person approves the undo.`);
      await onReload();
    },
  });
  if (changeId === null) return null;
  return (
    <div className={classes.actions} data-bottom-bar>
      <span>
        {table.undoAsked ? (
          <Trans>
            {table.undoAsked.by} asked for approval of the undo <TimeAgo instant={table.undoAsked.at} />.
          </Trans>
        ) : (
          <Trans>An active version is not changed. A correction is a new version.</Trans>
        )}
      </span>
      <div className={classes.right}>
        <Button
          variant="red"
          disabledReason={mayNot ?? (table.undoAsked ? t`Approval was asked for.` : undefined)}
          onClick={() => setAsks(true)}
        >
          <Trans>Undo activation…</Trans>
        </Button>
      </div>
      {asks && (
        <ConfirmDialog
          opened
          destructive
          title={t`Undo the activation of version ${table.versionNo}?`}
          confirmLabel={t`Ask for Approval`}
          cancelLabel={t`Keep it active`}
          busy={undo.isPending}
          error={undo.error}
          onConfirm={() => undo.mutate()}
          onCancel={() => setAsks(false)}
        >
          <Trans>
            The versions that were in force before apply again, and this version becomes a draft, when another person
            approves it.
          </Trans>
        </ConfirmDialog>
      )}
    </div>
  );
}
