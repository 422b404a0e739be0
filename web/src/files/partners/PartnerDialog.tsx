import type { PartnerProfile, TradingPartner } from '@openbenefits/contract/trading-partners';
import { RETRO_ENDS } from '@openbenefits/domain/files/coverage/retro-ends';
import { shownPhone } from '@openbenefits/domain/phone';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api, orpc } from '../../api.ts';
import { problemOf } from '../../errors.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { FieldGrid, Select, TextInput, WholeRow } from '../../ui/Fields.tsx';
import { focusInvalid } from '../../ui/focus-return.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { Toggle } from '../../ui/Toggle.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { DateOrderSelect } from '../columns/DateOrderSelect.tsx';
import { mergeProfile } from '../merge-profile.ts';
import { ProfileConflict } from '../ProfileConflict.tsx';
import { CodesBeyondGuide } from './CodesBeyondGuide.tsx';
import { FIELD_LABEL, FIELDS, LIST_MODE_LABEL, MODE_LABEL, RETRO_ENDS_LABEL } from './profile-labels.ts';
import { Remembered } from './Remembered.tsx';
import classes from './Remembered.module.css';

/** What is typed can be shown as it is saved. */
const TYPED = [
  'name',
  'contactName',
  'contactEmail',
  'contactPhone',
  'missingLimitPeople',
  'missingLimitPercent',
  'dropLimitPercent',
  'receiverIds',
] as const satisfies readonly (keyof PartnerProfile)[];
const LIMITS = ['missingLimitPeople', 'missingLimitPercent', 'dropLimitPercent'] as const;
type Limit = (typeof LIMITS)[number];

/** Digits as typed; anything else is said to be no whole number. */
const numberOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

/** As it is typed. */
const typed = (profile: PartnerProfile): PartnerProfile => ({
  ...profile,
  contactPhone: profile.contactPhone && shownPhone(profile.contactPhone),
});
const limitsOf = ({
  missingLimitPeople,
  missingLimitPercent,
  dropLimitPercent,
}: PartnerProfile): Record<Limit, string> => ({
  missingLimitPeople: String(missingLimitPeople),
  missingLimitPercent: String(missingLimitPercent),
  dropLimitPercent: String(dropLimitPercent),
});

/** Receivers in one line. What was not touched is not cut anew: an identifier may hold a comma. */
const shownReceivers = ({ receiverIds }: Pick<PartnerProfile, 'receiverIds'>): string => receiverIds.join(', ');
const receiversIn = (text: string, seen: Pick<PartnerProfile, 'receiverIds'>): string[] =>
  text === shownReceivers(seen) ? seen.receiverIds : text.split(',').flatMap((one) => one.trim() || []);

type Props = {
  partner: TradingPartner;
  /** The profile as it is saved by now. */ onStale: () => Promise<TradingPartner | undefined>;
  onClose: () => void;
};

/** How the files of a sender are judged, whom to ask, and what its plan codes mean. */
export function PartnerDialog({ partner, onStale, onClose }: Props) {
  const { t, i18n } = useLingui();
  const queries = useQueryClient();
  const keys = useIdempotencyKey();
  const ids = useId();
  // What was seen when the dialog opened is what is saved against.
  const [seen, setSeen] = useState(partner);
  const [form, setForm] = useState<Omit<PartnerProfile, Limit>>(typed(partner));
  const [limits, setLimits] = useState(limitsOf(partner));
  const [receivers, setReceivers] = useState(shownReceivers(partner));
  const [met, setMet] = useState<{ by: string | null; both: readonly string[] } | null>(null);
  const wrong = LIMITS.filter((limit) => Number.isNaN(numberOf(limits[limit])));
  const save = useMutation({
    mutationFn: () => {
      const {
        name,
        contactName,
        contactEmail,
        contactPhone,
        mode,
        absenceProposesEnd,
        autoProcess,
        retroEnds,
        dayFirst,
        padZeros,
        familyByPlace,
        endDayNotCovered,
        referenceRepeats,
        holdsPart,
        beyondGuide,
      } = form;
      const numbers = {
        missingLimitPeople: numberOf(limits.missingLimitPeople),
        missingLimitPercent: numberOf(limits.missingLimitPercent),
        dropLimitPercent: numberOf(limits.dropLimitPercent),
      };
      const input = {
        id: seen.id,
        version: seen.version,
        name,
        contactName,
        contactEmail,
        contactPhone,
        mode,
        absenceProposesEnd,
        autoProcess,
        retroEnds,
        dayFirst,
        padZeros,
        familyByPlace,
        endDayNotCovered,
        referenceRepeats,
        holdsPart,
        beyondGuide,
        receiverIds: receiversIn(receivers, seen),
        ...numbers,
      };
      return api.tradingPartners.save({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: async () => {
      keys.settle();
      await queries.invalidateQueries({ queryKey: orpc.tradingPartners.key() });
      toastGood(t`Trading partner saved`, form.name);
      onClose();
    },
    onError: async (error) => {
      const now = problemOf(error).code === 'CONFLICT' ? await onStale() : undefined;
      if (!now || now.version === seen.version) return focusInvalid();
      const { merged, both } = mergeProfile<PartnerProfile, keyof PartnerProfile>(
        FIELDS,
        typed(seen),
        {
          ...form,
          receiverIds: receiversIn(receivers, seen),
          missingLimitPeople: numberOf(limits.missingLimitPeople),
          missingLimitPercent: numberOf(limits.missingLimitPercent),
          dropLimitPercent: numberOf(limits.dropLimitPercent),
        },
        typed(now),
      );
      setSeen(now);
      setForm(merged);
      setLimits(limitsOf(merged));
      setReceivers(shownReceivers(merged));
      setMet({
        by: now.updatedBy,
        both: both.map(
          (field) =>
            i18n._(FIELD_LABEL[field]) +
            (TYPED.some((one) => one === field) ? ` (${String(now[field] ?? '') || '—'})` : ''),
        ),
      });
      save.reset();
    },
  });
  const problem = save.error ? problemOf(save.error) : undefined;
  const text = (field: 'name' | 'contactName' | 'contactEmail' | 'contactPhone') => (
    <TextInput
      label={i18n._(FIELD_LABEL[field])}
      required={field === 'name'}
      value={form[field] ?? ''}
      onChange={(value) => setForm({ ...form, [field]: value })}
      error={problem?.fields.get(field)}
      maxLength={200}
      data-autofocus={field === 'name' || undefined}
    />
  );
  const limit = (field: Limit, unit: string) => (
    <TextInput
      label={i18n._(FIELD_LABEL[field])}
      required
      inputMode="numeric"
      unit={unit}
      value={limits[field]}
      onChange={(value) => setLimits({ ...limits, [field]: value })}
      error={wrong.includes(field) ? t`Enter a whole number.` : problem?.fields.get(field)}
    />
  );
  const isCensus = partner.senderId === null;
  const [before, entered] = [typed(seen), { ...form, ...limits, receiverIds: receiversIn(receivers, seen) }];
  const isDirty = FIELDS.some((field) => String(entered[field] ?? '') !== String(before[field] ?? ''));
  return (
    <FormDialog
      title={t`Edit ${partner.name}`}
      saveLabel={t`Save`}
      busy={save.isPending}
      disabledReason={wrong.length > 0 ? t`Fix the marked fields first.` : undefined}
      isDirty={isDirty}
      onSave={() => save.mutate()}
      onClose={onClose}
      footerNote={partner.updatedBy ? t`Last changed by ${partner.updatedBy}` : undefined}
    >
      <LeaveGuard unsaved={() => isDirty && !save.isPending && !save.isSuccess}>
        <Trans>Your changes to this profile are not saved.</Trans>
      </LeaveGuard>
      {met && <ProfileConflict {...met} />}
      {problem && problem.fields.size === 0 && <ErrorLine error={save.error} />}
      <p className={classes.identifier}>
        {isCensus ? (
          partner.group ? (
            <Trans>Census files name no sender. This profile is for those of the group.</Trans>
          ) : (
            <Trans>Census files name no sender. This profile is for those that name several groups, or none.</Trans>
          )
        ) : (
          <Trans>
            Sender (ISA06) <b>{partner.senderId}</b>, from its files.
          </Trans>
        )}
      </p>
      <FieldGrid>
        {text('name')}
        {text('contactName')}
        {text('contactEmail')}
        {text('contactPhone')}
        {isCensus ? (
          <Select
            label={t`Census files contain`}
            value={form.mode === 'full' ? 'full' : 'file'}
            onChange={(mode) => setForm({ ...form, mode })}
            choices={(['file', 'full'] as const).map((value) => ({ value, label: i18n._(LIST_MODE_LABEL[value]) }))}
          />
        ) : (
          <Select
            label={i18n._(FIELD_LABEL.mode)}
            value={form.mode}
            onChange={(mode) => setForm({ ...form, mode })}
            choices={(['file', 'full', 'change'] as const).map((value) => ({
              value,
              label: i18n._(MODE_LABEL[value]),
            }))}
          />
        )}
        <Select
          label={i18n._(FIELD_LABEL.retroEnds)}
          value={form.retroEnds}
          onChange={(retroEnds) => setForm({ ...form, retroEnds })}
          choices={RETRO_ENDS.map((value) => ({ value, label: i18n._(RETRO_ENDS_LABEL[value]) }))}
        />
        <WholeRow>
          <Toggle
            id={`${ids}-auto`}
            label={i18n._(FIELD_LABEL.autoProcess)}
            checked={form.autoProcess}
            onChange={(autoProcess) => setForm({ ...form, autoProcess })}
            note={t`A file without holds posts automatically. Off: every file needs approval.`}
          />
        </WholeRow>
        {(!isCensus || form.mode === 'full') && (
          <WholeRow>
            <Toggle
              id={`${ids}-absence`}
              label={i18n._(FIELD_LABEL.absenceProposesEnd)}
              checked={form.absenceProposesEnd}
              onChange={(absenceProposesEnd) => setForm({ ...form, absenceProposesEnd })}
              note={t`For a member or coverage line that is not listed. Nothing is terminated until a user confirms it.`}
            />
          </WholeRow>
        )}
        {(!isCensus || form.mode === 'full') && (
          <WholeRow>
            <Toggle
              id={`${ids}-part`}
              label={i18n._(FIELD_LABEL.holdsPart)}
              checked={form.holdsPart}
              onChange={(holdsPart) => setForm({ ...form, holdsPart })}
              note={t`A division or a location. On: only members listed in the last full file of the same part can be missing.`}
            />
          </WholeRow>
        )}
        <WholeRow>
          <Toggle
            id={`${ids}-end-day`}
            label={i18n._(FIELD_LABEL.endDayNotCovered)}
            checked={form.endDayNotCovered}
            onChange={(endDayNotCovered) => setForm({ ...form, endDayNotCovered })}
            note={
              isCensus
                ? t`Off: the coverage end of a list is the last day covered.`
                : t`Off: it is the last day covered (349, 357), as the guide says.`
            }
          />
        </WholeRow>
        {!isCensus && (
          <WholeRow>
            <TextInput
              label={i18n._(FIELD_LABEL.receiverIds)}
              description={t`A file addressed to any other receiver is held. Separate several with commas. If empty, it is taken from the next file.`}
              value={receivers}
              onChange={setReceivers}
              error={problem?.fields.get('receiverIds')}
            />
          </WholeRow>
        )}
        {!isCensus && (
          <WholeRow>
            <Toggle
              id={`${ids}-family`}
              label={i18n._(FIELD_LABEL.familyByPlace)}
              checked={form.familyByPlace}
              onChange={(familyByPlace) => setForm({ ...form, familyByPlace })}
              note={t`On: they belong to the subscriber before them in the file.`}
            />
          </WholeRow>
        )}
        {!isCensus && (
          <WholeRow>
            <Toggle
              id={`${ids}-reference`}
              label={i18n._(FIELD_LABEL.referenceRepeats)}
              checked={form.referenceRepeats}
              onChange={(referenceRepeats) => setForm({ ...form, referenceRepeats })}
              note={t`On: a file is not held because its reference was used before.`}
            />
          </WholeRow>
        )}
        {isCensus && (
          <WholeRow>
            <DateOrderSelect value={form.dayFirst} onChange={(dayFirst) => setForm({ ...form, dayFirst })} />
          </WholeRow>
        )}
        {isCensus && (
          <WholeRow>
            <Toggle
              id={`${ids}-zeros`}
              label={i18n._(FIELD_LABEL.padZeros)}
              checked={form.padZeros}
              onChange={(padZeros) => setForm({ ...form, padZeros })}
              note={t`On: numbers that are one or two digits short get them back.`}
            />
          </WholeRow>
        )}
      </FieldGrid>
      {!isCensus && (
        <CodesBeyondGuide value={form.beyondGuide} onChange={(beyondGuide) => setForm({ ...form, beyondGuide })} />
      )}
      <h3 className={classes.heading}>
        <Trans>A file is held from more than</Trans>
      </h3>
      <FieldGrid columns={3}>
        {limit('missingLimitPeople', t`people`)}
        {limit('missingLimitPercent', '%')}
        {limit('dropLimitPercent', '%')}
      </FieldGrid>
      <Remembered partner={partner} />
    </FormDialog>
  );
}
