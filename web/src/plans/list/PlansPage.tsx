import type { PlanRow } from '@openbenefits/contract/plan-catalog';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconEye, IconPencil, IconTable } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type api, orpc } from '../../api.ts';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { RowAction } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { RowClicks } from '../../ui/RowClicks.tsx';
import { isFiltered, NO_FILTERS, type PlanQuestion, useListAddress } from './list-address.ts';
import { type Enrolled, usePlanColumns } from './plan-columns.tsx';
import { planListSettings } from './plan-list-settings.ts';
import { PlansToolbar } from './PlansToolbar.tsx';
import classes from '../Plans.module.css';

const PAGE_SIZE = 50;

const filterOf = ({ search, line, type, status, carrier, descending }: PlanQuestion) => ({
  ...(search !== '' && { search }),
  ...(line !== 'all' && { line }),
  ...(type !== 'all' && { networkType: type }),
  ...(status !== 'all' && { status }),
  ...(carrier !== '' && { carrier }),
  descending,
});

const usePlans = (question: PlanQuestion) =>
  useQuery(
    orpc.plans.list.queryOptions({
      input: { ...filterOf(question), cursor: question.cursors.at(-1), limit: PAGE_SIZE },
      placeholderData: keepPreviousData,
    }),
  );

type Lines = Awaited<ReturnType<typeof api.plans.list>>['lines'];
type Figures = Awaited<ReturnType<typeof api.plans.figures>>;

/** The heading of a line with its totals, of all pages. */
function LineHeading({ line, lines, figures }: { line: CoverageLine; lines: Lines; figures: Figures | undefined }) {
  const active = lines.find((one) => one.line === line)?.active ?? 0;
  const members = figures?.enrolled.reduce((sum, one) => (one.line === line ? sum + one.members : sum), 0);
  const enrolled = members?.toLocaleString('en-US');
  return (
    <>
      <b>{COVERAGE_LINE_LABEL[line]}</b>
      {' · '}
      <Plural value={active} one="# active" other="# active" />
      {enrolled !== undefined && (
        <>
          {' · '}
          <Trans>{enrolled} enrolled</Trans>
        </>
      )}
    </>
  );
}

function useActions(): (plan: PlanRow) => RowAction[] {
  const { t } = useLingui();
  return ({ id }) => [
    { label: t`View`, icon: IconEye, to: paths.plan(id), onHover: true },
    { label: t`Rates`, icon: IconTable, to: paths.plan(id, 'rates') },
    { label: t`Edit Benefits`, icon: IconPencil, to: paths.planBenefits(id), onHover: true },
  ];
}

/** Health Plans: the plans of all lines (picture 10). */
export function Component() {
  const { t } = useLingui();
  const client = useQueryClient();
  const address = useListAddress();
  const { question, ask } = address;
  const { data, error, isPlaceholderData, refetch } = usePlans(question);
  const { data: figures } = useQuery(orpc.plans.figures.queryOptions());
  const enrolled: Enrolled = figures && new Map(figures.enrolled.map(({ planId, members }) => [planId, members]));
  const { density, hidden } = planListSettings.use();
  const columns = usePlanColumns(enrolled).filter(({ key }) => !hidden.some((column) => column === key));
  const actions = useActions();
  const failed = error !== null && (data === undefined || isPlaceholderData);
  const next = isPlaceholderData ? null : (data?.next ?? null);
  const enrollments = figures?.enrollments.toLocaleString('en-US');
  const people = figures?.people.toLocaleString('en-US');
  return (
    <>
      <PlansToolbar
        {...address}
        total={failed ? undefined : data?.total}
        carriers={figures?.carriers ?? []}
        filter={filterOf(question)}
      />
      <div className={classes.table} data-density={density}>
        <RowClicks onNear={(id) => void client.prefetchQuery(orpc.plans.get.queryOptions({ input: { id } }))}>
          <DataTable
            label={t`Health plans`}
            columns={columns}
            rows={failed ? [] : data?.rows}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            sectionOf={({ line }) => ({
              key: line,
              label: <LineHeading line={line} lines={data?.lines ?? []} figures={figures} />,
            })}
            sort={{ key: 'name', descending: question.descending }}
            onSort={() => ask({ descending: !question.descending })}
            actions={actions}
            isEnded={({ status }) => status === 'terminated'}
            loadingText={t`Loading plans...`}
            refreshing={isPlaceholderData}
            fill
            footer={{
              from: question.cursors.length * PAGE_SIZE + 1,
              total: data?.total ?? 0,
              note: figures && (
                <Trans>
                  {enrollments} enrollments of {people} people
                </Trans>
              ),
              onPrevious:
                question.cursors.length > 0 ? () => ask({ cursors: question.cursors.slice(0, -1) }) : undefined,
              onNext: next === null ? undefined : () => ask({ cursors: [...question.cursors, next] }),
            }}
            empty={
              failed ? (
                <ErrorState error={error} title={t`The plans could not be loaded`} onRetry={() => void refetch()} />
              ) : isFiltered(question) ? (
                <EmptyState
                  title={t`No plans found`}
                  actions={
                    <Button onClick={() => ask(NO_FILTERS)}>
                      <Trans>Clear filters</Trans>
                    </Button>
                  }
                >
                  <Trans>No plans match your current filters</Trans>
                </EmptyState>
              ) : (
                <EmptyState title={t`No plans yet`}>
                  <Trans>Create the first plan with its plan year and benefits.</Trans>
                </EmptyState>
              )
            }
          />
        </RowClicks>
      </div>
    </>
  );
}
