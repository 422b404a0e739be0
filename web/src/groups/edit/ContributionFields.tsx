import { Trans, useLingui } from '@lingui/react/macro';
import type { ContributionForm } from '@openbenefits/domain/plans/contribution-form';
import { PLAN_TIERS } from '@openbenefits/domain/plans/tier-set';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconX } from '@tabler/icons-react';
import { orpc } from '../../api.ts';
import { TIER_LABEL } from '../../domain-labels.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { FieldGrid, TextInput } from '../../ui/Fields.tsx';
import { MoneyField, PercentField } from '../../ui/form/NumberFields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import type { useForm } from '../../ui/form/use-form.ts';
import { StatusSign } from '../../ui/StatusSign.tsx';
import classes from './ContributionFields.module.css';

type Form = ReturnType<typeof useForm<ContributionForm>>;
type Band = ContributionForm['bands'][number];

/** Percentages by tier, of the premium or of a reference plan. */
function Tiers({ form, path }: { form: Form; path: 'tiers' | 'referenceTiers' }) {
  const tiers = form.values[path];
  return (
    <FieldGrid columns={3}>
      {PLAN_TIERS.map((tier) => (
        <PercentField
          hasDecimals
          key={tier}
          field={form.bind(`${path}.${tier}`, tiers[tier], (value) => form.set(path, { ...tiers, [tier]: value }))}
          label={TIER_LABEL[tier]}
        />
      ))}
    </FieldGrid>
  );
}

function TierAmounts({ form }: { form: Form }) {
  const { tierAmounts } = form.values;
  return (
    <FieldGrid columns={3}>
      {PLAN_TIERS.map((tier) => (
        <MoneyField
          key={tier}
          field={form.bind(`tierAmounts.${tier}`, tierAmounts[tier], (value) =>
            form.set('tierAmounts', { ...tierAmounts, [tier]: value }),
          )}
          label={TIER_LABEL[tier]}
        />
      ))}
    </FieldGrid>
  );
}

function Reference({ form }: { form: Form }) {
  const { t } = useLingui();
  const byTier = PLAN_TIERS.some((tier) => form.values.referenceTiers[tier] !== null);
  const plans = useQuery(orpc.plans.offered.queryOptions({ input: {}, staleTime: 5 * 60_000 }));
  return (
    <>
      <FieldGrid>
        <SelectField
          field={form.field('planId')}
          label={t`Reference plan`}
          required
          choices={[
            { value: '', label: t`Choose a plan` },
            ...(plans.data ?? [])
              .filter((plan) => form.values.line === '' || plan.line === form.values.line)
              .map(({ id, name, code }) => ({ value: id, label: `${name} · ${code}` })),
          ]}
          description={t`Of the same coverage line.`}
        />
        <PercentField
          hasDecimals
          field={form.field('referencePercent')}
          label={t`Percentage for the employee`}
          required={!byTier}
          description={t`The employer pays the lesser of this share of the reference plan and the premium, person by person.`}
        />
        <PercentField
          hasDecimals
          field={form.field('referenceDependents')}
          label={t`Percentage for each dependent`}
          description={t`Leave blank if it is the same.`}
        />
      </FieldGrid>
      <p>
        <Trans>Percentages by tier replace the two above. Leave them blank if the tier does not matter.</Trans>
      </p>
      <Tiers form={form} path="referenceTiers" />
    </>
  );
}

const ageText = (age: number | null): string => (age === null || Number.isNaN(age) ? '' : String(age));
const readAge = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()));

function BandRow({ form, index }: { form: Form; index: number }) {
  const { t } = useLingui();
  const { bands } = form.values;
  const band = bands[index];
  if (!band) return null;
  const number = index + 1;
  const change = (part: Partial<Band>) =>
    form.set(
      'bands',
      bands.map((one, place) => (place === index ? { ...one, ...part } : one)),
    );
  const from = form.bind(`bands.${index}.from`, ageText(band.from), (text: string) => change({ from: readAge(text) }));
  const to = form.bind(`bands.${index}.to`, ageText(band.to), (text: string) => change({ to: readAge(text) }));
  return (
    <li className={classes.band}>
      <TextInput {...from} label={t`From age`} aria-label={t`From age, group ${number}`} inputMode="numeric" />
      <TextInput
        {...to}
        label={t`To age`}
        aria-label={t`To age, group ${number}`}
        inputMode="numeric"
        placeholder={t`and over`}
      />
      <MoneyField
        field={form.bind(`bands.${index}.amount`, band.amount, (amount) => change({ amount }))}
        label={t`Monthly allowance`}
        ariaLabel={t`Monthly allowance, group ${number}`}
      />
      <IconButton
        icon={IconX}
        size="small"
        label={t`Remove age group ${number}`}
        onClick={() =>
          form.set(
            'bands',
            bands.filter((_, place) => place !== index),
          )
        }
      />
    </li>
  );
}

function Bands({ form }: { form: Form }) {
  const { bands } = form.values;
  const error = form.errorAt('bands');
  return (
    <>
      <ul className={classes.bands}>
        {bands.map((_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an age group has no identity but the place
          <BandRow key={index} form={form} index={index} />
        ))}
      </ul>
      {error && (
        <p className={classes.error} role="alert">
          <StatusSign sign="alert" /> {error}
        </p>
      )}
      <Button
        size="small"
        icon={IconPlus}
        onClick={() => {
          const last = bands.at(-1)?.to;
          form.set('bands', [...bands, { from: last == null ? null : last + 1, to: null, amount: null }]);
        }}
      >
        <Trans>Add age group</Trans>
      </Button>
    </>
  );
}

/** The fields of one kind of contribution. */
export function ContributionFields({ form }: { form: Form }) {
  const { t } = useLingui();
  switch (form.values.kind) {
    case 'percent':
      return (
        <FieldGrid>
          <PercentField
            hasDecimals
            field={form.field('employeePercent')}
            label={t`Employer pays for the employee`}
            required
          />
          <PercentField
            hasDecimals
            field={form.field('dependentsPercent')}
            label={t`Employer pays for dependents`}
            required
          />
        </FieldGrid>
      );
    case 'flat':
      return (
        <FieldGrid>
          <MoneyField field={form.field('employeeAmount')} label={t`A month for the employee`} required />
          <MoneyField field={form.field('dependentsAmount')} label={t`A month for all dependents`} required />
        </FieldGrid>
      );
    case 'percent_by_tier':
      return <Tiers form={form} path="tiers" />;
    case 'flat_by_tier':
      return <TierAmounts form={form} />;
    case 'reference_plan':
      return <Reference form={form} />;
    case 'allowance':
      return <Bands form={form} />;
  }
}
