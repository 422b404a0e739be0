import type { RateTableDetail } from '@openbenefits/contract/rate-tables';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api.ts';
import { newKey } from '../../idempotency.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { toastBad, toastGood } from '../../ui/toasts.ts';
import { ActivateDialog } from './ActivateDialog.tsx';
import { UndoActivation } from './UndoActivation.tsx';
import type { DraftSave } from './use-draft-save.ts';
import classes from './RateTable.module.css';

/** 'Saved 8 s ago'; counted, not announced. */
function SavedNote({ save }: { save: DraftSave }) {
  const { t } = useLingui();
  const [now, setNow] = useState(() => Date.now());
  const { savedAt, status } = save;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (status === 'failed')
    return (
      <span className={classes.unsaved} role="status">
        <Trans>Not saved. Trying again…</Trans>
      </span>
    );
  if (status === 'conflict' || status === 'refused') return <span className={classes.unsaved}>{t`Not saved`}</span>;
  if (status === 'saving') return <span className={classes.saved}>{t`Saving…`}</span>;
  if (savedAt === undefined) return null;
  const seconds = Math.max(0, Math.floor((now - savedAt) / 1000));
  const minutes = Math.floor(seconds / 60);
  return <span className={classes.saved}>{minutes > 0 ? t`Saved ${minutes} min ago` : t`Saved ${seconds} s ago`}</span>;
}

function DeleteDialog({ table, save, onClose }: { table: RateTableDetail; save: DraftSave; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: async () =>
      api.plans.rates.remove({ id: table.id, version: await save.flush(), idempotencyKey: newKey() }),
    onSuccess: async () => {
      await navigate(paths.plansRates);
      toastGood(t`Version ${table.versionNo} was deleted`);
      await save.refresh();
    },
  });
  return (
    <ConfirmDialog
      opened
      destructive
      title={t`Delete the draft of version ${table.versionNo}?`}
      confirmLabel={t`Delete draft`}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <Trans>Its rates are removed. What was entered stays in the history.</Trans>
    </ConfirmDialog>
  );
}

/** Asks the people who may activate the version, once what is entered is saved. */
function useAskApproval(table: RateTableDetail, save: DraftSave, onReload: () => Promise<void>) {
  const { t } = useLingui();
  return useMutation({
    mutationFn: async () =>
      api.plans.rates.askApproval({ id: table.id, version: await save.flush(), idempotencyKey: newKey() }),
    onSuccess: async ({ asked }) => {
      toastGood(
        t`Approval was asked for`,
        plural(asked, { one: '# person was notified.', other: '# people were notified.' }),
      );
      await onReload();
    },
    onError: (error) => toastBad(error.message),
  });
}

/** What the version waits for, and the next step. */
export function RateFooter({
  table,
  errors,
  save,
  onReload,
}: {
  table: RateTableDetail;
  errors: number;
  save: DraftSave;
  onReload: () => Promise<void>;
}) {
  const { t } = useLingui();
  const mayNotEdit = useWhyNot('plans.edit');
  const mayNotActivate = useWhyNot('plans.activate');
  const [opened, open] = useState<'delete' | 'activate' | null>(null);
  const ask = useAskApproval(table, save, onReload);
  if (table.status !== 'draft') return <UndoActivation table={table} onReload={onReload} />;
  const whyNot =
    mayNotActivate ??
    (errors > 0
      ? t`Correct the problems of this version first.`
      : table.isAuthor
        ? t`You entered or changed this version. Another person activates it.`
        : undefined);
  return (
    <div className={classes.actions} data-bottom-bar>
      <span>
        {errors > 0 ? (
          <>
            <b>
              <Plural value={errors} one="# problem" other="# problems" />
            </b>{' '}
            <Plural value={errors} one="keeps this version a draft" other="keep this version a draft" />
          </>
        ) : table.approvalAsked ? (
          <Trans>
            {table.approvalAsked.by} asked for approval <TimeAgo instant={table.approvalAsked.at} />.
          </Trans>
        ) : table.isAuthor ? (
          <Trans>The version is complete. Another person activates it.</Trans>
        ) : (
          <Trans>The version is complete.</Trans>
        )}
      </span>
      <SavedNote save={save} />
      <div className={classes.right}>
        <Button variant="red" disabledReason={mayNotEdit} onClick={() => open('delete')}>
          <Trans>Delete draft…</Trans>
        </Button>
        {(table.isAuthor || mayNotActivate !== undefined) && (
          <Button
            busy={ask.isPending}
            disabledReason={
              mayNotEdit ??
              (errors > 0
                ? t`Correct the problems of this version first.`
                : table.approvalAsked
                  ? t`Approval was asked for.`
                  : undefined)
            }
            onClick={() => ask.mutate()}
          >
            <Trans>Ask for Approval</Trans>
          </Button>
        )}
        <Button
          variant={whyNot === undefined ? 'primary' : 'default'}
          disabledReason={whyNot}
          onClick={() => open('activate')}
        >
          <Trans>Activate…</Trans>
        </Button>
      </div>
      {opened === 'delete' && <DeleteDialog table={table} save={save} onClose={() => open(null)} />}
      {opened === 'activate' && (
        <ActivateDialog table={table} save={save} onReload={onReload} onClose={() => open(null)} />
      )}
    </div>
  );
}
