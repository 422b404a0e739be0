import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useWhyNot } from '../session.ts';
import { Button } from '../ui/Button.tsx';
import { FieldGrid, Select, TextInput } from '../ui/Fields.tsx';
import classes from './AdvancedSearch.module.css';
import type { Criteria, Status, TextField } from './criteria.ts';

type Props = {
  id: string;
  criteria: Criteria;
  ssnError: boolean;
  onChange: (criteria: Criteria) => void;
  onSearch: () => void;
  onClear: () => void;
};

function Section({ title, columns, children }: { title: string; columns: 3 | 4; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend>{title}</legend>
      <FieldGrid columns={columns}>{children}</FieldGrid>
    </fieldset>
  );
}

/** Specification 1, section 2.5: all filled fields must match. */
export function AdvancedSearch({ id, criteria, ssnError, onChange, onSearch, onClear }: Props) {
  const { t } = useLingui();
  const whyNoSsn = useWhyNot('protected.search');
  const text = (
    field: TextField,
    label: string,
    more: {
      inputMode?: 'numeric' | 'tel' | 'email';
      placeholder?: string;
      maxLength?: number;
      error?: string | undefined;
      lockedReason?: string | undefined;
    } = {},
  ) => (
    <TextInput
      label={label}
      value={criteria[field]}
      onChange={(value) => onChange({ ...criteria, [field]: value })}
      maxLength={200}
      spellCheck={false}
      {...more}
    />
  );
  const statuses: readonly { value: Status; label: string }[] = [
    { value: 'all', label: t`All` },
    { value: 'active', label: t`Active` },
    { value: 'inactive', label: t`Inactive` },
    { value: 'pending', label: t`Pending` },
    { value: 'terminated', label: t`Terminated` },
  ];
  return (
    <form
      id={id}
      className={classes.panel}
      aria-label={t`Advanced Search`}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
    >
      <Section title={t`Member Information`} columns={3}>
        {text('firstName', t`First Name`)}
        {text('lastName', t`Last Name`)}
        {text('email', t`Email`, { inputMode: 'email' })}
        {text('employeeId', t`Employee ID`)}
        {text('ssn', t`SSN`, {
          inputMode: 'numeric',
          placeholder: t`Nine digits, or the last four`,
          maxLength: 11,
          error: ssnError ? t`Enter nine digits, or the last four` : undefined,
          lockedReason: whyNoSsn,
        })}
        {text('jobTitle', t`Job Title`)}
      </Section>
      <Section title={t`Group Information`} columns={3}>
        {text('companyName', t`Company Name`)}
        {text('cimNumber', t`CIM Number`)}
        {text('phone', t`Phone`, { inputMode: 'tel' })}
      </Section>
      <Section title={t`Address Information`} columns={4}>
        {text('address', t`Address`)}
        {text('city', t`City`)}
        {text('state', t`State`)}
        {text('zipCode', t`Zip Code`, { inputMode: 'numeric' })}
      </Section>
      <Section title={t`Filters`} columns={4}>
        <Select
          label={t`Status`}
          value={criteria.status}
          choices={statuses}
          onChange={(status) => onChange({ ...criteria, status })}
        />
      </Section>
      <div className={classes.buttons}>
        <Button type="submit" variant="primary">
          <Trans>Search with Criteria</Trans>
        </Button>
        <Button onClick={onClear}>
          <Trans>Clear All</Trans>
        </Button>
      </div>
    </form>
  );
}
