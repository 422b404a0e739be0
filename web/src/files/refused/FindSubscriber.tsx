import type { FileJob } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { orpc } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Tag } from '../../ui/Tag.tsx';
import classes from './FindSubscriber.module.css';

const SHOWN = 8;

/** Somebody of the group, or the record of the file that adds the subscriber. */
export type Chosen = { memberId: string } | { recordNo: number };
type Props = {
  person: string;
  job: FileJob;
  groupName: string;
  busy: boolean;
  onPick: (subscriber: Chosen) => void;
  onClose: () => void;
};

/**
 * Finds the subscriber of a refused dependent among those of the file's group, and of a held file also among those whom
 * it would add.
 */
export function FindSubscriber({ person, job, groupName, busy, onPick, onClose }: Props) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const found = useQuery(
    orpc.files.findSubscribers.queryOptions({
      input: { id: job.id, search, limit: SHOWN },
      placeholderData: keepPreviousData,
      gcTime: 0,
    }),
  );
  const rows = found.data?.rows ?? [];
  const more = (found.data?.total ?? 0) - rows.length;
  const isHeld = job.status === 'held';
  const lineOf = (line: number): string => (job.format === 'edi834' ? t`segment ${line}` : t`line ${line}`);
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
        {isHeld ? (
          <Trans>
            The number of the subscriber you choose is added to the record. The list has subscribers of {groupName} and
            those this file would add.
          </Trans>
        ) : (
          <Trans>
            The number of the subscriber you choose is added to the record. Only subscribers of {groupName} are listed.
          </Trans>
        )}
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
        {rows.map(({ memberId, recordNo, line, name, employeeId, department, dependents }) => {
          const where = recordNo === null ? t`In the group` : t`In this file`;
          const facts = [
            line === null ? null : lineOf(line),
            employeeId,
            department,
            dependents > 0 ? plural(dependents, { one: '# dependent', other: '# dependents' }) : null,
          ].filter(Boolean);
          return (
            <li key={memberId ?? recordNo}>
              <span>
                <span className={classes.name}>
                  {name}
                  {isHeld && <Tag>{where}</Tag>}
                </span>
                <span className={classes.meta}>{facts.join(' · ')}</span>
              </span>
              <Button
                size="small"
                busy={busy}
                aria-label={isHeld ? t`Choose ${name}, ${where}` : t`Choose ${name}`}
                onClick={() =>
                  memberId !== null ? onPick({ memberId }) : recordNo !== null ? onPick({ recordNo }) : undefined
                }
              >
                <Trans>Choose</Trans>
              </Button>
            </li>
          );
        })}
      </ul>
      <output className={classes.note}>
        {found.data && rows.length === 0 ? (
          isHeld ? (
            <Trans>
              No match in the group or in this file. If the subscriber was rejected, fix that row first and apply it to
              the file.
            </Trans>
          ) : (
            <Trans>No match. Add the subscriber to the group first, or ask the employer to send them.</Trans>
          )
        ) : more > 0 ? (
          <Trans>{more} more; type to find them.</Trans>
        ) : null}
      </output>
    </Dialog>
  );
}
