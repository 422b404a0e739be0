import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { CENSUS_GROUP_TITLE } from '../../domain-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { Select } from '../../ui/Fields.tsx';

type Props = {
  job: FileJob;
  /** The one that is chosen to begin with, where the list can be given it. */
  heading: string;
  /** Headings for what is wrong in the rows that show. */
  wanted: readonly string[];
  busy: boolean;
  error: Error | null;
  onAdd: (heading: string) => void;
  onClose: () => void;
};

/** Chooses what column the refused rows of a list are given beside those that it has. */
export function AddColumn({ job, heading, wanted, busy, error, onAdd, onClose }: Props) {
  const { t } = useLingui();
  const [chosen, choose] = useState(heading);
  const found = useQuery(orpc.files.columnsToAdd.queryOptions({ input: { id: job.id }, gcTime: 0 }));
  const choices = (found.data ?? []).map((one) => ({
    value: one.heading,
    label: one.heading,
    group: wanted.includes(one.heading) ? t`For what is wrong here` : CENSUS_GROUP_TITLE[one.about],
  }));
  const value = choices.some((one) => one.value === chosen) ? chosen : '';
  const mayNot =
    found.data?.length === 0
      ? t`The census already has every column.`
      : value === ''
        ? t`Choose a column first.`
        : undefined;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Add a column`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" busy={busy} disabledReason={mayNot} onClick={() => onAdd(value)}>
            <Trans>Add the column</Trans>
          </Button>
        </>
      }
    >
      <Select
        label={t`Column`}
        required
        data-autofocus
        value={value}
        onChange={choose}
        choices={[
          { value: '', label: found.isPending ? t`Loading…` : t`Choose`, disabled: true },
          ...choices.toSorted((a, b) => Number(wanted.includes(b.value)) - Number(wanted.includes(a.value))),
        ]}
        description={t`It is empty and comes after the other columns. A row where it stays empty is read as before.`}
      />
      {(error ?? found.error) && <ErrorLine error={error ?? found.error} />}
    </Dialog>
  );
}
