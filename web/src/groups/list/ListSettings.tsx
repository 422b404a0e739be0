import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconSettings } from '@tabler/icons-react';
import { useId } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import classes from './ListSettings.module.css';
import { changeListSettings, CHOSEN_COLUMNS, type ChosenColumn, DENSITIES, type Density, useListSettings } from './list-settings.ts';

const DENSITY_LABEL: Readonly<Record<Density, MessageDescriptor>> = {
  compact: msg`Compact`,
  default: msg`Default`,
  comfortable: msg`Comfortable`,
};

const COLUMN_LABEL: Readonly<Record<ChosenColumn, MessageDescriptor>> = {
  cim: msg`CIM`,
  employees: msg`Employees`,
  type: msg`Type`,
  renewal: msg`Renewal date`,
  premium: msg`Monthly premium`,
};

function Choices() {
  const { i18n } = useLingui();
  const name = useId();
  const { density, hidden } = useListSettings();
  return (
    <div className={classes.settings}>
      <fieldset>
        <legend>
          <Trans>Row height</Trans>
        </legend>
        {DENSITIES.map((value) => (
          <label key={value}>
            <input type="radio" name={name} checked={density === value} onChange={() => changeListSettings({ density: value })} />
            {i18n._(DENSITY_LABEL[value])}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>
          <Trans>Columns</Trans>
        </legend>
        {CHOSEN_COLUMNS.map((column) => {
          const shown = !hidden.includes(column);
          return (
            <label key={column}>
              <input
                type="checkbox"
                checked={shown}
                onChange={() => changeListSettings({ hidden: shown ? [...hidden, column] : hidden.filter((one) => one !== column) })}
              />
              {i18n._(COLUMN_LABEL[column])}
            </label>
          );
        })}
      </fieldset>
      <p>
        <Trans>Kept in this browser.</Trans>
      </p>
    </div>
  );
}

/** How the list looks: a matter of this person's screen, so it stays in the browser and out of the address. */
export function ListSettings() {
  const { t } = useLingui();
  return (
    <Popover
      label={t`List settings`}
      renderTrigger={(props) => <IconButton {...props} icon={IconSettings} label={t`List settings`} line />}
    >
      {() => <Choices />}
    </Popover>
  );
}
