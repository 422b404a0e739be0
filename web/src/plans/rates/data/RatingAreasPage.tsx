import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconList, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../../api.ts';
import { useCursorPages } from '../../../cursor-pages.ts';
import { newKey } from '../../../idempotency.ts';
import { paths } from '../../../paths.ts';
import { useWhyNot } from '../../../session.ts';
import { Button, TextButton } from '../../../ui/Button.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import type { Column } from '../../../ui/data-table-types.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { TextInput } from '../../../ui/Fields.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { FileField } from '../../../ui/form/FileField.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { toastGood } from '../../../ui/toasts.ts';
import { useDebouncedTerm } from '../../../ui/use-debounced-term.ts';
import { Remarks } from '../ImportDialog.tsx';
import { isTooLarge, RATE_FILES, sentFileOf } from '../sent-file.ts';
import classes from '../RateTables.module.css';

type StateRow = Awaited<ReturnType<typeof api.plans.rates.areas.states>>[number];
type Entry = Awaited<ReturnType<typeof api.plans.rates.areas.list>>['rows'][number];

function useColumns(onShow: (state: string) => void): readonly Column<StateRow>[] {
  const { t } = useLingui();
  const count = (key: 'areas' | 'zipCodes' | 'counties', header: string, narrow?: 'amount'): Column<StateRow> => ({
    key,
    header,
    width: 120,
    right: true,
    ...(narrow && { narrow }),
    cell: (row) => row[key].toLocaleString('en-US'),
  });
  return [
    {
      key: 'state',
      header: t`State`,
      narrow: 'name',
      cell: ({ state }) => <TextButton onClick={() => onShow(state)}>{state}</TextButton>,
    },
    count('areas', t`Rating areas`, 'amount'),
    count('zipCodes', t`ZIP codes`),
    count('counties', t`Counties`),
    {
      key: 'imported',
      header: t`Last import`,
      width: 320,
      narrow: 'meta',
      cell: ({ imported }) =>
        imported && (
          <>
            <span className="trunc">{imported.fileName}</span>
            <span className="row-meta">
              {imported.by}, <TimeAgo instant={imported.at} />
            </span>
          </>
        ),
    },
  ];
}

/** The rating area of a ZIP code. */
function Lookup() {
  const { t } = useLingui();
  const [zip, setZip] = useState('');
  const zipCode = zip.trim();
  const isZip = /^\d{5}$/.test(zipCode);
  const { data, error } = useQuery({
    ...orpc.plans.rates.areas.lookup.queryOptions({ input: { zipCode } }),
    enabled: isZip,
  });
  return (
    <div className={classes.lookup}>
      <TextInput
        label={t`Find the area of a ZIP code`}
        inputMode="numeric"
        maxLength={5}
        value={zip}
        onChange={setZip}
        error={zipCode !== '' && !/^\d{1,5}$/.test(zipCode) ? t`A ZIP code has five digits.` : undefined}
      />
      <output>
        {isZip && error && t`The area could not be looked up. Try again.`}
        {isZip && data?.length === 0 && t`No rating area is imported for ${zipCode}.`}
        {isZip && data?.map(({ state, area }) => <Tag key={state}>{t`${state}, area ${area}`}</Tag>)}
      </output>
    </div>
  );
}

function Entries({ state, onClose }: { state: string; onClose: () => void }) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const { term, change, submit } = useDebouncedTerm(search, setSearch);
  const pages = useCursorPages(50, search);
  const { cursor } = pages;
  const { data, error, refetch } = useQuery(
    orpc.plans.rates.areas.list.queryOptions({
      input: { state, search, limit: 50, ...(cursor !== undefined && { cursor }) },
      placeholderData: keepPreviousData,
    }),
  );
  const columns: readonly Column<Entry>[] = [
    { key: 'place', header: t`ZIP code or county`, narrow: 'name', cell: ({ zipCode, county }) => zipCode || county },
    { key: 'area', header: t`Rating area`, width: 160, narrow: 'status', cell: ({ area }) => area },
  ];
  return (
    <Dialog
      opened
      isRead
      size={640}
      onClose={onClose}
      title={t`Rating areas of ${state}`}
      footer={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <div className={classes.toolbar}>
        <SearchField
          label={t`Search ZIP code, county or area`}
          value={term}
          onChange={change}
          onSubmit={submit}
          className={classes.search}
          inDialog
        />
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t`Rating areas of ${state}`}
          columns={columns}
          rows={data?.rows}
          rowKey={({ zipCode, county }) => zipCode + county}
          rowName={({ zipCode, county }) => zipCode || county}
          footer={{
            from: pages.from,
            total: data?.total,
            onPrevious: pages.onPrevious,
            onNext: pages.onNext(data?.next),
          }}
          empty={<EmptyState title={t`Nothing found`} />}
        />
      )}
    </Dialog>
  );
}

function ImportAreas({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const form = useForm<{ file: File | null }>({
    initial: { file: null },
    problemsOf: ({ file }) =>
      file === null
        ? [{ path: 'file', message: t`Choose a file.` }]
        : isTooLarge(file)
          ? [{ path: 'file', message: t`The file is larger than 700 KB. Import one state at a time.` }]
          : [],
    send: async ({ file }) => {
      if (!file) return;
      const { entries, states, warnings, waitsBecause } = await api.plans.rates.areas.importFile({
        file: await sentFileOf(file),
        idempotencyKey: newKey(),
      });
      await queries.invalidateQueries({ queryKey: orpc.plans.rates.areas.key() });
      onClose();
      toastGood(
        t`${entries} rating areas of ${states.join(', ')} wait for a second person`,
        [waitsBecause, ...warnings].join(' '),
      );
    },
  });
  const problems = [...(form.problem?.fields.values() ?? [])];
  return (
    <FormDialog
      title={t`Import rating areas`}
      size={480}
      saveLabel={t`Import file`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={false}
      onSave={form.submit}
      onClose={onClose}
    >
      <FileField
        field={form.field('file')}
        label={t`CSV file or Excel workbook`}
        required
        accept={RATE_FILES}
        description={t`The columns State, Rating area, and ZIP code or County. All areas of the states in the file are replaced once another person has approved that.`}
      />
      {problems.length > 1 && <Remarks remarks={problems} />}
    </FormDialog>
  );
}

/** Rating areas by ZIP code or county, as prices by age curve use them. */
export function Component() {
  const { t } = useLingui();
  const mayNot = useWhyNot('plans.edit');
  const { data, error, refetch } = useQuery(orpc.plans.rates.areas.states.queryOptions());
  const [shown, show] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
  const columns = useColumns(show);
  return (
    <>
      <PageHeader
        title={t`Rating areas`}
        back={{ label: t`Back to Rate Tables`, to: paths.plansRates }}
        actions={
          <Button icon={IconUpload} onClick={() => setImporting(true)} disabledReason={mayNot}>
            <Trans>Import rating areas</Trans>
          </Button>
        }
      />
      <Lookup />
      {data && data.length > 0 && (
        <p className={classes.sum}>
          <Plural value={data.length} one="# state" other="# states" />
        </p>
      )}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t`Rating areas by state`}
          columns={columns}
          rows={data}
          rowKey={({ state }) => state}
          rowName={({ state }) => state}
          actions={({ state }) => [{ label: t`Show areas`, icon: IconList, onClick: () => show(state) }]}
          empty={
            <EmptyState title={t`No rating areas yet`}>
              <Trans>
                Rates by age curve differ by rating area. Import the areas of a state by ZIP code or by county.
              </Trans>
            </EmptyState>
          }
        />
      )}
      {shown !== null && <Entries state={shown} onClose={() => show(null)} />}
      {importing && <ImportAreas onClose={() => setImporting(false)} />}
    </>
  );
}
