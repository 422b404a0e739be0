import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconTable } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Select } from '../../ui/Fields.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useDebouncedTerm } from '../../ui/use-debounced-term.ts';
import { NewVersionDialog } from './NewVersionDialog.tsx';
import { useRateColumns } from './rate-columns.tsx';
import { useRatesAddress } from './rates-address.ts';
import classes from './RateTables.module.css';

const PAGE = 50;

type Address = ReturnType<typeof useRatesAddress>;

function Toolbar({ question, ask, onAdd }: Address & { onAdd: () => void }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('plans.edit');
  const { data: plans } = useQuery(orpc.plans.rates.plans.queryOptions());
  const { term, change, submit } = useDebouncedTerm(question.search, (search) => ask({ search }, { replace: true }));
  return (
    <search className={classes.toolbar}>
      <SearchField
        className={classes.search}
        label={t`Search rates`}
        placeholder={t`Search plan, code or carrier`}
        value={term}
        onChange={change}
        onSubmit={submit}
        main
      />
      <Select
        className={classes.select}
        hideLabel
        label={t`Filter by Plan`}
        value={question.planId ?? ''}
        choices={[
          { value: '', label: t`Filter by Plan` },
          ...(plans ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(planId) => ask({ planId: planId === '' ? null : planId })}
      />
      <Select
        className={classes.select}
        hideLabel
        label={t`Versions`}
        value={question.versions}
        choices={[
          { value: 'current', label: t`Current, future and drafts` },
          { value: 'all', label: t`All versions` },
        ]}
        onChange={(versions) => ask({ versions })}
      />
      <nav className={classes.links} aria-label={t`Rating data`}>
        <Link to={paths.ageCurves}>
          <Trans>Age curves</Trans>
        </Link>
        <Link to={paths.ratingAreas}>
          <Trans>Rating areas</Trans>
        </Link>
      </nav>
      <Button variant="primary" icon={IconPlus} onClick={onAdd} disabledReason={mayNot}>
        <Trans>Add Rate</Trans>
      </Button>
    </search>
  );
}

function NoRates({ question, ask, onAdd }: Address & { onAdd: () => void }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('plans.edit');
  const { search, planId } = question;
  const filters = [
    search !== '' && { label: t`Search: ${search}`, onRemove: () => ask({ search: '' }) },
    planId !== null && { label: t`One plan`, onRemove: () => ask({ planId: null }) },
  ].filter((filter) => filter !== false);
  return (
    <EmptyState
      title={filters.length > 0 ? t`No rates found` : t`No rates yet`}
      filters={filters}
      onClearAll={() => ask({ search: '', planId: null })}
      actions={
        <Button icon={IconPlus} onClick={onAdd} disabledReason={mayNot}>
          <Trans>Add Rate</Trans>
        </Button>
      }
    >
      <Trans>
        A plan has versions of its rates, each for a period. A draft applies once another person has activated it.
      </Trans>
    </EmptyState>
  );
}

/** Specification 2, section 3: Rate Tables. Inside the tabs of Plan and Rate Management. */
export function Component() {
  const { t } = useLingui();
  const address = useRatesAddress();
  const { question, ask } = address;
  const [adding, setAdding] = useState(false);
  const columns = useRateColumns();
  const { cursors, search, planId, versions } = question;
  const cursor = cursors.at(-1);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    orpc.plans.rates.list.queryOptions({
      input: {
        search,
        versions,
        limit: PAGE,
        ...(planId !== null && { planId }),
        ...(cursor !== undefined && { cursor }),
      },
      placeholderData: keepPreviousData,
    }),
  );
  const next = data?.next;
  if (error && !data)
    return <ErrorState error={error} title={t`Rates could not be loaded`} onRetry={() => void refetch()} />;
  return (
    <>
      <Toolbar {...address} onAdd={() => setAdding(true)} />
      <DataTable
        label={t`Rates`}
        columns={columns}
        rows={data?.rows}
        rowKey={({ id }) => id}
        rowName={({ planName, versionNo, ageGroup }) => `${planName}, ${versionNo}, ${ageGroup}`}
        actions={({ tableId }) => [
          { label: t`Open version`, icon: IconTable, to: paths.rateTable(tableId), onHover: true },
        ]}
        isEnded={({ status }) => status === 'replaced'}
        footer={{
          from: cursors.length * PAGE + 1,
          total: data?.total,
          onPrevious: cursors.length > 0 ? () => ask({ cursors: cursors.slice(0, -1) }) : undefined,
          onNext: next ? () => ask({ cursors: [...cursors, next] }) : undefined,
        }}
        empty={<NoRates {...address} onAdd={() => setAdding(true)} />}
        loadingText={t`Loading rates...`}
        refreshing={isPlaceholderData}
        fill
      />
      {adding && <NewVersionDialog {...(planId !== null && { planId })} onClose={() => setAdding(false)} />}
    </>
  );
}
