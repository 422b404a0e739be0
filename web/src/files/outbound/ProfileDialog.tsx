import type { CarrierProfile, CarrierProfileInput } from '@openbenefits/contract/outbound';
import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { TIERS } from '@openbenefits/domain/coverage/tier';
import { DEFAULT_FILE_NAME, FILE_NAME_PARTS } from '@openbenefits/domain/files/outbound/carrier-file-name';
import { LINE_CODE } from '@openbenefits/domain/files/outbound/write-834';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { COVERAGE_LINE_LABEL, TIER_LABEL } from '../../domain-labels.ts';
import { problemOf } from '../../errors.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { FieldGrid, Select, TextInput } from '../../ui/Fields.tsx';
import { focusInvalid } from '../../ui/focus-return.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { mergeProfile } from '../merge-profile.ts';
import { ProfileConflict } from '../ProfileConflict.tsx';
import classes from './Outbound.module.css';

const NEW: CarrierProfileInput = {
  name: '',
  carrierName: null,
  senderQualifier: 'ZZ',
  senderId: 'OPENBENEFITS',
  receiverQualifier: 'ZZ',
  receiverId: '',
  mode: 'change',
  familyId: 'ssn',
  separators: '*:^~',
  uppercase: true,
  usage: 'T',
  endsInFull: 0,
  fileName: DEFAULT_FILE_NAME,
  voids: 'delete',
  lineCodes: {},
  planCodes: {},
  tierCodes: {},
};
const ALL = '';
/** In how many full files an end may be named. */
const NAMED_IN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

const FIELDS = Object.keys(NEW) as (keyof CarrierProfileInput)[];

type Props = {
  profile: CarrierProfile | undefined;
  carriers: readonly string[];
  /** The profile as it is saved by now. */
  onStale: () => Promise<CarrierProfile | undefined>;
  onClose: () => void;
};

/** How a carrier wants its 834. New profiles write test files until they are set to production. */
export function ProfileDialog({ profile, carriers, onStale, onClose }: Props) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const keys = useIdempotencyKey();
  // What was seen when the dialog opened is what is saved against.
  const [seen, setSeen] = useState(profile);
  const [form, setForm] = useState<CarrierProfileInput>(profile ?? NEW);
  const [met, setMet] = useState<{ by: null; both: readonly string[] } | null>(null);
  const labels: Readonly<Record<keyof CarrierProfileInput, string>> = {
    name: t`Name`,
    carrierName: t`Plans`,
    mode: t`Kind of file`,
    usage: t`Usage`,
    senderId: t`Sender ID (ISA06)`,
    senderQualifier: t`Sender qualifier`,
    receiverId: t`Receiver ID (ISA08)`,
    receiverQualifier: t`Receiver qualifier`,
    familyId: t`Family number (REF*0F)`,
    uppercase: t`Letters`,
    voids: t`Coverage that never was`,
    separators: t`Separators`,
    endsInFull: t`Terminations in full files`,
    fileName: t`File name`,
    lineCodes: t`Insurance line codes (HD03)`,
    planCodes: t`Plan codes (HD04)`,
    tierCodes: t`Coverage level codes (HD05)`,
  };
  const save = useMutation({
    mutationFn: () => {
      const lineCodes = Object.fromEntries(Object.entries(form.lineCodes ?? {}).filter(([, code]) => code !== ''));
      const planCodes = Object.fromEntries(
        Object.entries(form.planCodes ?? {}).filter(([, code]) => code.trim() !== ''),
      );
      const tierCodes = Object.fromEntries(Object.entries(form.tierCodes ?? {}).filter(([, code]) => code !== ''));
      const input = { ...form, lineCodes, planCodes, tierCodes, ...(seen && { id: seen.id, version: seen.version }) };
      return api.files.outbound.saveProfile({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orpc.files.outbound.key() });
      toastGood(t`Carrier profile saved`, form.name);
      onClose();
    },
    onError: async (error) => {
      const now = seen && problemOf(error).code === 'CONFLICT' ? await onStale() : undefined;
      if (!seen || !now || now.version === seen.version) return focusInvalid();
      const { merged, both } = mergeProfile<CarrierProfileInput, keyof CarrierProfileInput>(FIELDS, seen, form, now);
      setSeen(now);
      setForm(merged);
      setMet({ by: null, both: both.map((field) => labels[field]) });
      save.reset();
    },
  });
  const plans = useQuery(orpc.plans.offered.queryOptions({ input: {} }));
  const own = (plans.data ?? []).filter(
    ({ carrierName }) => form.carrierName === null || carrierName === form.carrierName,
  );
  const problem = save.error ? problemOf(save.error) : undefined;
  const text = (
    field: 'name' | 'senderId' | 'senderQualifier' | 'receiverId' | 'receiverQualifier' | 'separators' | 'fileName',
    description?: string,
  ) => (
    <TextInput
      label={labels[field]}
      required
      value={form[field] ?? ''}
      onChange={(value) => setForm({ ...form, [field]: value })}
      error={problem?.fields.get(field)}
      description={description}
      data-autofocus={field === 'name' || undefined}
    />
  );
  const codeOf = (line: CoverageLine): string => form.lineCodes?.[line] ?? '';
  const parts = FILE_NAME_PARTS.map((part) => `{${part}}`).join(', ');
  const before: CarrierProfileInput = seen ?? NEW;
  const isDirty = FIELDS.some((field) => JSON.stringify(form[field] ?? null) !== JSON.stringify(before[field] ?? null));
  const missing = form.name.trim() === '' || form.receiverId.trim() === '';
  return (
    <FormDialog
      title={profile ? t`Edit ${profile.name}` : t`New carrier profile`}
      saveLabel={t`Save profile`}
      busy={save.isPending}
      disabledReason={missing ? t`Fill in the name and the receiver first.` : undefined}
      isDirty={isDirty}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <LeaveGuard unsaved={() => isDirty && !save.isPending && !save.isSuccess}>
        <Trans>Your changes to this profile are not saved.</Trans>
      </LeaveGuard>
      {met && <ProfileConflict {...met} />}
      {problem && problem.fields.size === 0 && <ErrorLine error={save.error} />}
      <FieldGrid>
        {text('name')}
        <Select
          label={labels.carrierName}
          value={form.carrierName ?? ALL}
          onChange={(value) => setForm({ ...form, carrierName: value === ALL ? null : value })}
          choices={[{ value: ALL, label: t`All plans` }, ...carriers.map((name) => ({ value: name, label: name }))]}
        />
        <Select
          label={labels.mode}
          value={form.mode}
          onChange={(mode) => setForm({ ...form, mode })}
          choices={[
            { value: 'change', label: t`Changes since the last file` },
            { value: 'full', label: t`Everybody who is covered` },
          ]}
        />
        <Select
          label={labels.usage}
          value={form.usage}
          onChange={(usage) => setForm({ ...form, usage })}
          choices={[
            { value: 'T', label: t`Test` },
            { value: 'P', label: t`Production` },
          ]}
          description={t`A test file does not count as reported.`}
        />
        {text('senderId')}
        {text('senderQualifier')}
        {text('receiverId')}
        {text('receiverQualifier')}
        <Select
          label={labels.familyId}
          value={form.familyId}
          onChange={(familyId) => setForm({ ...form, familyId })}
          choices={[
            { value: 'ssn', label: t`Subscriber's SSN` },
            { value: 'member_number', label: t`Our member number` },
          ]}
        />
        <Select
          label={labels.uppercase}
          value={form.uppercase ? 'upper' : 'as'}
          onChange={(value) => setForm({ ...form, uppercase: value === 'upper' })}
          choices={[
            { value: 'upper', label: t`Uppercase` },
            { value: 'as', label: t`As they are` },
          ]}
        />
        <Select
          label={labels.voids}
          value={form.voids ?? 'delete'}
          onChange={(voids) => setForm({ ...form, voids })}
          choices={[
            { value: 'delete', label: t`Delete (HD01 002)` },
            { value: 'same_day', label: t`Terminate on the first day (HD01 024)` },
          ]}
        />
        {text('separators', t`Element, component, repetition, segment.`)}
        <Select
          label={labels.endsInFull}
          value={String(form.endsInFull ?? 0)}
          onChange={(value) => setForm({ ...form, endsInFull: Number(value) })}
          choices={NAMED_IN.map((files) => ({
            value: String(files),
            label:
              files === 0 ? t`Not listed` : plural(files, { one: 'In the next file', other: 'In the next # files' }),
          }))}
          description={t`If they are not listed, missing members are treated as terminated.`}
        />
        {text('fileName', t`May have ${parts}.`)}
      </FieldGrid>
      <h3 className={classes.heading}>{labels.lineCodes}</h3>
      <FieldGrid columns={3}>
        {COVERAGE_LINES.map((line) => (
          <TextInput
            key={line}
            label={COVERAGE_LINE_LABEL[line]}
            placeholder={LINE_CODE[line]}
            maxLength={3}
            value={codeOf(line)}
            error={problem?.fields.get(`lineCodes.${line}`)}
            onChange={(value) => setForm({ ...form, lineCodes: { ...form.lineCodes, [line]: value.toUpperCase() } })}
          />
        ))}
      </FieldGrid>
      <h3 className={classes.heading}>{labels.tierCodes}</h3>
      <FieldGrid>
        {TIERS.map((tier) => (
          <TextInput
            key={tier}
            label={TIER_LABEL[tier]}
            placeholder={tier}
            maxLength={3}
            value={form.tierCodes?.[tier] ?? ''}
            error={problem?.fields.get(`tierCodes.${tier}`)}
            onChange={(value) => setForm({ ...form, tierCodes: { ...form.tierCodes, [tier]: value.toUpperCase() } })}
          />
        ))}
      </FieldGrid>
      <h3 className={classes.heading}>{labels.planCodes}</h3>
      {plans.error && <ErrorLine error={plans.error} />}
      <FieldGrid>
        {own.map(({ id, name, code }) => (
          <TextInput
            key={id}
            label={name}
            placeholder={code}
            maxLength={50}
            value={form.planCodes?.[id] ?? ''}
            error={problem?.fields.get(`planCodes.${id}`)}
            onChange={(value) => setForm({ ...form, planCodes: { ...form.planCodes, [id]: value } })}
          />
        ))}
      </FieldGrid>
    </FormDialog>
  );
}
