import type { AgingRow, AgingTotals } from '@openbenefits/contract/arrears';
import { AGING_BUCKETS, type AgingBucket } from '@openbenefits/domain/billing/aging';
import { formatMoney, subtract } from '@openbenefits/domain/money';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { ExportMenu } from '../../exports/ExportMenu.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DayInput } from './DayInput.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { RowClicks } from '../../ui/RowClicks.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useDebouncedTerm } from '../../ui/use-debounced-term.ts';
import type { AgingAddress } from './aging-address.ts';
import { nextDate, notYetDueNote } from './arrears-words.tsx';
import classes from './Arrears.module.css';

const PAGE_SIZE = 50;

function useHeaders(): Record<AgingBucket, string> {
  const { t } = useLingui();
  return { current: t`Current`, days30: '1–30', days60: '31–60', days90: '61–90', over90: t`Over 90` };
}

/** What comes next of a group that is late, and of its bill that is not yet due. */
const stepsOf = ({ next, notYetDue }: AgingRow): string[] =>
  [next ? nextDate(next) : '', notYetDue ? notYetDueNote(notYetDue) : ''].filter((step) => step !== '');

function useColumns({ question, ofGroup }: AgingAddress): Column<AgingRow>[] {
  const { t } = useLingui();
  const headers = useHeaders();
  const amount = (cents: AgingRow['total']) =>
    cents === 0 ? <span className={classes.quiet}>—</span> : <MoneyText cents={cents} />;
  return [
    {
      key: 'group',
      header: t`Group and next step`,
      narrow: 'name',
      cell: (row) => (
        <>
          <Link
            className="row-name"
            data-row={row.groupId}
            to={ofGroup(row.groupId)}
            replace
            preventScrollReset
            aria-current={row.groupId === question.groupId ? 'true' : undefined}
          >
            {row.groupName}
          </Link>
          {stepsOf(row).map((step) => (
            <span key={step} className="row-meta">
              {step}
            </span>
          ))}
        </>
      ),
    },
    ...AGING_BUCKETS.map((bucket): Column<AgingRow> => ({
      key: bucket,
      header: headers[bucket],
      width: 98,
      right: true,
      ...(bucket === 'current' && { narrow: 'meta' as const }),
      ...(bucket === 'over90' && { narrow: 'amount' as const }),
      cell: (row) => (
        <>
          <span className="only-wide">{amount(row.buckets[bucket])}</span>
          {/* On a phone a row has its next step and its total. */}
          {bucket === 'current' && <span className="only-narrow">{stepsOf(row).join(' · ')}</span>}
          {bucket === 'over90' && (
            <span className="only-narrow">
              <MoneyText cents={row.total} />
            </span>
          )}
        </>
      ),
    })),
  ];
}

function Toolbar({ question, ask }: AgingAddress) {
  const { t } = useLingui();
  const { term, change, submit } = useDebouncedTerm(question.search, (search) => ask({ search }));
  return (
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
      <div className={classes.day}>
        <DayInput label={t`As of`} value={question.on} onChange={(on) => ask({ on })} />
      </div>
      <span className={classes.end}>
        <ExportMenu
          list="aging"
          filter={{ on: question.on, ...(question.search !== '' && { search: question.search }) }}
        />
      </span>
    </search>
  );
}

/** Says whether what is owed of the bills is the balance of the receivable. */
function Agreement({ totals }: { totals: AgingTotals }) {
  const difference = subtract(totals.ledger, totals.total);
  const isEqual = difference === 0;
  return (
    <p className={classes.agreement} data-differs={!isEqual || undefined}>
      <Icon of={isEqual ? IconCheck : IconAlertCircle} size={16} />
      <span>
        <b>{isEqual ? <Trans>Book and ledger agree</Trans> : <Trans>Book and ledger differ</Trans>}</b>
        <small>
          <Trans>
            Account 1100 {formatMoney(totals.ledger)}, open bills {formatMoney(totals.total)}, difference{' '}
            {formatMoney(difference)}. Unapplied {formatMoney(totals.unapplied)} and credits{' '}
            {formatMoney(totals.credits)} are separate.
          </Trans>
        </small>
      </span>
    </p>
  );
}

function SectionLabel({ totals, isEnded }: { totals: AgingTotals | undefined; isEnded: boolean }) {
  const section = isEnded ? totals?.ended : totals?.active;
  return (
    <>
      {isEnded ? <Trans>Terminated groups</Trans> : <Trans>Active groups</Trans>}
      {section && ` · ${section.groups.toLocaleString('en-US')} · ${formatMoney(section.cents)}`}
    </>
  );
}

/** What each group owes by age; a row opens its statement. */
export function AgingTable({ address, totals }: { address: AgingAddress; totals: AgingTotals | undefined }) {
  const { t } = useLingui();
  const { on, search, cursors } = address.question;
  const columns = useColumns(address);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    orpc.arrears.aging.groups.queryOptions({
      input: { on, limit: PAGE_SIZE, cursor: cursors.at(-1), ...(search !== '' && { search }) },
      placeholderData: keepPreviousData,
    }),
  );
  const failed = error !== null && (data === undefined || isPlaceholderData);
  const next = isPlaceholderData ? null : (data?.next ?? null);
  const groups = totals && totals.active.groups + totals.ended.groups;
  return (
    <section className={classes.aging}>
      <div className={classes.head}>
        <h2>
          <Trans>Aging by group</Trans>{' '}
          <small>
            <Trans>from the due date of each bill</Trans>
          </small>
        </h2>
      </div>
      <Toolbar {...address} />
      <RowClicks>
        <DataTable
          label={t`Aging by group`}
          columns={columns}
          rows={failed ? [] : data?.rows}
          rowKey={({ groupId }) => groupId}
          rowName={({ groupName }) => groupName}
          sectionOf={({ isEnded }) => ({
            key: String(isEnded),
            label: <SectionLabel totals={totals} isEnded={isEnded} />,
          })}
          loadingText={t`Loading groups...`}
          refreshing={isPlaceholderData}
          footer={{
            from: cursors.length * PAGE_SIZE + 1,
            total: groups,
            note: totals && (
              <Plural
                value={groups ?? 0}
                one={`# group, ${formatMoney(totals.total)}`}
                other={`# groups, ${formatMoney(totals.total)}`}
              />
            ),
            onPrevious: cursors.length > 0 ? () => address.turn(cursors.slice(0, -1)) : undefined,
            onNext: next === null ? undefined : () => address.turn([...cursors, next]),
          }}
          empty={
            failed ? (
              <ErrorState error={error} title={t`The aging could not be loaded`} onRetry={() => void refetch()} />
            ) : search !== '' ? (
              <EmptyState
                title={t`No groups found`}
                actions={
                  <Button onClick={() => address.ask({ search: '' })}>
                    <Trans>Clear filters</Trans>
                  </Button>
                }
              />
            ) : (
              <EmptyState title={t`Nothing is owed`}>
                <Trans>No bill was open on this day.</Trans>
              </EmptyState>
            )
          }
        />
      </RowClicks>
      {totals && <Agreement totals={totals} />}
    </section>
  );
}
