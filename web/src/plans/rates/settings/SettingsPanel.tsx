import { rowsOfCells } from '@openbenefits/domain/plans/rate-row';
import type { TierSet } from '@openbenefits/domain/plans/tier-set';
import { useLingui } from '@lingui/react/macro';
import { Select } from '../../../ui/Fields.tsx';
import { ChargedChildren } from './ChargedChildren.tsx';
import { CurveSettings } from './CurveSettings.tsx';
import type { SettingsProps } from './settings-props.ts';
import { useTierSetChoices } from './tier-set-choices.ts';
import { VolumeSettings } from './VolumeSettings.tsx';
import classes from './Settings.module.css';

function CompositeSettings({ state, dispatch, canEdit }: SettingsProps) {
  const { t } = useLingui();
  const choices = useTierSetChoices();
  const { settings, rows } = state;
  // The tiers are the rows; without a choice there is nothing to say.
  if (settings.method !== 'composite' || !canEdit) return null;
  const change = (tiers: TierSet) => {
    const next = { ...settings, tiers };
    // A tier that both sets have keeps its rate.
    dispatch({
      do: 'settings',
      settings: next,
      rows: rowsOfCells(next, []).map((row) => rows.find(({ key }) => key === row.key) ?? row),
    });
  };
  return (
    <section className={classes.panel} aria-label={t`Settings`}>
      <div className={classes.fields}>
        <Select
          label={t`Tiers`}
          value={settings.tiers}
          choices={choices}
          onChange={change}

          className={classes.wide}
        />
      </div>
    </section>
  );
}

function AgeRateSettings({ table, state, dispatch, canEdit }: SettingsProps) {
  const { t } = useLingui();
  const { settings } = state;
  if (settings.method !== 'age_rates') return null;
  return (
    <section className={classes.panel} aria-label={t`Settings`}>
      <div className={classes.fields}>
        <ChargedChildren
          value={settings.chargedChildren}
          onChange={(chargedChildren) => dispatch({ do: 'settings', settings: { ...settings, chargedChildren } })}
          locked={!canEdit}
          line={table.plan.line}
        />
      </div>
    </section>
  );
}

/** Whether the dependents' rates of an age group are added to the employee's, or are those of the whole tier. */
function BandedSettings({ state, dispatch, canEdit }: SettingsProps) {
  const { t } = useLingui();
  const { settings } = state;
  if (settings.method !== 'banded') return null;
  return (
    <section className={classes.panel} aria-label={t`Settings`}>
      <div className={classes.fields}>
        <Select
          label={t`Spouse and child rates`}
          value={settings.dependents ?? 'added'}
          choices={[
            { value: 'added', label: t`are added to the employee rate` },
            { value: 'whole', label: t`are the whole rate of the tier` },
          ]}
          onChange={(dependents) => dispatch({ do: 'settings', settings: { ...settings, dependents } })}
          lockedReason={canEdit ? undefined : ''}
          className={classes.wide}
        />
      </div>
    </section>
  );
}

/** What belongs to the method besides the grid. */
export function SettingsPanel(props: SettingsProps) {
  switch (props.state.settings.method) {
    case 'composite':
      return <CompositeSettings {...props} />;
    case 'age_curve':
      return <CurveSettings {...props} />;
    case 'volume':
      return <VolumeSettings {...props} />;
    case 'age_rates':
      return <AgeRateSettings {...props} />;
    case 'banded':
      return <BandedSettings {...props} />;
  }
}
