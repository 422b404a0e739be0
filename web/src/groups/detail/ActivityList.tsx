import type { GroupDetail } from '@openbenefits/contract/groups';
import { useLingui } from '@lingui/react/macro';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import classes from './ActivityList.module.css';
import { Part } from './FactPanel.tsx';

export function ActivityList({ activity }: { activity: GroupDetail['activity'] }) {
  const { t } = useLingui();
  return (
    <Part title={t`Recent activity`}>
      {activity.length === 0 ? (
        <p className={`panel ${classes.none}`}>{t`Nothing has been changed for this group yet.`}</p>
      ) : (
        <ol className={`panel ${classes.list}`}>
          {activity.map(({ id, summary, actor, at }) => (
            <li key={id}>
              <span>{summary}</span>
              <small>
                {actor} · <TimeAgo instant={at} />
              </small>
            </li>
          ))}
        </ol>
      )}
    </Part>
  );
}
