import type { ChangeItem } from '@openbenefits/contract/changes';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { orpc } from '../api.ts';
import { TextButton } from '../ui/Button.tsx';
import { ErrorLine } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Unknown } from '../ui/Unknown.tsx';
import classes from './ActivityFeed.module.css';

const PAGE = 20;

function Differences({ item }: { item: ChangeItem }) {
  const { t } = useLingui();
  const nothing = <Unknown reason={t`Nothing`} />;
  return (
    <dl className={classes.differences}>
      {item.differences.map(({ field, label, before, after }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            <del>{before ?? nothing}</del>
            <span aria-hidden="true">→</span>
            <ins>{after ?? nothing}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows a change member by member, each field before and after. Opening it is audited, because it shows coverage. */
export function ChangeDetails({ id }: { id: string }) {
  const { t } = useLingui();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    orpc.changes.items.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, limit: PAGE, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      refetchOnWindowFocus: false,
    }),
  );
  if (error) return <ErrorLine error={error} />;
  if (!data) return <Skeleton width={240} />;
  const items = data.pages.flatMap(({ rows }) => rows);
  if (items.length === 0) return <p className={classes.none}>{t`This entry lists no individual records.`}</p>;
  return (
    <div className={classes.details}>
      <ul>
        {items.map((item) => (
          <li key={item.no}>
            <span>
              {item.entity !== 'group' && <b>{item.name ?? t`A record that is no longer available`}</b>}
              {item.summary && <span className={classes.said}>{item.summary}</span>}
            </span>
            {item.differences.length > 0 && <Differences item={item} />}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <TextButton onClick={() => void fetchNextPage()} aria-busy={isFetchingNextPage || undefined}>
          <Trans>Show more</Trans>
        </TextButton>
      )}
    </div>
  );
}
