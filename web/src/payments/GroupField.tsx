import { ownValue } from '@openbenefits/domain/own-value';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
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

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrows go from the search to the groups found, and back. */
function moveByArrow(event: KeyboardEvent<HTMLFieldSetElement>): void {
  const step = ownValue(STEPS, event.key);
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, ul button')];
  const at = stops.indexOf(event.target);
  if (at < 0) return;
  event.preventDefault();
  stops[at + step]?.focus();
}

/** The form's first field after the groups, which closed with the choice. */
function focusNext(fieldset: HTMLFieldSetElement | null): void {
  const fields = fieldset?.closest('form')?.querySelectorAll<HTMLElement>('input, select, textarea, button') ?? [];
  [...fields]
    .find(
      (one) =>
        !fieldset?.contains(one) &&
        Boolean((fieldset?.compareDocumentPosition(one) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING),
    )
    ?.focus();
}

/** Finds one group by name or CIM number. */
export function GroupField({ field }: { field: FieldBinding<ChosenGroup | null> }) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const choose = (group: ChosenGroup) => {
    field.onChange(group);
    focusNext(fieldset.current);
  };
  const { term, change, submit } = useDebouncedTerm(search, setSearch);
  const found = useQuery({
    ...orpc.groups.list.queryOptions({ input: { search, limit: SHOWN }, placeholderData: keepPreviousData }),
    enabled: field.value === null,
  });
  const total = (found.data?.total ?? 0).toLocaleString('en-US');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between its own controls
    <fieldset ref={fieldset} className={classes.groupField} onKeyDown={moveByArrow}>
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
                <button type="button" onClick={() => choose({ id, name })}>
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
