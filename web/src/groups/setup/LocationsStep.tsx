import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { FormSection, PathText, StepHeading } from './SetupFields.tsx';
import { focusField } from './setup-problems.ts';
import classes from './SetupRows.module.css';
import { useWizard } from './wizard-context.ts';
import type { LocationForm } from './wizard-form.ts';
import type { LocationField } from './wizard-reducer.ts';

/** As many as the server takes. */
const MOST = 50;

function LocationFields({ location, index, onlyOne }: { location: LocationForm; index: number; onlyOne: boolean }) {
  const { t } = useLingui();
  const { dispatch } = useWizard();
  const place = index + 1;
  const name = location.location_name.trim();
  const text = (field: LocationField) => ({
    path: `billing_locations.${index}.${field}`,
    value: location[field],
    onChange: (value: string) => dispatch({ type: 'location', key: location.key, name: field, value }),
  });
  return (
    <FormSection
      title={name === '' ? t`Location ${place}` : t`Location ${place}: ${name}`}
      aside={
        <IconButton
          icon={IconTrash}
          size="small"
          label={name === '' ? t`Remove location ${place}` : t`Remove ${name}`}
          disabledReason={onlyOne ? t`A group has at least one billing location` : undefined}
          onClick={() => {
            dispatch({ type: 'removeLocation', key: location.key });
            focusField(`billing_locations.${Math.max(0, index - 1)}.location_name`);
          }}
        />
      }
    >
      <FieldGrid columns={3}>
        <WholeRow>
          <PathText {...text('location_name')} label={t`Location Name`} required />
        </WholeRow>
        <WholeRow>
          <FieldGrid>
            <PathText {...text('address_line1')} label={t`Street Address`} required />
            <PathText {...text('address_line2')} label={t`Address Line 2`} />
          </FieldGrid>
        </WholeRow>
        <PathText {...text('city')} label={t`City`} required />
        <PathText
          {...text('state')}
          label={t`State`}
          required
          maxLength={2}
          placeholder="IL"
          autoCapitalize="characters"
        />
        <PathText {...text('zip_code')} label={t`ZIP Code`} required inputMode="numeric" placeholder="62701" />
      </FieldGrid>
    </FormSection>
  );
}

/** Step 2 (specification 1, sections 2.11 and 5). */
export function LocationsStep({ title }: { title: string }) {
  const { t } = useLingui();
  const { wizard, dispatch } = useWizard();
  const { locations, fields } = wizard.form;
  const [first] = locations;
  const canCopy = first !== undefined && first.address_line1 === '' && fields.address_line1.trim() !== '';
  const copy = () => {
    if (!first) return;
    for (const name of ['address_line1', 'address_line2', 'city', 'state', 'zip_code'] as const)
      dispatch({ type: 'location', key: first.key, name, value: fields[name] });
    focusField('billing_locations.0.location_name');
  };
  return (
    <>
      <StepHeading title={title}>
        <Trans>Where bills are sent. Each class belongs to one of them.</Trans>
      </StepHeading>
      {locations.map((location, index) => (
        <LocationFields key={location.key} location={location} index={index} onlyOne={locations.length === 1} />
      ))}
      <div className={classes.more}>
        <Button
          icon={IconPlus}
          disabledReason={locations.length >= MOST ? t`A group has at most ${MOST} billing locations` : undefined}
          onClick={() => {
            dispatch({ type: 'addLocation' });
            focusField(`billing_locations.${locations.length}.location_name`);
          }}
        >
          <Trans>Add Location</Trans>
        </Button>
        {canCopy && (
          <Button variant="quiet" onClick={copy}>
            <Trans>Use the company address</Trans>
          </Button>
        )}
      </div>
    </>
  );
}
