import type { RateVersion, RateTableDetail } from '@openbenefits/contract/rate-tables';
import { readPercentage } from '@openbenefits/domain/plans/rate-grid';
import { RATING_METHODS, type RatingMethod } from '@openbenefits/domain/plans/rate-table';
import type { TableSettings } from '@openbenefits/domain/plans/table-settings';
import type { TierSet } from '@openbenefits/domain/plans/tier-set';
import type { Problem } from '@openbenefits/domain/refusal';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, orpc } from '../../api.ts';
import { RATING_METHOD_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { paths } from '../../paths.ts';
import { today } from '../../today.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { FileField } from '../../ui/form/FileField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Remarks } from './ImportDialog.tsx';
import { type EnteredPeriod, nextJanuary, PeriodFields, periodOf, problemsOfPeriod } from './period-fields.tsx';
import { isTooLarge, RATE_FILES, sentFileOf } from './sent-file.ts';
import { useTierSetChoices } from './settings/tier-set-choices.ts';
import { periodWords } from './version-words.ts';

type How = 'copy' | 'empty' | 'file';
type Values = EnteredPeriod & {
  planId: string;
  how: How;
  method: RatingMethod;
  tiers: TierSet;
  curve: string;
  copied: string;
  increase: string;
  file: File | null;
};

const OWN_FACTORS = '';

function settingsOf({ method, tiers, curve }: Values): TableSettings {
  if (method === 'composite') return { method, tiers };
  if (method === 'banded') return { method };
  if (method === 'age_rates') return { method, chargedChildren: 3 };
  if (method === 'volume') return { method, steps: [], unit: 1000 };
  return {
    method,
    base: null,
    baseIs: 'factor_one',
    curve: curve === OWN_FACTORS ? null : curve,
    areas: null,
    tobacco: 1000,
    chargedChildren: 3,
  };
}

function problemsOf(values: Values): Problem[] {
  const problems = problemsOfPeriod(values);
  if (values.planId === '') problems.push({ path: 'planId', message: 'Choose a plan.' });
  if (values.how === 'copy' && values.increase.trim() !== '' && readPercentage(values.increase) === undefined)
    problems.push({
      path: 'increase',
      message: 'Enter a percentage with at most two decimals, such as 5.25. A minus lowers the rates.',
    });
  if (values.how === 'file' && values.file === null) problems.push({ path: 'file', message: 'Choose a file.' });
  if (values.how === 'file' && values.file && isTooLarge(values.file))
    problems.push({ path: 'file', message: 'The file is larger than 700 KB.' });
  return problems;
}

async function contentOf(values: Values) {
  if (values.how === 'copy')
    return { kind: 'copy' as const, tableId: values.copied, increase: readPercentage(values.increase) ?? 0 };
  if (values.how === 'file' && values.file) return { kind: 'file' as const, file: await sentFileOf(values.file) };
  return { kind: 'empty' as const, settings: settingsOf(values) };
}

/** What the server read from the file, before the new version is shown. */
function CreatedDialog({ remarks, onClose }: { remarks: readonly string[]; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      opened
      isRead
      onClose={onClose}
      title={t`Version created`}
      footer={
        <Button variant="primary" onClick={onClose}>
          <Trans>Open version</Trans>
        </Button>
      }
    >
      <Remarks remarks={remarks} />
    </Dialog>
  );
}

type Form = ReturnType<typeof useForm<Values>>;

function EmptyFields({ form, isVolumeLine }: { form: Form; isVolumeLine: boolean }) {
  const { t } = useLingui();
  const tiers = useTierSetChoices();
  const { data: curves } = useQuery(orpc.plans.rates.curves.list.queryOptions());
  const { method, from } = form.values;
  const codes = new Map(
    (curves ?? []).filter(({ validFrom }) => validFrom <= from).map(({ code, name }) => [code, name]),
  );
  return (
    <FieldGrid>
      <SelectField
        field={form.field('method')}
        label={t`Method`}
        choices={RATING_METHODS.filter((one) => one !== 'volume' || isVolumeLine).map((value) => ({
          value,
          label: RATING_METHOD_LABEL[value],
        }))}
      />
      {method === 'composite' && <SelectField field={form.field('tiers')} label={t`Tiers`} choices={tiers} />}
      {method === 'age_curve' && (
        <SelectField
          field={form.field('curve')}
          label={t`Age curve`}
          choices={[
            { value: OWN_FACTORS, label: t`Own factors` },
            ...Array.from(codes, ([value, name]) => ({ value, label: `${name} (${value})` })),
          ]}
          description={t`Its factors are copied into the version and can be changed there.`}
        />
      )}
    </FieldGrid>
  );
}

function CopyFields({ form, versions }: { form: Form; versions: readonly RateVersion[] }) {
  const { t } = useLingui();
  return (
    <FieldGrid>
      <SelectField
        field={form.field('copied')}
        label={t`Copy of`}
        choices={versions.toReversed().map(({ id, versionNo, ...period }) => ({
          value: id,
          label: t`Version ${versionNo}, ${periodWords(period)}`,
        }))}
      />
      <TextField
        field={form.field('increase')}
        label={t`Increase all rates by`}
        inputMode="decimal"
        placeholder="0"
        description={t`Percent, such as 5.25. Empty copies the rates as they are.`}
      />
    </FieldGrid>
  );
}

/** Where the rates come from. */
function Content({ form, plan }: { form: Form; plan: { line: string; versions: readonly RateVersion[] } | undefined }) {
  const { t } = useLingui();
  const isVolumeLine = plan?.line === 'life' || plan?.line === 'disability';
  const versions = plan?.versions ?? [];
  const { how } = form.values;
  return (
    <>
      <WholeRow>
        <SelectField<How>
          field={form.field('how')}
          label={t`Rates`}
          choices={[
            ...(versions.length > 0 ? [{ value: 'copy' as const, label: t`Copied from another version` }] : []),
            { value: 'empty', label: t`Empty, to enter or paste` },
            { value: 'file', label: t`From a CSV file or Excel workbook` },
          ]}
        />
      </WholeRow>
      <WholeRow>
        {how === 'copy' && <CopyFields form={form} versions={versions} />}
        {how === 'empty' && <EmptyFields form={form} isVolumeLine={isVolumeLine} />}
        {how === 'file' && (
          <FileField
            field={form.field('file')}
            label={t`CSV file or Excel workbook`}
            required
            accept={RATE_FILES}
            description={t`Tier and Monthly rate, or Age group, Employee rate, Spouse rate, Child rate and Family rate, in any order.`}
          />
        )}
      </WholeRow>
    </>
  );
}

/** The entries to begin with; `from` is the version whose page it is asked on. */
const initialOf = (planId: string, from: RateTableDetail | undefined): Values => ({
  planId,
  from: nextJanuary(today()),
  lastDay: '',
  how: from ? 'copy' : 'empty',
  method: 'composite',
  tiers: 'four',
  curve: 'US',
  copied: from?.id ?? '',
  increase: '',
  file: null,
});

type Created = { id: string; remarks: readonly string[] };

function useNewVersion(
  planId: string,
  from: RateTableDetail | undefined,
  onCreated: (created: Created) => Promise<void>,
) {
  const queries = useQueryClient();
  const keys = useIdempotencyKey();
  return useForm<Values>({
    initial: initialOf(planId, from),
    problemsOf,
    send: async (values) => {
      const input = { planId: values.planId, ...periodOf(values), content: await contentOf(values) };
      const created = await api.plans.rates.create({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await queries.invalidateQueries({ queryKey: orpc.plans.rates.key() });
      await onCreated(created);
    },
  });
}

/** A draft of a new version: copied, empty or from a file. `from` is the version whose page it is asked on. */
export function NewVersionDialog({
  planId = '',
  from,
  onClose,
}: {
  planId?: string;
  from?: RateTableDetail;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data: plans } = useQuery(orpc.plans.rates.plans.queryOptions());
  const [created, setCreated] = useState<Created | null>(null);
  const show = async (id: string) => {
    await navigate(paths.rateTable(id));
    onClose();
  };
  const form = useNewVersion(planId, from, async (made) => {
    if (made.remarks.length > 0) setCreated(made);
    else await show(made.id);
  });
  const choosePlan = (id: string) => {
    const plan = plans?.find((one) => one.id === id);
    const last = plan?.versions.at(-1);
    form.update({
      planId: id,
      how: last ? 'copy' : 'empty',
      copied: last?.id ?? '',
      method: plan?.line === 'life' || plan?.line === 'disability' ? 'volume' : 'composite',
    });
  };
  if (created) return <CreatedDialog remarks={created.remarks} onClose={() => void show(created.id)} />;
  return (
    <FormDialog
      title={from ? t`New version` : t`Add Rate`}
      saveLabel={t`Create draft`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <FieldGrid>
        <WholeRow>
          <SelectField
            field={{ ...form.field('planId'), onChange: choosePlan }}
            label={t`Plan`}
            required
            lockedReason={from && t`The version belongs to this plan.`}
            choices={[
              { value: '', label: t`Choose a plan` },
              ...(plans ?? []).map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` })),
            ]}
          />
        </WholeRow>
        <WholeRow>
          <PeriodFields from={form.field('from')} last={form.field('lastDay')} />
        </WholeRow>
        <Content form={form} plan={plans?.find(({ id }) => id === form.values.planId)} />
      </FieldGrid>
    </FormDialog>
  );
}
