import type { DuplicatePair } from '@openbenefits/contract/duplicates';
import { RELATIONSHIP_LABEL } from '../domain-labels.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowsJoin2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../api.ts';
import { paths } from '../paths.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import type { Column } from '../ui/data-table-types.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { MemberStatusBadge } from '../ui/StatusBadge.tsx';
import { CompareDialog } from './duplicates/CompareDialog.tsx';
import { kindLabel, sharedWords } from './duplicates/pair-words.ts';

function Person({ person }: { person: DuplicatePair['a'] }) {
  return (
    <>
      <span className="row-name">{person.name}</span>
      <span className="row-meta">
        {RELATIONSHIP_LABEL[person.relationship]} · {person.groupName} · {person.employeeId ?? person.memberNumber}
      </span>
    </>
  );
}

function useColumns(onCompare: (pair: DuplicatePair) => void): readonly Column<DuplicatePair>[] {
  const { t } = useLingui();
  return [
    { key: 'a', header: t`First record`, narrow: 'name', cell: ({ a }) => <Person person={a} /> },
    { key: 'b', header: t`Second record`, narrow: 'meta', cell: ({ b }) => <Person person={b} /> },
    {
      key: 'shared',
      header: t`Match`,
      width: 216,
      cell: (pair) => (
        <>
          <span>{sharedWords(pair)}</span>
          <span className="row-meta">{kindLabel(pair.kind)}</span>
        </>
      ),
    },
    { key: 'status', header: t`Status`, width: 150, cell: ({ b }) => <MemberStatusBadge status={b.status} short /> },
    {
      key: 'compare',
      header: t`Decision`,
      width: 132,
      narrow: 'status',
      cell: (pair) => (
        <Button
          size="small"
          icon={IconArrowsJoin2}
          onClick={() => onCompare(pair)}
          aria-label={t`Compare ${pair.a.name} and ${pair.b.name}`}
        >
          <Trans>Compare</Trans>
        </Button>
      ),
    },
  ];
}

/** Possible duplicates by SSN and birth date, for a user to decide. */
export function Component() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(orpc.duplicates.list.queryOptions());
  const [open, setOpen] = useState<DuplicatePair | null>(null);
  const columns = useColumns(setOpen);
  return (
    <>
      <PageHeader title={t`Possible duplicates`} back={{ label: t`Back to Member Management`, to: paths.members }} />
      {data?.more && (
        <Banner title={t`There are more pairs`}>
          <Trans>The first {data.rows.length} pairs are shown. More appear as you resolve these.</Trans>
        </Banner>
      )}
      <DataTable
        label={t`Possible duplicates`}
        columns={columns}
        rows={error && !data ? [] : data?.rows}
        rowKey={({ a, b }) => `${a.id}${b.id}`}
        rowName={({ a, b }) => `${a.name}, ${b.name}`}
        loadingText={t`Looking for duplicates...`}
        fill
        empty={
          error ? (
            <ErrorState error={error} title={t`The duplicates could not be loaded`} onRetry={() => void refetch()} />
          ) : (
            <EmptyState title={t`No possible duplicates`} art="people">
              <Trans>No two members share an SSN, or a birth date and a similar name.</Trans>
            </EmptyState>
          )
        }
      />
      {open && <CompareDialog pair={open} onClose={() => setOpen(null)} />}
    </>
  );
}
