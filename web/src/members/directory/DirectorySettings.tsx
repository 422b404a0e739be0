import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconColumns3 } from '@tabler/icons-react';
import { useId } from 'react';
import { DENSITIES, type Density } from '../../groups/list/list-settings.ts';
import settings from '../../groups/list/ListSettings.module.css';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { changeDirectorySettings, MEMBER_COLUMNS, type MemberColumn, useDirectorySettings } from './directory-settings.ts';

const DENSITY_LABEL: Readonly<Record<Density, MessageDescriptor>> = { compact: msg`Compact`, default: msg`Default`, comfortable: msg`Comfortable` };
const COLUMN_LABEL: Readonly<Record<MemberColumn, MessageDescriptor>> = {
  group: msg`Group`,
  number: msg`Employee ID`,
  contact: msg`Email and phone`,
  coverage: msg`Coverage today`,
  added: msg`Added`,
};

function Choices() {
  const { i18n } = useLingui();
  const name = useId();
  const { density, hidden } = useDirectorySettings();
  return (
    <div className={settings.settings}>
      <fieldset>
        <legend>
          <Trans>Row height</Trans>
        </legend>
        {DENSITIES.map((value) => (
          <label key={value}>
            <input type="radio" name={name} checked={density === value} onChange={() => changeDirectorySettings({ density: value })} />
            {i18n._(DENSITY_LABEL[value])}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>
          <Trans>Columns</Trans>
        </legend>
        {MEMBER_COLUMNS.map((column) => {
          const shown = !hidden.includes(column);
          return (
            <label key={column}>
              <input
                type="checkbox"
                checked={shown}
                onChange={() => changeDirectorySettings({ hidden: shown ? [...hidden, column] : hidden.filter((one) => one !== column) })}
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

/** Which columns show and how high the rows are: a matter of this person's screen, so it stays in the browser. */
export function DirectorySettings() {
  const { t } = useLingui();
  return (
    <Popover
      label={t`Fields`}
      renderTrigger={(props) => (
        <Button {...props} icon={IconColumns3}>
          <Trans>Fields</Trans>
        </Button>
      )}
    >
      {() => <Choices />}
    </Popover>
  );
}
