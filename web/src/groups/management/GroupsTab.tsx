import type { ManagedGroup } from '@openbenefits/contract/group-management';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { BILLING_METHOD_LABEL } from '../../domain-labels.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { GroupStatusBadge } from '../../ui/StatusBadge.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { FirstGroup } from '../list/NoGroups.tsx';
import { useDebouncedTerm } from '../../ui/use-debounced-term.ts';
import classes from './GroupsTab.module.css';

const PAGE = 24;

function Card({ group }: { group: ManagedGroup }) {
  const { t } = useLingui();
  return (
    <li>
      <Link to={paths.group(group.id)} className={`panel ${classes.card}`}>
        <span className={classes.head}>
          <b>{group.name}</b>
          <GroupStatusBadge status={group.status} />
        </span>
        <Tag mono>{group.cim}</Tag>
        <span className={classes.facts}>
          <span>
            <small>
              <Trans>Employees</Trans>
            </small>
            {group.employees === null ? t`N/A` : group.employees.toLocaleString('en-US')}
          </span>
          <span>
            <small>
              <Trans>Effective date</Trans>
            </small>
            <DateText date={group.effectiveDate} />
          </span>
          <span>
            <small>
              <Trans>Billing method</Trans>
            </small>
            {BILLING_METHOD_LABEL[group.billingMethod]}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** Groups as cards, newest first; the search is by company name or CIM number and stays out of the address. */
export function GroupsTab() {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const { term, change, submit } = useDebouncedTerm(search, setSearch);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    orpc.groups.management.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: PAGE, cursor, ...(search !== '' && { search }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const groups = data?.pages.flatMap(({ rows }) => rows);
  const total = data?.pages[0]?.total ?? 0;
  const shown = groups?.length.toLocaleString('en-US') ?? '';
  const all = total.toLocaleString('en-US');
  return (
    <>
      <search className={classes.toolbar}>
        <SearchField
          className={classes.search}
          label={t`Search by company name or CIM number`}
          value={term}
          onChange={change}
          onSubmit={submit}
          main
        />
      </search>
      {error && !groups && (
        <ErrorState error={error} title={t`Failed to load employer groups`} onRetry={() => void refetch()} />
      )}
      {!error && !groups && (
        <div role="status" aria-label={t`Loading groups...`} className={classes.cards}>
          {Array.from({ length: 6 }, (_, index) => (
            <div key={index} className={`panel ${classes.card}`}>
              <Skeleton width={200} />
              <Skeleton width={120} />
            </div>
          ))}
        </div>
      )}
      {groups?.length === 0 &&
        (search === '' ? (
          <FirstGroup />
        ) : (
          <EmptyState
            title={t`No groups found`}
            art="folder"
            filters={[{ label: t`Search: ${search}`, onRemove: () => change('') }]}
          >
            <Trans>No groups match your search for "{search}"</Trans>
          </EmptyState>
        ))}
      {groups && groups.length > 0 && (
        <>
          <ul className={classes.cards} aria-label={t`Groups`}>
            {groups.map((group) => (
              <Card key={group.id} group={group} />
            ))}
          </ul>
          <p className={classes.foot}>
            <span>
              <Trans>
                {shown} of {all} groups
              </Trans>
            </span>
            {hasNextPage && (
              <Button onClick={() => void fetchNextPage()} busy={isFetchingNextPage}>
                <Trans>Show more groups</Trans>
              </Button>
            )}
          </p>
        </>
      )}
    </>
  );
}
