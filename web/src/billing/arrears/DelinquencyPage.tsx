import type { DelinquentGroup } from '@openbenefits/contract/arrears';
import { daysBetween } from '@openbenefits/domain/calendar-date';
import { plural, t as translate } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconMailForward } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { orpc } from '../../api.ts';
import { useCursorPages } from '../../cursor-pages.ts';
import { paths } from '../../paths.ts';
import { SampleHistoryBanner } from '../../payments/SampleHistoryBanner.tsx';
import { useWhyNot } from '../../session.ts';
import { today } from '../../today.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowClicks } from '../../ui/RowClicks.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useDebouncedTerm } from '../../ui/use-debounced-term.ts';
import { DelinquencyBadge, nextStep } from './arrears-words.tsx';
import classes from './Arrears.module.css';
import { DelinquentGroupDialog } from './DelinquentGroupDialog.tsx';
import { RemindersDialog } from './RemindersDialog.tsx';
import { RulesTab } from './RulesTab.tsx';

const PAGE_SIZE = 50;

function columns(groupTo: (id: string) => { search: string }): Column<DelinquentGroup>[] {
  const late = ({ dueDate }: DelinquentGroup) =>
    dueDate && plural(daysBetween(dueDate, today()), { one: '# day late', other: '# days late' });
  return [
    {
      key: 'group',
      header: translate`Group`,
      narrow: 'name',
      cell: (row) => (
        <>
          <Link className="row-name" data-row={row.groupId} to={groupTo(row.groupId)} preventScrollReset>
            {row.groupName}
          </Link>
          <span className="row-meta">{row.billNumber ?? ''}</span>
        </>
      ),
    },
    {
      key: 'due',
      header: translate`Earliest bill due`,
      width: 140,
      below: 820,
      cell: (row) =>
        row.dueDate && (
          <>
            <DateText date={row.dueDate} />
            <span className="row-meta">{late(row)}</span>
          </>
        ),
    },
    {
      key: 'state',
      header: translate`Delinquency`,
      width: 150,
      narrow: 'status',
      cell: (row) => <DelinquencyBadge of={row} status={row.status} />,
    },
    { key: 'next', header: translate`Next step`, width: 260, below: 600, narrow: 'meta', cell: nextStep },
    {
      key: 'arrears',
      header: translate`Past due`,
      width: 130,
      right: true,
      narrow: 'amount',
      cell: ({ arrears }) => <MoneyText cents={arrears} />,
    },
  ];
}

function GroupsTab({ groupTo }: { groupTo: (id: string) => { search: string } }) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const { term, change, submit } = useDebouncedTerm(search, setSearch);
  const pages = useCursorPages(PAGE_SIZE, search);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    orpc.arrears.groups.queryOptions({
      input: { limit: PAGE_SIZE, cursor: pages.cursor, ...(search !== '' && { search }) },
      placeholderData: keepPreviousData,
    }),
  );
  const failed = error !== null && (data === undefined || isPlaceholderData);
  const hasPages = pages.onPrevious !== undefined || Boolean(data?.next);
  return (
    <>
      <search className={classes.toolbar}>
        <SearchField
          main
          className={classes.search ?? ''}
          label={t`Search groups`}
          placeholder={t`Group or CIM number`}
          value={term}
          onChange={change}
          onSubmit={submit}
        />
      </search>
      <RowClicks>
        <DataTable
          label={t`Delinquent groups`}
          columns={columns(groupTo)}
          rows={failed ? [] : data?.rows}
          rowKey={({ groupId }) => groupId}
          rowName={({ groupName }) => groupName}
          loadingText={t`Loading groups...`}
          refreshing={isPlaceholderData}
          {...(hasPages && {
            footer: {
              from: pages.from,
              total: undefined,
              onPrevious: pages.onPrevious,
              onNext: isPlaceholderData ? undefined : pages.onNext(data?.next),
            },
          })}
          empty={
            failed ? (
              <ErrorState error={error} title={t`The groups could not be loaded`} onRetry={() => void refetch()} />
            ) : search === '' ? (
              <EmptyState title={t`No group is delinquent`}>
                <Trans>Groups appear here on the day after a bill was due and not paid.</Trans>
              </EmptyState>
            ) : (
              <EmptyState title={t`No groups found`} />
            )
          }
        />
      </RowClicks>
    </>
  );
}

/** Delinquency: groups with arrears, what is to be done with each, and the rules by carrier and state. */
export function Component() {
  const { t } = useLingui();
  const mayNot = useWhyNot('billing.run');
  const [params, setParams] = useSearchParams();
  const [reminding, setReminding] = useState(false);
  const groupId = /^[0-9a-f-]{36}$/.exec(params.get('group') ?? '')?.[0];
  const groupTo = (id: string) => {
    const next = new URLSearchParams(params);
    next.set('group', id);
    return { search: next.toString() };
  };
  const close = () =>
    setParams(
      (before) => {
        before.delete('group');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <PageHeader
        title={t`Delinquency`}
        breadcrumb={[{ label: t`Billing Dashboard`, to: paths.billing }, { label: t`Delinquency` }]}
        actions={
          <>
            <ButtonLink to={paths.aging}>
              <Trans>Aging and statements</Trans>
            </ButtonLink>
            <Button icon={IconMailForward} disabledReason={mayNot} onClick={() => setReminding(true)}>
              <Trans>Send Reminders</Trans>
            </Button>
          </>
        }
      />
      <SampleHistoryBanner />
      <Tabs
        label={t`Delinquency`}
        tabs={[
          { name: 'groups', label: t`Groups`, panel: () => <GroupsTab groupTo={groupTo} /> },
          { name: 'rules', label: t`Rules`, panel: () => <RulesTab /> },
        ]}
      />
      {groupId !== undefined && <DelinquentGroupDialog key={groupId} groupId={groupId} onClose={close} />}
      {reminding && <RemindersDialog groupId={undefined} onClose={() => setReminding(false)} />}
    </>
  );
}
