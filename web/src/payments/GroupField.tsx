import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../api.ts';
import { problemOf } from '../errors.ts';
import { Chip } from '../ui/FilterChips.tsx';
import type { FieldBinding } from '../ui/form/field.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { StatusSign } from '../ui/StatusSign.tsx';
import { useDebouncedTerm } from '../ui/use-debounced-term.ts';
import classes from './Payments.module.css';

const SHOWN = 5;
export type ChosenGroup = { readonly id: string; readonly name: string };

/** Finds one group by name or CIM number. */
export function GroupField({ field }: { field: FieldBinding<ChosenGroup | null> }) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const { term, change, submit } = useDebouncedTerm(search, setSearch);
  const found = useQuery({
    ...orpc.groups.list.queryOptions({ input: { search, limit: SHOWN }, placeholderData: keepPreviousData }),
    enabled: field.value === null,
  });
  const total = (found.data?.total ?? 0).toLocaleString('en-US');
  return (
    <fieldset className={classes.groupField}>
      <legend>
        <Trans>Group</Trans>
      </legend>
      {field.value ? (
        <Chip label={field.value.name} onRemove={() => field.onChange(null)} />
      ) : (
        <>
          <SearchField label={t`Group name or CIM number`} value={term} onChange={change} onSubmit={submit} />
          <ul aria-label={t`Groups found`}>
            {found.data?.rows.map(({ id, name, cim }) => (
              <li key={id}>
                <button type="button" onClick={() => field.onChange({ id, name })}>
                  <span>{name}</span>
                  <small className="mono">{cim}</small>
                </button>
              </li>
            ))}
          </ul>
          <output className={classes.quiet}>
            {found.error ? problemOf(found.error).message : found.data && <Trans>{total} groups found</Trans>}
          </output>
        </>
      )}
      {field.error !== undefined && (
        <p className={classes.problem} role="alert">
          <StatusSign sign="alert" /> {field.error}
        </p>
      )}
    </fieldset>
  );
}
