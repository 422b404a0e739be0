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

type EntryProps = Pick<Props, 'criteria' | 'onChange'> & {
  field: TextField;
  label: string;
  inputMode?: 'numeric' | 'tel' | 'email';
  placeholder?: string;
  maxLength?: number;
  error?: string | undefined;
  lockedReason?: string | undefined;
};

function Entry({ criteria, onChange, field, ...more }: EntryProps) {
  return (
    <TextInput
      value={criteria[field]}
      onChange={(value) => onChange({ ...criteria, [field]: value })}
      maxLength={200}
      spellCheck={false}
      {...more}
    />
  );
}

/** Specification 1, section 2.5: all filled fields must match. */
export function AdvancedSearch({ id, criteria, ssnError, onChange, onSearch, onClear }: Props) {
  const { t } = useLingui();
  const whyNoSsn = useWhyNot('protected.search');
  const fields = { criteria, onChange };
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
        <Entry {...fields} field="firstName" label={t`First Name`} />
        <Entry {...fields} field="lastName" label={t`Last Name`} />
        <Entry {...fields} field="email" label={t`Email`} inputMode="email" />
        <Entry {...fields} field="employeeId" label={t`Employee ID`} />
        <Entry
          {...fields}
          field="ssn"
          label={t`SSN`}
          inputMode="numeric"
          placeholder={t`Nine digits, or the last four`}
          maxLength={11}
          error={ssnError ? t`Enter nine digits, or the last four` : undefined}
          lockedReason={whyNoSsn}
        />
        <Entry {...fields} field="jobTitle" label={t`Job Title`} />
      </Section>
      <Section title={t`Group Information`} columns={3}>
        <Entry {...fields} field="companyName" label={t`Company Name`} />
        <Entry {...fields} field="cimNumber" label={t`CIM Number`} />
        <Entry {...fields} field="phone" label={t`Phone`} inputMode="tel" />
      </Section>
      <Section title={t`Address Information`} columns={4}>
        <Entry {...fields} field="address" label={t`Address`} />
        <Entry {...fields} field="city" label={t`City`} />
        <Entry {...fields} field="state" label={t`State`} />
        <Entry {...fields} field="zipCode" label={t`Zip Code`} inputMode="numeric" />
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
