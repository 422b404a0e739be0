import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { DENSITIES, type Density, type ListSettings } from './list-settings.ts';
import classes from './ListChoices.module.css';

const DENSITY_LABEL: Readonly<Record<Density, MessageDescriptor>> = {
  compact: msg`Compact`,
  default: msg`Default`,
  comfortable: msg`Comfortable`,
};

/** A user's display settings of a list: row height and visible columns. */
export function ListChoices<Column extends string>({ settings }: { settings: ListSettings<Column> }) {
  const { i18n } = useLingui();
  const name = useId();
  const { density, hidden } = settings.use();
  return (
    <div className={classes.settings}>
      <fieldset>
        <legend>
          <Trans>Row height</Trans>
        </legend>
        {DENSITIES.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              checked={density === value}
              onChange={() => settings.change({ density: value })}
            />
            {i18n._(DENSITY_LABEL[value])}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>
          <Trans>Columns</Trans>
        </legend>
        {(Object.keys(settings.columns) as Column[]).map((column) => {
          const shown = !hidden.includes(column);
          return (
            <label key={column}>
              <input
                type="checkbox"
                checked={shown}
                onChange={() =>
                  settings.change({ hidden: shown ? [...hidden, column] : hidden.filter((one) => one !== column) })
                }
              />
              {i18n._(settings.columns[column])}
            </label>
          );
        })}
      </fieldset>
      <p>
        <Trans>Saved in this browser.</Trans>
      </p>
    </div>
  );
}
