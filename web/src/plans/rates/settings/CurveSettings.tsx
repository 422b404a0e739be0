import type { AgeCurveEntry } from '@openbenefits/contract/rating-data';
import type { Cents } from '@openbenefits/domain/money';
import { readFactor } from '@openbenefits/domain/plans/rate-cell';
import type { TableSettings } from '@openbenefits/domain/plans/table-settings';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { orpc } from '../../../api.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Select, TextInput } from '../../../ui/Fields.tsx';
import { MoneyField } from '../../../ui/form/NumberFields.tsx';
import { words } from '../../../words.ts';
import { ChargedChildren } from './ChargedChildren.tsx';
import type { SettingsProps } from './settings-props.ts';
import classes from './Settings.module.css';

type Curve = Extract<TableSettings, { method: 'age_curve' }>;
type Change = (change: Partial<Curve>) => void;

/** A factor that is typed; what is none stays in the field with the reason, and the last value counts. */
function FactorInput({
  label,
  value,
  onChange,
  locked,
  hideLabel,
  isRequired = false,
}: {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  locked: boolean;
  hideLabel?: boolean;
  isRequired?: boolean;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const { t } = useLingui();
  const read = typed === null ? undefined : readFactor(typed);
  const problem =
    read && 'problem' in read
      ? words(read.problem)
      : isRequired && typed?.trim() === ''
        ? t`Enter a factor, as 1.000.`
        : undefined;
  return (
    <TextInput
      label={hideLabel ? '' : label}
      aria-label={label}
      inputMode="decimal"
      value={typed ?? (value === null ? '' : (value / 1000).toFixed(3))}
      error={problem}
      lockedReason={locked ? '' : undefined}
      onChange={(text) => {
        setTyped(text);
        const next = readFactor(text);
        if ('thousandths' in next && (next.thousandths !== null || !isRequired)) onChange(next.thousandths);
      }}
      onBlur={() => {
        if (problem === undefined) setTyped(null);
      }}
    />
  );
}

function Areas({ areas, change, locked }: { areas: Curve['areas']; change: Change; locked: boolean }) {
  const { t } = useLingui();
  const [name, setName] = useState('');
  const all = Object.entries(areas ?? {});
  const isTaken = Object.hasOwn(areas ?? {}, name.trim());
  const add = () => {
    if (name.trim() === '' || isTaken) return;
    change({ areas: { ...areas, [name.trim()]: null } });
    setName('');
  };
  const remove = (area: string) => {
    const { [area]: _gone, ...rest } = areas ?? {};
    change({ areas: Object.keys(rest).length === 0 ? null : rest });
  };
  return (
    <div className={classes.areas}>
      <h3>
        <Trans>Rating areas</Trans>
      </h3>
      <p>
        {all.length === 0 ? (
          <Trans>None: everybody is rated alike.</Trans>
        ) : (
          <Trans>The factor of each area multiplies the rate.</Trans>
        )}
      </p>
      <ul>
        {all.map(([area, factor]) => (
          <li key={area} data-setting={`area ${area}`}>
            <span>{t`Area ${area}`}</span>
            <FactorInput
              hideLabel
              label={t`Factor of area ${area}`}
              value={factor}
              onChange={(value) => change({ areas: { ...areas, [area]: value } })}
              locked={locked}
            />
            {!locked && (
              <IconButton size="small" icon={IconTrash} label={t`Remove area ${area}`} onClick={() => remove(area)} />
            )}
          </li>
        ))}
        {!locked && (
          <li>
            <TextInput
              label=""
              aria-label={t`Name of a rating area`}
              placeholder={t`Area`}
              value={name}
              maxLength={60}
              error={isTaken ? t`This area is listed already.` : undefined}
              onChange={setName}
              onKeyDown={(event) => {
                if (event.key === 'Enter') add();
              }}
            />
            <Button
              size="small"
              icon={IconPlus}
              onClick={add}
              disabledReason={name.trim() === '' ? t`Enter the name of the area first.` : undefined}
            >
              <Trans>Add area</Trans>
            </Button>
          </li>
        )}
      </ul>
    </div>
  );
}

/** The newest curve of each state that applies on the first day of the version. */
function curvesOn(curves: readonly AgeCurveEntry[], from: string): ReadonlyMap<string, AgeCurveEntry> {
  const found = new Map<string, AgeCurveEntry>();
  for (const curve of curves) if (curve.validFrom <= from && !found.has(curve.code)) found.set(curve.code, curve);
  return found;
}

type FieldsProps = { settings: Curve; change: Change; locked: boolean; line: string };

function BaseFields({ settings, change, locked }: FieldsProps) {
  const { t } = useLingui();
  const id = useId();
  const onChange = (base: Cents | null) => {
    if (!Number.isNaN(base)) change({ base });
  };
  return (
    <>
      <div data-setting="base">
        <MoneyField
          field={{ id, value: settings.base, error: undefined, onChange }}
          label={t`Base rate`}
          required
          lockedReason={locked ? '' : undefined}
        />
      </div>
      <Select
        label={t`The base rate is`}
        value={settings.baseIs}
        choices={[
          { value: 'factor_one', label: t`the rate at factor 1.000` },
          { value: 'age_21', label: t`the rate at age 21` },
        ]}
        onChange={(baseIs) => change({ baseIs })}
        lockedReason={locked ? '' : undefined}
      />
    </>
  );
}

function OtherFields({ settings, change, locked, line }: FieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <FactorInput
        label={t`Tobacco factor`}
        isRequired
        value={settings.tobacco}
        onChange={(value) => change({ tobacco: value ?? 1000 })}
        locked={locked}
      />
      <ChargedChildren
        value={settings.chargedChildren}
        onChange={(chargedChildren) => change({ chargedChildren })}
        locked={locked}
        line={line}
      />
    </>
  );
}

export function CurveSettings({ table, state, dispatch, canEdit }: SettingsProps) {
  const { t } = useLingui();
  const { data: curves } = useQuery(orpc.plans.rates.curves.list.queryOptions());
  const { settings, rows } = state;
  if (settings.method !== 'age_curve') return null;
  const known = curvesOn(curves ?? [], table.from);
  const takeCurve = (code: string) => {
    const curve = known.get(code);
    const factorOf = (age: number) => ({ factor: { amount: curve?.factors[age] ?? null, entered: null } });
    dispatch({
      do: 'settings',
      settings: { ...settings, curve: curve ? code : null },
      ...(curve && { rows: rows.map((row) => ({ ...row, values: { ...row.values, ...factorOf(row.place) } })) }),
    });
  };
  const fields: FieldsProps = {
    settings,
    locked: !canEdit,
    line: table.plan.line,
    change: (values) => dispatch({ do: 'settings', settings: { ...settings, ...values } }),
  };
  const { curve: named } = settings;
  return (
    <section className={classes.panel} aria-label={t`Settings`}>
      <div className={classes.fields}>
        <BaseFields {...fields} />
        <Select
          label={t`Age curve`}
          value={named ?? ''}
          choices={[
            { value: '', label: t`Own factors` },
            ...Array.from(known.values(), ({ code, name }) => ({ value: code, label: `${name} (${code})` })),
            ...(named !== null && !known.has(named) ? [{ value: named, label: named }] : []),
          ]}
          onChange={takeCurve}
          description={canEdit ? t`Replaces the factors below.` : undefined}
          lockedReason={canEdit ? undefined : ''}
        />
        <OtherFields {...fields} />
      </div>
      <Areas areas={settings.areas} change={fields.change} locked={!canEdit} />
    </section>
  );
}
