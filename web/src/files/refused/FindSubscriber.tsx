import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { orpc } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import classes from './FindSubscriber.module.css';

const SHOWN = 8;

type Props = { person: string; groupId: string; groupName: string; busy: boolean; onPick: (subscriberId: string) => void; onClose: () => void };

/** Finds the subscriber of a refused dependent among those of the file's group. */
export function FindSubscriber({ person, groupId, groupName, busy, onPick, onClose }: Props) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const found = useQuery(orpc.members.ofGroup.queryOptions({ input: { groupId, search, limit: SHOWN }, placeholderData: keepPreviousData }));
  const rows = found.data?.rows ?? [];
  const more = (found.data?.total ?? 0) - rows.length;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Find the subscriber of ${person}`}
      footer={
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      <p>
        <Trans>The number of whoever you choose is written into the record. Only subscribers of {groupName} are listed.</Trans>
      </p>
      <SearchField
        className={classes.search ?? ''}
        inDialog
        label={t`Search subscribers`}
        placeholder={t`Name, email or employee ID`}
        value={typed}
        onChange={setTyped}
      />
      {found.error && <ErrorLine error={found.error} />}
      <ul className={classes.found} aria-label={t`Subscribers`} aria-busy={found.isPlaceholderData || undefined}>
        {rows.map(({ id, name, employeeId, department, dependents }) => (
          <li key={id}>
            <span>
              <span className={classes.name}>{name}</span>
              <span className={classes.meta}>
                {[employeeId, department, dependents > 0 ? plural(dependents, { one: '# dependent', other: '# dependents' }) : null]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Button size="small" busy={busy} aria-label={t`Choose ${name}`} onClick={() => onPick(id)}>
              <Trans>Choose</Trans>
            </Button>
          </li>
        ))}
      </ul>
      <output className={classes.note}>
        {found.data && rows.length === 0 ? (
          <Trans>Nobody is found by that. A subscriber who is not in the group yet has to be added, or sent by the employer, first.</Trans>
        ) : more > 0 ? (
          <Trans>{more} more; type to find them.</Trans>
        ) : null}
      </output>
    </Dialog>
  );
}
