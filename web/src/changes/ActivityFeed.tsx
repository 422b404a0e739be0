import type { Change } from '@openbenefits/contract/changes';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { whyNotUndone } from '@openbenefits/domain/files/undo-file';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { orpc } from '../api.ts';
import { paths } from '../paths.ts';
import { useWhyNot } from '../session.ts';
import { TextButton } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TimeAgo } from '../ui/TimeAgo.tsx';
import { words } from '../words.ts';
import classes from './ActivityFeed.module.css';
import { ChangeDetails } from './ChangeDetails.tsx';
import { refreshPeople } from './refresh-people.ts';
import { RunningUndo } from './RunningUndo.tsx';
import { UndoDialog } from './UndoDialog.tsx';
import { useUndonePart } from './undone-part.ts';

const PAGE = 15;
/** An undo that runs is looked at as often. */
const LOOK_AGAIN_MS = 1000;

/** Returns why this user cannot undo a change; undefined if they can. */
function useUndoReason(): (change: Change) => string | undefined {
  const { t } = useLingui();
  const mayNot = useWhyNot('members.edit');
  const mayNotPlans = useWhyNot('plans.edit');
  const mayNotGroups = useWhyNot('groups.edit');
  return ({ kind, undone, undoing, file }) => {
    if (undone?.all) return t`This was already undone.`;
    if (undoing) return t`This is being undone.`;
    const atWork = kind === 'import' && file ? whyNotUndone(file) : undefined;
    if (atWork) return words(atWork);
    return mayNot ?? (kind.startsWith('plan_') ? mayNotPlans : kind === 'contribution' ? mayNotGroups : undefined);
  };
}

function Entry({
  change,
  withGroup,
  onUndo,
}: {
  change: Change;
  withGroup: boolean;
  onUndo: (change: Change) => void;
}) {
  const { t } = useLingui();
  const panel = useId();
  const [open, setOpen] = useState(false);
  const undoReason = useUndoReason()(change);
  const undonePart = useUndonePart();
  const {
    summary,
    actor,
    at,
    reason,
    effectiveDate,
    undone,
    undoing,
    undoProblem,
    undoable,
    groupId,
    groupName,
    fileJobId,
  } = change;
  const on = effectiveDate && formatDate(effectiveDate);
  return (
    <li data-undone={undone?.all || undefined}>
      <button
        type="button"
        className={classes.summary}
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon of={open ? IconChevronDown : IconChevronRight} size={14} />
        <span>{summary}</span>
      </button>
      <span className={classes.actions}>
        {fileJobId && <Link to={paths.fileJob(fileJobId)}>{t`File`}</Link>}
        {undoable && (
          <TextButton onClick={() => onUndo(change)} disabledReason={undoReason} aria-label={t`Undo ${summary}`}>
            <Trans>Undo</Trans>
          </TextButton>
        )}
      </span>
      <small>
        {withGroup && groupId && groupName && (
          <>
            <Link to={paths.group(groupId)}>{groupName}</Link> ·{' '}
          </>
        )}
        {actor} · <TimeAgo instant={at} />
        {on && <> · {t`effective ${on}`}</>}
        {reason && <> · {reason}</>}
        {undone && <> · {undone.part ? undonePart(undone.part, undone.by) : t`undone by ${undone.by}`}</>}
      </small>
      {undoing && <RunningUndo changeId={change.id} summary={summary} undoing={undoing} />}
      {undoProblem && !undoing && (
        <p className={`row-reason ${classes.problem}`}>
          <Trans>
            The undo requested by {undoProblem.by} failed: {words(undoProblem.text)}
          </Trans>
        </p>
      )}
      {open && (
        <div id={panel}>
          <ChangeDetails id={change.id} />
        </div>
      )}
    </li>
  );
}

/**
 * The history of a group, of a member, of a plan, or of everything: sentences, each opening to the fields before and after, with
 * its undo.
 */
export function ActivityFeed({ groupId, memberId, planId }: { groupId?: string; memberId?: string; planId?: string }) {
  const { t } = useLingui();
  const [undoing, setUndoing] = useState<Change | null>(null);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    orpc.changes.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: PAGE,
        cursor,
        ...(groupId !== undefined && { groupId }),
        ...(memberId !== undefined && { memberId }),
        ...(planId !== undefined && { planId }),
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ rows }) => rows.some((change) => change.undoing)) ? LOOK_AGAIN_MS : false,
    }),
  );
  // When a queued undo is done, everything that shows its members is fetched again.
  const atWork = data?.pages.some(({ rows }) => rows.some((change) => change.undoing)) ?? false;
  const wasAtWork = useRef(false);
  useEffect(() => {
    if (wasAtWork.current && !atWork) void refreshPeople();
    wasAtWork.current = atWork;
  }, [atWork]);
  if (error && !data)
    return <ErrorState error={error} title={t`The activity could not be loaded`} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className={`panel ${classes.none}`}>
        <Skeleton width={280} />
      </div>
    );
  const changes = data.pages.flatMap(({ rows }) => rows);
  if (changes.length === 0) return <p className={`panel ${classes.none}`}>{t`No changes yet.`}</p>;
  return (
    <>
      <ol className={`panel ${classes.feed}`}>
        {changes.map((change) => (
          <Entry
            key={change.id}
            change={change}
            withGroup={groupId === undefined && memberId === undefined}
            onUndo={setUndoing}
          />
        ))}
        {hasNextPage && (
          <li className={classes.more}>
            <TextButton onClick={() => void fetchNextPage()} aria-busy={isFetchingNextPage || undefined}>
              <Trans>Show earlier activity</Trans>
            </TextButton>
          </li>
        )}
      </ol>
      {undoing && <UndoDialog change={undoing} onClose={() => setUndoing(null)} />}
    </>
  );
}
