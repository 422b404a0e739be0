import { type Cents, fromCents } from '@openbenefits/domain/money';
import type { TableSettings } from '@openbenefits/domain/plans/table-settings';
import {
  type VolumePercent,
  type VolumeStep,
  type VolumeUnit,
  volumeAfterSteps,
} from '@openbenefits/domain/plans/volume';
import {
  ageReductionText,
  MOST_VOLUME_PERCENT,
  readAgeReduction,
  readVolumePercent,
  volumePercentText,
  volumeStepText,
} from '@openbenefits/domain/plans/volume-step-text';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { VOLUME_STEP_LABEL } from '../../../domain-labels.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Select, TextInput } from '../../../ui/Fields.tsx';
import { MoneyField } from '../../../ui/form/NumberFields.tsx';
import { MoneyText } from '../../../ui/MoneyText.tsx';
import type { SettingsProps } from './settings-props.ts';
import classes from './Settings.module.css';

type Volume = Extract<TableSettings, { method: 'volume' }>;
type Kind = VolumeStep['step'];

const NEW: Readonly<Record<Kind, VolumeStep>> = {
  multiply: { step: 'multiply', percent: 100 },
  divide: { step: 'divide', by: 12 },
  round_up: { step: 'round_up', to: fromCents(100_000) },
  round_down: { step: 'round_down', to: fromCents(100) },
  round_nearest: { step: 'round_nearest', to: fromCents(100) },
  cap: { step: 'cap', at: fromCents(50_000_000) },
  minimum: { step: 'minimum', at: fromCents(1_000_000) },
  reduce_by_age: {
    step: 'reduce_by_age',
    percents: [
      { fromAge: 65, percent: 65 },
      { fromAge: 70, percent: 50 },
    ],
  },
};
const KINDS = Object.keys(NEW) as Kind[];

/** A number or a list that is typed; the last valid one counts. */
function StepText<Value>({
  label,
  value,
  write,
  read,
  problem,
  unit,
  locked,
  onChange,
}: {
  label: string;
  value: Value;
  write: (value: Value) => string;
  read: (text: string) => Value | undefined;
  problem: string;
  unit?: string;
  locked: boolean;
  onChange: (value: Value) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && read(typed) === undefined;
  return (
    <TextInput
      label=""
      aria-label={label}
      {...(unit !== undefined && { unit })}
      value={typed ?? write(value)}
      error={isWrong ? problem : undefined}
      lockedReason={locked ? '' : undefined}
      onChange={(text) => {
        setTyped(text);
        const next = read(text);
        if (next !== undefined) onChange(next);
      }}
      onBlur={() => {
        if (!isWrong) setTyped(null);
      }}
    />
  );
}

const whole =
  (most: number) =>
  (text: string): number | undefined => {
    const number = /^\s*(\d{1,5})\s*%?\s*$/.exec(text);
    return number && Number(number[1]) >= 1 && Number(number[1]) <= most ? Number(number[1]) : undefined;
  };

function StepValue({
  step,
  onChange,
  locked,
}: {
  step: VolumeStep;
  onChange: (step: VolumeStep) => void;
  locked: boolean;
}) {
  const { t } = useLingui();
  const id = useId();
  const label = VOLUME_STEP_LABEL[step.step];
  if (step.step === 'multiply') {
    const { step: _, ...share } = step;
    return (
      <StepText<VolumePercent>
        label={label}
        value={share}
        write={volumePercentText}
        read={(text) => readVolumePercent(text, MOST_VOLUME_PERCENT)}
        problem={t`Enter a percentage, such as 60, 62.5 or 66 2/3.`}
        unit="%"
        locked={locked}
        onChange={(next) => onChange({ step: 'multiply', ...next })}
      />
    );
  }
  if (step.step === 'divide')
    return (
      <StepText
        label={label}
        value={step.by}
        write={String}
        read={whole(1000)}
        problem={t`Enter a whole number of 1 or more.`}
        locked={locked}
        onChange={(by) => onChange({ ...step, by })}
      />
    );
  if (step.step === 'reduce_by_age')
    return (
      <StepText
        label={label}
        value={step.percents}
        write={ageReductionText}
        read={readAgeReduction}
        problem={t`Enter ages and percentages, such as 65 65%, 70 50%.`}
        locked={locked}
        onChange={(percents) => onChange({ ...step, percents })}
      />
    );
  const value = 'to' in step ? step.to : step.at;
  const change = (cents: Cents | null) => {
    if (cents !== null && cents > 0) onChange('to' in step ? { ...step, to: cents } : { ...step, at: cents });
  };
  return (
    <MoneyField
      field={{ id, value, error: undefined, onChange: change }}
      label=""
      ariaLabel={label}
      lockedReason={locked ? '' : undefined}
    />
  );
}

function Steps({
  settings,
  change,
  locked,
}: {
  settings: Volume;
  change: (steps: readonly VolumeStep[]) => void;
  locked: boolean;
}) {
  const { t } = useLingui();
  const { steps } = settings;
  const [kind, setKind] = useState<Kind>('multiply');
  const move = (index: number, by: number) => {
    const next = [...steps];
    const [step] = next.splice(index, 1);
    if (step) next.splice(index + by, 0, step);
    change(next);
  };
  return (
    <ol className={classes.steps}>
      {steps.map((step, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a step is its place; equal steps may follow each other
        <li key={`${index} ${step.step}`}>
          <span>{VOLUME_STEP_LABEL[step.step]}</span>
          <StepValue
            step={step}
            locked={locked}
            onChange={(next) => change(steps.map((one, at) => (at === index ? next : one)))}
          />
          {!locked && (
            <span className={classes.moves}>
              <IconButton
                size="small"
                icon={IconArrowUp}
                label={t`Move step ${index + 1} up`}
                disabledReason={index === 0 ? t`This is the first step.` : undefined}
                onClick={() => move(index, -1)}
              />
              <IconButton
                size="small"
                icon={IconArrowDown}
                label={t`Move step ${index + 1} down`}
                disabledReason={index === steps.length - 1 ? t`This is the last step.` : undefined}
                onClick={() => move(index, 1)}
              />
              <IconButton
                size="small"
                icon={IconTrash}
                label={t`Remove step ${index + 1}`}
                onClick={() => change(steps.filter((_, at) => at !== index))}
              />
            </span>
          )}
        </li>
      ))}
      {!locked && steps.length < 12 && (
        <li data-setting="steps">
          <Select
            hideLabel
            label={t`Step to add`}
            value={kind}
            choices={KINDS.map((value) => ({ value, label: VOLUME_STEP_LABEL[value] }))}
            onChange={setKind}
          />
          <Button size="small" icon={IconPlus} onClick={() => change([...steps, NEW[kind]])}>
            <Trans>Add step</Trans>
          </Button>
        </li>
      )}
    </ol>
  );
}

const EXAMPLE = { salary: fromCents(6_234_500), age: 66 };

/** The steps for one salary, so that their order can be checked. */
function Example({ steps }: { steps: readonly VolumeStep[] }) {
  const volumes = volumeAfterSteps(EXAMPLE.salary, EXAMPLE.age, steps);
  return (
    <div className={classes.example}>
      <h3>
        <Trans>Example: age {EXAMPLE.age}</Trans>
      </h3>
      <dl>
        <div>
          <dt>
            <Trans>Annual salary</Trans>
          </dt>
          <dd>
            <MoneyText cents={EXAMPLE.salary} />
          </dd>
        </div>
        {steps.map((step, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <div key={`${index} ${step.step}`}>
            <dt>{volumeStepText(step)}</dt>
            <dd>
              <MoneyText cents={volumes[index] ?? null} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export function VolumeSettings({ state, dispatch, canEdit }: SettingsProps) {
  const { t } = useLingui();
  const { settings } = state;
  if (settings.method !== 'volume') return null;
  const change = (values: Partial<Volume>) => dispatch({ do: 'settings', settings: { ...settings, ...values } });
  return (
    <section className={classes.panel} aria-label={t`Settings`}>
      <div className={classes.volume}>
        <div>
          <h3>
            <Trans>From salary to volume</Trans>
          </h3>
          <Steps settings={settings} change={(steps) => change({ steps })} locked={!canEdit} />
          <Select
            label={t`Rate for each`}
            value={String(settings.unit)}
            choices={[
              { value: '1000', label: t`$1,000 of volume` },
              { value: '100', label: t`$100 of monthly payroll` },
              { value: '10', label: t`$10 of weekly benefit` },
            ]}
            onChange={(unit) => change({ unit: Number(unit) as VolumeUnit })}
            lockedReason={canEdit ? undefined : ''}
            className={classes.wide}
          />
        </div>
        <Example steps={settings.steps} />
      </div>
    </section>
  );
}
