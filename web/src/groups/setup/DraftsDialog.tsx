import { Trans, useLingui } from '@lingui/react/macro';
import { LAST_STEP } from '@openbenefits/domain/groups/group-setup';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconTrash, IconUsersMinus, IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { newKey, useIdempotencyKey } from '../../idempotency.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toastError, toastGood } from '../../ui/toasts.ts';
import classes from './Drafts.module.css';
import type { DraftRow } from '@openbenefits/contract/groups';

const updated = new Intl.DateTimeFormat('en-US', {
  month: '2-digit',
  day: '2-digit',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

type Props = {
  opened: boolean;
  onClose: () => void;
  currentId: string | undefined;
  /** The draft on its way, whose button says so. */
  loadingId: string | undefined;
  onLoad: (id: string) => void;
  onDeleted: (id: string) => void;
};

/** Deletes and shares drafts, and refreshes the list. */
function useDraftChanges(onRemoved: (id: string) => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: orpc.groups.drafts.key() });
  const remove = useMutation(
    orpc.groups.drafts.remove.mutationOptions({
      onSuccess: (_answer, { id }) => {
        onRemoved(id);
        toastGood(t`Draft deleted successfully`);
        client.setQueryData(orpc.groups.drafts.list.queryKey(), (rows) => rows?.filter((row) => row.id !== id));
      },
      onError: (error) => toastError(error, t`Failed to delete draft`),
      onSettled: refresh,
    }),
  );
  const share = useMutation(
    orpc.groups.drafts.share.mutationOptions({
      onSuccess: (_answer, { shared }) =>
        toastGood(shared ? t`Your colleagues can open this draft` : t`Only you can open this draft`),
      onError: (error) => toastError(error),
      onSettled: refresh,
    }),
  );
  return { remove, share };
}

type ItemProps = {
  row: DraftRow;
  isOpen: boolean;
  loading: boolean;
  onLoad: () => void;
  onShare: (shared: boolean) => void;
  onDelete: () => void;
};

function DraftItem({ row, isOpen, loading, onLoad, onShare, onDelete }: ItemProps) {
  const { t } = useLingui();
  return (
    <li>
      <div className={classes.words}>
        <b>
          {row.name} {row.autosaved && <Tag>{t`Autosaved`}</Tag>} {row.shared && <Tag>{t`Shared`}</Tag>}{' '}
          {isOpen && <Tag>{t`Open now`}</Tag>}
        </b>
        <small>
          <Trans>
            step {row.step} of {LAST_STEP}
          </Trans>
          {' · '}
          <time dateTime={row.updatedAt}>{updated.format(Date.parse(row.updatedAt))}</time>
          {!row.own && <> · {row.owner}</>}
        </small>
      </div>
      <Button size="small" aria-label={t`Load ${row.name}`} busy={loading} onClick={onLoad}>
        <Trans>Load</Trans>
      </Button>
      {row.own && !row.autosaved && (
        <IconButton
          icon={row.shared ? IconUsersMinus : IconUsersPlus}
          size="small"
          label={row.shared ? t`Stop sharing ${row.name}` : t`Share ${row.name} with colleagues`}
          onClick={() => onShare(!row.shared)}
        />
      )}
      {row.own && <IconButton icon={IconTrash} size="small" label={t`Delete ${row.name}`} onClick={onDelete} />}
    </li>
  );
}

/** 'Load Draft' (specification 1, section 2.11): name, 'step x of 6', updated date, Load, delete. */
export function DraftsDialog({ opened, onClose, currentId, loadingId, onLoad, onDeleted }: Props) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const drafts = useQuery(orpc.groups.drafts.list.queryOptions());
  const [doomed, setDoomed] = useState<DraftRow>();
  const { remove, share } = useDraftChanges((id) => {
    keys.settle();
    setDoomed(undefined);
    onDeleted(id);
  });
  const ask = (row: DraftRow | undefined) => {
    remove.reset();
    setDoomed(row);
  };
  const rows = drafts.data ?? [];
  return (
    <>
      <Dialog opened={opened && doomed === undefined} onClose={onClose} title={t`Load Draft`} size={640}>
        {drafts.isError && !drafts.data && (
          <ErrorState
            error={drafts.error}
            title={t`Failed to load saved drafts`}
            onRetry={() => void drafts.refetch()}
          />
        )}
        {drafts.data && rows.length === 0 && (
          <EmptyState art="folder" title={t`No saved drafts`}>
            <Trans>Drafts that you save are listed here.</Trans>
          </EmptyState>
        )}
        <ul className={classes.list}>
          {rows.map((row) => (
            <DraftItem
              key={row.id}
              row={row}
              isOpen={row.id === currentId}
              loading={loadingId === row.id}
              onLoad={() => onLoad(row.id)}
              onShare={(shared) => share.mutate({ id: row.id, shared, idempotencyKey: newKey() })}
              onDelete={() => ask(row)}
            />
          ))}
        </ul>
      </Dialog>
      <ConfirmDialog
        opened={doomed !== undefined}
        title={t`Delete draft of ${doomed?.name ?? ''}`}
        confirmLabel={t`Delete Draft`}
        destructive
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => doomed && remove.mutate({ id: doomed.id, idempotencyKey: keys.keyFor(doomed.id) })}
        onCancel={() => ask(undefined)}
      >
        <Trans>Everything entered in this draft will be lost. A deleted draft cannot be restored.</Trans>
      </ConfirmDialog>
    </>
  );
}
