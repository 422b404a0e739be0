import type { QueueState } from '@openbenefits/contract/file-queue';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { RunningUndo } from '../../changes/RunningUndo.tsx';
import { paths } from '../../paths.ts';
import classes from './Queue.module.css';

/** Large changes that are being undone beside the files: their groups' files wait for them. */
export function UndosOfChanges({ undos }: Pick<QueueState, 'undos'>) {
  const { t } = useLingui();
  if (undos.length === 0) return null;
  return (
    <section className={`panel ${classes.undos}`} aria-label={t`Changes that are being undone`}>
      <ul>
        {undos.map(({ changeId, summary, groupId, groupName, ...undoing }) => (
          <li key={changeId}>
            <b>{t`Undo of “${summary}”`}</b>
            {groupId && groupName && <Link to={paths.group(groupId)}>{groupName}</Link>}
            <RunningUndo changeId={changeId} summary={summary} undoing={undoing} />
          </li>
        ))}
      </ul>
    </section>
  );
}
