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
  /** `people` 0: it changed other records, such as a plan. The end of a plan moved its members in changes of their own. */
  change: Pick<Change, 'id' | 'summary' | 'actor'> & { people?: number; kind?: string };
  /** Only these people, with their families. */
  memberIds?: string[];
  onClose: () => void;
};

type Order = Pick<Props, 'change' | 'memberIds'>;

const useUndoPreview = ({ change, memberIds }: Order) =>
  useInfiniteQuery(
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

type Preview = ReturnType<typeof useUndoPreview>;
type Effect = NonNullable<Preview['data']>['pages'][number];

/** Undoes what the preview showed, for the entered reason. */
function useUndoMutation({ change, memberIds, onClose }: Props, preview: Preview, reason: string) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const [data] = preview.data?.pages ?? [];
  return useMutation({
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
    onSuccess: async ({ queued, waitsBecause }) => {
      keys.settle();
      if (queued) toastQueued();
      else if (waitsBecause) toastGood(t`Approval was asked for`, waitsBecause);
      else toastGood(t`Undone`, change.summary);
      // Closed before the lists refresh: the preview would name this undo as a later change.
      onClose();
      await refreshPeople();
    },
    // Another user changed a member in the meantime; the list is updated.
    onError: () => void preview.refetch(),
  });
}

function useEffectRows(data: Effect | undefined, isOfPeople: boolean): { label: string; value: string }[] {
  const { t } = useLingui();
  if (!data) return [];
  const { people, removes, blocked } = data;
  const rows: { label: string; value: string }[] = [];
  if (!isOfPeople) return [];
  const add = (label: string, count: number) => rows.push({ label, value: count.toLocaleString('en-US') });
  if (people > removes || removes === 0) add(t`People restored`, people - removes);
  if (removes > 0) add(t`People removed`, removes);
  if (blocked > 0) add(t`Unchanged, with their families`, blocked);
  return rows;
}

function useDisabledReason(data: Effect | undefined, isOfPeople: boolean): string | undefined {
  const { t } = useLingui();
  if (!data) return t`Calculating the effect`;
  if (data.people > 0) return undefined;
  if (!isOfPeople && data.blocked > 0) return t`These values were changed again since.`;
  return data.blocked > 0 ? t`Everyone has changed since.` : t`This was already undone.`;
}

/** Members that later changes block, page by page. */
function Blockers({ preview, count, isOfPeople }: { preview: Preview; count: number; isOfPeople: boolean }) {
  const blockers = preview.data?.pages.flatMap((page) => page.blockers) ?? [];
  if (blockers.length === 0) return null;
  return (
    <div className={classes.blockers}>
      <p>
        {isOfPeople ? (
          <Plural
            value={count}
            one="One person has changed since:"
            other="# people have changed since, or a family member has:"
          />
        ) : (
          <Trans>A later change set these values again:</Trans>
        )}
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
  );
}

/** Confirms an undo: how many members it restores, and the names of those blocked by later changes. */
export function UndoDialog(props: Props) {
  const { change, onClose } = props;
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const preview = useUndoPreview(props);
  // What is named stays as it was shown; the figures are those of the first look.
  const [data] = preview.data?.pages ?? [];
  const undo = useUndoMutation(props, preview, reason);
  const isOfPeople = change.people !== 0 || change.kind === 'plan_terminated';
  const effects = useEffectRows(data, isOfPeople);
  const disabledReason = useDisabledReason(data, change.people !== 0);
  return (
    <ConfirmDialog
      opened
      title={t`Undo this change`}
      confirmLabel={t`Undo`}
      destructive
      busy={undo.isPending}
      isDirty={reason.trim() !== ''}
      error={undo.error ?? preview.error}
      disabledReason={disabledReason}
      onConfirm={() => undo.mutate()}
      onCancel={onClose}
      effects={effects}
      fields={
        <>
          <TextInput label={t`Reason`} value={reason} onChange={setReason} maxLength={500} />
          {data && <Blockers preview={preview} count={data.blocked} isOfPeople={isOfPeople} />}
        </>
      }
    >
      <Trans>
        This undoes “{change.summary}” by {change.actor}. The history keeps both.
      </Trans>
    </ConfirmDialog>
  );
}
