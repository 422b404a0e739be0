import type { AgeCurveEntry } from '@openbenefits/contract/rating-data';
import { formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import type { Problem } from '@openbenefits/domain/refusal';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../../api.ts';
import { newKey } from '../../../idempotency.ts';
import { paths } from '../../../paths.ts';
import { useWhyNot } from '../../../session.ts';
import { Button, TextButton } from '../../../ui/Button.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import type { Column } from '../../../ui/data-table-types.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FieldGrid, WholeRow } from '../../../ui/Fields.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { FileField } from '../../../ui/form/FileField.tsx';
import { DateField, TextField } from '../../../ui/form/TextField.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { Remarks } from '../ImportDialog.tsx';
import { isTooLarge, RATE_FILES, sentFileOf } from '../sent-file.ts';
import classes from '../RateTables.module.css';

const factorAt = ({ factors }: AgeCurveEntry, age: number): string => {
  const factor = factors[Math.min(age, factors.length - 1)];
  return factor === undefined ? '—' : (factor / 1000).toFixed(3);
};

function useColumns(onShow: (curve: AgeCurveEntry) => void): readonly Column<AgeCurveEntry>[] {
  const { t } = useLingui();
  const factor = (age: number): Column<AgeCurveEntry> => ({
    key: String(age),
    header: t`Age ${age}`,
    width: 84,
    right: true,
    below: 700,
    cell: (curve) => <span className="num">{factorAt(curve, age)}</span>,
  });
  return [
    {
      key: 'name',
      header: t`State`,
      narrow: 'name',
      cell: (curve) => <TextButton onClick={() => onShow(curve)}>{curve.name}</TextButton>,
    },
    { key: 'code', header: t`Code`, width: 80, narrow: 'status', cell: ({ code }) => <Tag mono>{code}</Tag> },
    {
      key: 'from',
      header: t`Plan years from`,
      width: 132,
      narrow: 'meta',
      cell: ({ validFrom }) => <span className="num">{formatDate(validFrom)}</span>,
    },
    factor(0),
    factor(21),
    factor(40),
    factor(64),
    {
      key: 'source',
      header: t`Source`,
      width: 220,
      below: 900,
      cell: ({ source }) => <span className="trunc">{source}</span>,
    },
  ];
}

type Values = { code: string; name: string; validFrom: string; file: File | null };

function problemsOf({ code, name, validFrom, file }: Values): Problem[] {
  const problems: Problem[] = [];
  if (code.trim() === '') problems.push({ path: 'code', message: 'Enter a code, such as NY.' });
  if (name.trim() === '') problems.push({ path: 'name', message: 'Enter a name.' });
  if (!parseCalendarDate(validFrom)) problems.push({ path: 'validFrom', message: 'Enter a valid date as MM/DD/YYYY.' });
  if (file === null) problems.push({ path: 'file', message: 'Choose a file.' });
  else if (isTooLarge(file)) problems.push({ path: 'file', message: 'The file is larger than 700 KB.' });
  return problems;
}

function ImportCurve({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [warnings, setWarnings] = useState<readonly string[] | null>(null);
  const form = useForm<Values>({
    initial: { code: '', name: '', validFrom: '', file: null },
    problemsOf,
    send: async ({ code, name, validFrom, file }) => {
      if (!file) return;
      const answer = await api.plans.rates.curves.importFile({
        code,
        name,
        validFrom,
        file: await sentFileOf(file),
        idempotencyKey: newKey(),
      });
      await queries.invalidateQueries({ queryKey: orpc.plans.rates.curves.key() });
      if (answer.warnings.length > 0) setWarnings(answer.warnings);
      else onClose();
    },
  });
  if (warnings)
    return (
      <Dialog
        opened
        isRead
        onClose={onClose}
        title={t`Age curve imported`}
        footer={<Button variant="primary" onClick={onClose}>{t`Close`}</Button>}
      >
        <p>
          <Trans>Check these factors:</Trans>
        </p>
        <Remarks remarks={warnings} />
      </Dialog>
    );
  return (
    <FormDialog
      title={t`Import age curve`}
      saveLabel={t`Import file`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField
          field={form.field('code')}
          label={t`Code`}
          required
          maxLength={20}
          autoCapitalize="characters"
          isFirst
        />
        <TextField field={form.field('name')} label={t`Name`} required maxLength={100} />
        <DateField field={form.field('validFrom')} label={t`Plan years from`} required />
        <WholeRow>
          <FileField
            field={form.field('file')}
            label={t`CSV file or Excel workbook`}
            required
            accept={RATE_FILES}
            description={t`The columns Age and Factor, ages 0 to 64 and over. The same code and date replaces the curve; versions of rates keep their own factors.`}
          />
        </WholeRow>
      </FieldGrid>
    </FormDialog>
  );
}

function Factors({ curve, onClose }: { curve: AgeCurveEntry; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      opened
      isRead
      size={640}
      onClose={onClose}
      title={t`${curve.name}, plan years from ${formatDate(curve.validFrom)}`}
      footer={<Button onClick={onClose}>{t`Close`}</Button>}
      footerNote={curve.source}
    >
      <dl className={classes.factors}>
        {curve.factors.map((_, age) => (
          // oxlint-disable-next-line react/no-array-index-key -- the index is the age
          <div key={age}>
            <dt>{age === curve.factors.length - 1 ? t`${age} and over` : age}</dt>
            <dd>{factorAt(curve, age)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Age curves of the states: what factors of new versions are copied from. */
export function Component() {
  const { t } = useLingui();
  const mayNot = useWhyNot('plans.edit');
  const { data, error, refetch } = useQuery(orpc.plans.rates.curves.list.queryOptions());
  const [shown, show] = useState<AgeCurveEntry | null>(null);
  const [importing, setImporting] = useState(false);
  const columns = useColumns(show);
  return (
    <>
      <PageHeader
        title={t`Age curves`}
        back={{ label: t`Back to Rate Tables`, to: paths.plansRates }}
        actions={
          <Button icon={IconUpload} onClick={() => setImporting(true)} disabledReason={mayNot}>
            <Trans>Import age curve</Trans>
          </Button>
        }
      />
      <p className={classes.sum}>
        <Trans>
          The factor of each age by state. A version of rates copies them, so a new curve changes no version.
        </Trans>
      </p>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t`Age curves`}
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          actions={(curve) => [{ label: t`Show factors`, icon: IconEye, onClick: () => show(curve) }]}
          empty={<EmptyState title={t`No age curves`} />}
        />
      )}
      {shown && <Factors curve={shown} onClose={() => show(null)} />}
      {importing && <ImportCurve onClose={() => setImporting(false)} />}
    </>
  );
}
