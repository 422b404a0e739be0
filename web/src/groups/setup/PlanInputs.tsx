import { TextInput as MantineTextInput } from '@mantine/core';
import type { Cents } from '@openbenefits/domain/money';
import { useState } from 'react';
import { TextInput } from '../../ui/Fields.tsx';
import { StatusSign } from '../../ui/StatusSign.tsx';
import { useField } from './wizard-context.ts';
import { dollarsText, parseDollars, parseWhole } from './whole-number.ts';

type Props<T> = {
  path: string;
  label: string;
  value: T | null;
  /** The plan's own, which an empty field goes back to. */
  standard: T | null;
  onChange: (value: T | null) => void;
};

/** What is typed stays as typed until the field is left. */
function useTyped(): [string | null, (text: string | null) => void] {
  return useState<string | null>(null);
}

/** Dollars with the sign inside the field; integer cents underneath. */
export function DollarsInput({ path, label, value, standard, onChange }: Props<Cents>) {
  const [typed, setTyped] = useTyped();
  const { id, error } = useField(path);
  return (
    <MantineTextInput
      id={id}
      label={label}
      autoComplete="off"
      inputMode="decimal"
      error={
        error && (
          <>
            <StatusSign sign="alert" />
            <span>{error}</span>
          </>
        )
      }
      leftSection="$"
      leftSectionWidth={24}
      leftSectionPointerEvents="none"
      value={typed ?? dollarsText(value ?? standard)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(parseDollars(event.currentTarget.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

export function PercentInput({ path, label, value, standard, onChange }: Props<number>) {
  const [typed, setTyped] = useTyped();
  const shown = value ?? standard;
  return (
    <TextInput
      {...useField(path)}
      label={label}
      inputMode="numeric"
      unit="%"
      value={typed ?? (shown === null ? '' : String(shown))}
      onChange={(text) => {
        setTyped(text);
        onChange(text.trim() === '' ? null : parseWhole(text));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
