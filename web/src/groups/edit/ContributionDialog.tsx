import { Trans, useLingui } from '@lingui/react/macro';
import type { Contribution } from '@openbenefits/contract/contributions';
import type { GroupDetail } from '@openbenefits/contract/groups';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import {
  CONTRIBUTION_KINDS,
  type ContributionForm,
  formOfContribution,
  NEW_CONTRIBUTION,
  problemsOfContribution,
} from '@openbenefits/domain/plans/contribution-form';
import { api } from '../../api.ts';
import { CONTRIBUTION_KIND_LABEL, COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { MoneyField } from '../../ui/form/NumberFields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { DateField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { toastGood } from '../../ui/toasts.ts';
import { today } from '../today.ts';
import { ContributionFields } from './ContributionFields.tsx';
import { refreshGroup } from './refresh-group.ts';
import { useSeenVersion } from './use-seen-version.ts';

type Props = { group: GroupDetail; rule: Contribution | null; onClose: () => void };

const initialOf = (rule: Contribution | null): ContributionForm =>
  rule === null
    ? { ...NEW_CONTRIBUTION, from: today() }
    : formOfContribution(rule.rule, {
        classId: rule.classId ?? '',
        locationId: rule.locationId ?? '',
        line: rule.line ?? '',
        from: rule.from > today() ? rule.from : today(),
      });

function useContribution({ group, rule, onClose }: Props) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const { version, onError } = useSeenVersion(group);
  return useForm<ContributionForm>({
    initial: initialOf(rule),
    problemsOf: problemsOfContribution,
    isSeen: (_path, _values, wasLeft) => wasLeft,
    send: async ({ bands, ...values }) => {
      try {
        await api.groups.contributions.set({
          id: group.id,
          version,
          ...values,
          bands: bands.map((band) => ({ ...band })),
          idempotencyKey: keys.keyFor({ values, bands, version }),
        });
      } catch (error) {
        await onError(error);
        throw error;
      }
      keys.settle();
      await refreshGroup();
      toastGood(t`Contribution saved`);
      onClose();
    },
  });
}

/** Sets what the employer pays for a class, location and coverage line from a day on. */
export function ContributionDialog({ group, rule, onClose }: Props) {
  const { t } = useLingui();
  const form = useContribution({ group, rule, onClose });
  const all = { value: '', label: t`All` };
  const isChange = rule !== null;
  const locked = isChange ? t`Add a contribution for another class, location or line.` : undefined;
  return (
    <FormDialog
      title={isChange ? t`Change Contribution` : t`Add Contribution`}
      saveLabel={t`Save Contribution`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <FieldGrid columns={3}>
        <SelectField
          field={form.field('classId')}
          label={t`Class`}
          choices={[all, ...group.classes.map(({ id, name }) => ({ value: id, label: name }))]}
          lockedReason={locked}
        />
        <SelectField
          field={form.field('locationId')}
          label={t`Location`}
          choices={[all, ...group.locations.map(({ id, name }) => ({ value: id, label: name }))]}
          lockedReason={locked}
        />
        <SelectField
          field={form.field('line')}
          label={t`Coverage line`}
          choices={[
            { value: '' as const, label: t`All` },
            ...COVERAGE_LINES.map((value) => ({ value, label: COVERAGE_LINE_LABEL[value] })),
          ]}
          lockedReason={locked}
        />
        <DateField
          field={form.field('from')}
          label={t`Effective from`}
          required
          description={t`Earlier rules hold until then.`}
        />
        <SelectField
          field={form.field('kind')}
          label={t`Kind of contribution`}
          choices={CONTRIBUTION_KINDS.map((value) => ({ value, label: CONTRIBUTION_KIND_LABEL[value] }))}
        />
        <MoneyField field={form.field('cap')} label={t`Employer pays at most`} placeholder={t`No limit`} />
        <WholeRow>
          <ContributionFields form={form} />
        </WholeRow>
      </FieldGrid>
    </FormDialog>
  );
}

/** Ends a rule; then the next exact rule holds, or the group's percentage. */
export function EndContributionDialog({
  group,
  rule,
  name,
  onClose,
}: {
  group: GroupDetail;
  rule: Contribution;
  name: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const { version, onError } = useSeenVersion(group);
  const form = useForm<{ from: string }>({
    initial: { from: today() },
    problemsOf: ({ from }) => (from === '' ? [{ path: 'from', message: 'Enter the first day without the rule.' }] : []),
    send: async ({ from }) => {
      const about = { id: group.id, version, ruleId: rule.id, from };
      try {
        await api.groups.contributions.end({ ...about, idempotencyKey: keys.keyFor(about) });
      } catch (error) {
        await onError(error);
        throw error;
      }
      keys.settle();
      await refreshGroup();
      toastGood(t`Contribution ended`);
      onClose();
    },
  });
  const percent = group.employerContributionPercent;
  return (
    <FormDialog
      title={t`End Contribution`}
      size={480}
      saveLabel={t`End Contribution`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <p>
        <Trans>
          From this day on, {name} follows the next exact rule. Without one, the employer pays {percent}% of the
          premium.
        </Trans>
      </p>
      <DateField field={form.field('from')} label={t`First day without the rule`} required />
    </FormDialog>
  );
}
