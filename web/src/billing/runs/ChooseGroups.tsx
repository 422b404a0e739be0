import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { problemOf } from '../../errors.ts';
import { Chip } from '../../ui/FilterChips.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { StatusSign } from '../../ui/StatusSign.tsx';
import { useDebouncedTerm } from '../../ui/use-debounced-term.ts';
import classes from './Runs.module.css';

const SHOWN = 6;
export type ChosenGroup = { readonly id: string; readonly name: string };

type Props = {
  chosen: readonly ChosenGroup[];
  onChange: (chosen: readonly ChosenGroup[]) => void;
  error?: string;
};

/** Finds groups by name or CIM number; a check mark chooses one. */
export function ChooseGroups({ chosen, onChange, error }: Props) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const { term, change, submit } = useDebouncedTerm(search, setSearch);
  const found = useQuery(
    orpc.groups.list.queryOptions({ input: { search, limit: SHOWN }, placeholderData: keepPreviousData }),
  );
  const isChosen = (id: string): boolean => chosen.some((one) => one.id === id);
  const total = (found.data?.total ?? 0).toLocaleString('en-US');
  return (
    <div className={classes.choose}>
      {chosen.length > 0 && (
        <ul className={classes.chosen} aria-label={t`Chosen groups`}>
          {chosen.map(({ id, name }) => (
            <li key={id}>
              <Chip label={name} onRemove={() => onChange(chosen.filter((one) => one.id !== id))} />
            </li>
          ))}
        </ul>
      )}
      <SearchField label={t`Group name or CIM number`} value={term} onChange={change} onSubmit={submit} />
      <ul className={classes.found} aria-label={t`Groups found`}>
        {found.data?.rows.map(({ id, name, cim }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={isChosen(id)}
                onChange={() =>
                  onChange(isChosen(id) ? chosen.filter((one) => one.id !== id) : [...chosen, { id, name }])
                }
              />
              <span>{name}</span>
              <small className="mono">{cim}</small>
            </label>
          </li>
        ))}
      </ul>
      <output className={classes.note}>
        {found.error ? problemOf(found.error).message : found.data && <Trans>{total} groups found</Trans>}
      </output>
      {error !== undefined && (
        <p className={classes.problem} role="alert">
          <StatusSign sign="alert" /> {error}
        </p>
      )}
    </div>
  );
}
