import type { Change } from '@openbenefits/contract/changes';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../api.ts';
import { useIdempotencyKey } from '../idempotency.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { TextInput } from '../ui/Fields.tsx';
import { TimeAgo } from '../ui/TimeAgo.tsx';
import { toastGood } from '../ui/toasts.ts';
import classes from './ActivityFeed.module.css';
import { refreshPeople } from './refresh-people.ts';
import { toastQueued } from './use-undo.ts';

type Props = {
  change: Pick<Change, 'id' | 'summary' | 'actor'>;
  /** Only these people, with their families. */
  memberIds?: string[];
  onClose: () => void;
};

/** Confirms an undo: how many members it restores, and the names of those blocked by later changes. */
export function UndoDialog({ change, memberIds, onClose }: Props) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const keys = useIdempotencyKey();
  const preview = useInfiniteQuery(
    orpc.changes.undoPreview.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id: change.id,
        ...(memberIds && { memberIds }),
        ...(cursor !== undefined && { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      staleTime: 0,
      gcTime: 0,
    }),
  );
  // What is named stays as it was shown; the figures are those of the first look.
  const [data] = preview.data?.pages ?? [];
  const blockers = preview.data?.pages.flatMap((page) => page.blockers) ?? [];
  const undo = useMutation({
    mutationFn: () => {
      const input = {
        id: change.id,
        ...(memberIds && { memberIds }),
        skipBlocked: (data?.blocked ?? 0) > 0,
        // Members changed after the preview are not included.
        ...(data && { sight: data.sight }),
        ...(reason.trim() !== '' && { reason: reason.trim() }),
      };
      return api.changes.undo({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: async ({ queued }) => {
      keys.settle();
      await refreshPeople();
      if (queued) toastQueued();
      else toastGood(t`Undone`, change.summary);
      onClose();
    },
    // Another user changed a member in the meantime; the list is updated.
    onError: () => void preview.refetch(),
  });
  return (
    <ConfirmDialog
      opened
      title={t`Undo this change`}
      confirmLabel={t`Undo`}
      destructive
      busy={undo.isPending}
      isDirty={reason.trim() !== ''}
      error={undo.error ?? preview.error}
      disabledReason={
        data
          ? data.people === 0
            ? data.blocked > 0
              ? t`Everyone has changed since.`
              : t`This was already undone.`
            : undefined
          : t`Calculating the effect`
      }
      onConfirm={() => undo.mutate()}
      onCancel={onClose}
      effects={
        data
          ? [
              ...(data.people > data.removes || data.removes === 0
                ? [
                    {
                      label: t`People restored`,
                      value: (data.people - data.removes).toLocaleString('en-US'),
                    },
                  ]
                : []),
              ...(data.removes > 0 ? [{ label: t`People removed`, value: data.removes.toLocaleString('en-US') }] : []),
              ...(data.blocked > 0
                ? [{ label: t`Unchanged, with their families`, value: data.blocked.toLocaleString('en-US') }]
                : []),
            ]
          : []
      }
      fields={
        <>
          <TextInput label={t`Reason`} value={reason} onChange={setReason} maxLength={500} />
          {data && blockers.length > 0 && (
            <div className={classes.blockers}>
              <p>
                <Plural
                  value={data.blocked}
                  one="One person has changed since:"
                  other="# people have changed since, or a family member has:"
                />
              </p>
              <ul>
                {blockers.map(({ memberId, name, by, summary, at }) => (
                  <li key={memberId}>
                    <b>{name}</b>{' '}
                    <small>
                      {summary} · {by} · <TimeAgo instant={at} />
                    </small>
                  </li>
                ))}
              </ul>
              {preview.hasNextPage && (
                <Button size="small" busy={preview.isFetchingNextPage} onClick={() => void preview.fetchNextPage()}>
                  <Trans>Show more</Trans>
                </Button>
              )}
            </div>
          )}
        </>
      }
    >
      <Trans>
        This undoes “{change.summary}” by {change.actor}. The history keeps both.
      </Trans>
    </ConfirmDialog>
  );
}
