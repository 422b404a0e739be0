import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { orpc } from '../api.ts';
import { TextInput } from '../ui/Fields.tsx';

export type PickedGroup = { id: string; name: string; cim: string };

const SHOWN = 12;
const labelOf = (group: { name: string; cim: string }): string => `${group.name} (${group.cim})`;

/**
 * Finds a group by name or CIM number while typing, with the browser's suggestion list. `onPick` gets the group once
 * the text matches exactly one, otherwise null.
 */
export function GroupPicker({
  label,
  required,
  hint = true,
  takesFocus = false,
  onPick,
  error,
}: {
  label: string;
  required?: boolean;
  /** Whether to explain an empty field for an upload. */
  hint?: boolean;
  /** Opened by a press. */
  takesFocus?: boolean;
  onPick: (group: PickedGroup | null) => void;
  error?: string | undefined;
}) {
  const { t } = useLingui();
  const listId = useId();
  const [text, setText] = useState('');
  // What a suggestion puts into the field ends with the CIM number in brackets.
  const term = /\((CIM-[^)]+)\)$/.exec(text.trim())?.[1] ?? text.trim();
  const found = useQuery(
    orpc.groups.list.queryOptions({ input: { search: term, limit: SHOWN }, placeholderData: (before) => before }),
  );
  const rows = found.data?.rows ?? [];
  const change = (next: string) => {
    setText(next);
    const wanted = next.trim().toLowerCase();
    onPick(rows.find((row) => [labelOf(row), row.cim, row.name].some((name) => name.toLowerCase() === wanted)) ?? null);
  };
  return (
    <>
      <TextInput
        label={label}
        required={required ?? false}
        value={text}
        onChange={change}
        list={listId}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where somebody asked for the field
        autoFocus={takesFocus}
        error={error}
        placeholder={t`Group name or CIM number`}
        description={required || !hint ? undefined : <Trans>Leave blank if the file identifies its group.</Trans>}
      />
      <datalist id={listId}>
        {rows.map((row) => (
          <option key={row.id} value={labelOf(row)}>
            {row.name}
          </option>
        ))}
      </datalist>
    </>
  );
}
