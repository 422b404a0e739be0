import { Trans, useLingui } from '@lingui/react/macro';
import { FALLBACK_CLASSES } from '@openbenefits/domain/groups/group-terms';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { FormSection, StepHeading } from './SetupSection.tsx';
import { focusField } from './setup-problems.ts';
import classes from './SetupRows.module.css';
import { useBinding, useWizard } from './wizard-context.ts';
import type { ClassForm } from './wizard-form.ts';

/** As many as the server takes. */
const MOST = 50;

function ClassRow({ one, index, onlyOne }: { one: ClassForm; index: number; onlyOne: boolean }) {
  const { t } = useLingui();
  const { wizard, dispatch } = useWizard();
  const named = wizard.form.locations.filter(({ locationName }) => locationName.trim() !== '');
  const place = index + 1;
  const name = one.className.trim();
  const className = useBinding(`classes.${index}.className`, one.className, (value) =>
    dispatch({ type: 'class', key: one.key, name: 'className', value }),
  );
  const chosen = named.some(({ key }) => key === one.location) ? one.location : '';
  const location = useBinding(`classes.${index}.billingLocation`, chosen, (value) =>
    dispatch({ type: 'class', key: one.key, name: 'location', value }),
  );
  return (
    <div className={classes.row} role="group" aria-label={name === '' ? t`Class ${place}` : name}>
      <TextField field={className} label={t`Class Name`} required />
      <SelectField
        field={location}
        label={t`Billing Location`}
        required
        choices={[
          { value: '', label: t`Select billing location` },
          ...named.map(({ key, locationName }) => ({ value: key, label: locationName })),
        ]}
      />
      <IconButton
        icon={IconTrash}
        label={name === '' ? t`Remove class ${place}` : t`Remove ${name}`}
        disabledReason={onlyOne ? t`A group has at least one class` : undefined}
        onClick={() => {
          dispatch({ type: 'removeClass', key: one.key });
          focusField(`classes.${Math.max(0, index - 1)}.className`);
        }}
      />
    </div>
  );
}

/** Step 3 (specification 1, sections 2.11 and 5). */
export function ClassesStep({ title }: { title: string }) {
  const { t } = useLingui();
  const { wizard, dispatch } = useWizard();
  const rows = wizard.form.classes;
  const taken = new Set(rows.map(({ className }) => className.trim().toLowerCase()));
  const unnamed = rows.find(({ className }) => className.trim() === '');
  const offered = FALLBACK_CLASSES.filter(({ name }) => !taken.has(name.toLowerCase()));
  return (
    <>
      <StepHeading title={title}>
        <Trans>Employees in a class can choose from the same plans.</Trans>
      </StepHeading>
      <FormSection title={t`Classes`}>
        {rows.map((one, index) => (
          <ClassRow key={one.key} one={one} index={index} onlyOne={rows.length === 1} />
        ))}
        {unnamed && (
          <div className={classes.suggest}>
            <Trans>Common class names</Trans>
            {offered.map(({ code, name }) => (
              <button
                key={code}
                type="button"
                onClick={() => dispatch({ type: 'class', key: unnamed.key, name: 'className', value: name })}
              >
                {name}
              </button>
            ))}
          </div>
        )}
      </FormSection>
      <div className={classes.more}>
        <Button
          icon={IconPlus}
          disabledReason={rows.length >= MOST ? t`A group has at most ${MOST} classes` : undefined}
          onClick={() => {
            dispatch({ type: 'addClass' });
            focusField(`classes.${rows.length}.className`);
          }}
        >
          <Trans>Add Class</Trans>
        </Button>
      </div>
    </>
  );
}
