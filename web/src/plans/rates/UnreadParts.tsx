import { UNREAD_SETTING } from '@openbenefits/domain/plans/rate-grid-problems';
import { isQuestion } from '@openbenefits/domain/plans/table-settings';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Dispatch } from 'react';
import { TextButton } from '../../ui/Button.tsx';
import { words } from '../../words.ts';
import type { GridAction, GridState } from './grid/grid-state.ts';
import classes from './RateTable.module.css';

/** What a file or a paste held and the version does not, or only by a guess. Each part keeps the version a draft. */
export function UnreadParts({
  state,
  dispatch,
  canEdit,
}: {
  state: GridState;
  dispatch: Dispatch<GridAction>;
  canEdit: boolean;
}) {
  const { t } = useLingui();
  const { settings } = state;
  const unread = settings.unread ?? [];
  if (unread.length === 0) return null;
  const settle = (text: string) =>
    dispatch({ do: 'settings', settings: { ...settings, unread: unread.filter((one) => one !== text) } });
  return (
    <section className={classes.unread} aria-label={t`Parts that were not read`} data-setting={UNREAD_SETTING}>
      <p>
        <Trans>
          These parts of the table were not read, or not for certain. Correct the table and read it again, or leave out
          or confirm each part.
        </Trans>
      </p>
      <ul>
        {unread.map((text) => (
          <li key={text}>
            <span>{words(text)}</span>
            {canEdit && (
              <TextButton onClick={() => settle(text)}>
                {isQuestion(text) ? <Trans>Confirm</Trans> : <Trans>Leave out</Trans>}
              </TextButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
