import { UNREAD_SETTING } from '@openbenefits/domain/plans/rate-grid-problems';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Dispatch } from 'react';
import { TextButton } from '../../ui/Button.tsx';
import { words } from '../../words.ts';
import type { GridAction, GridState } from './grid/grid-state.ts';
import classes from './RateTable.module.css';

/** What a file or a paste held and the version does not. Each part keeps the version a draft until it is left out. */
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
  const leaveOut = (text: string) =>
    dispatch({ do: 'settings', settings: { ...settings, unread: unread.filter((one) => one !== text) } });
  return (
    <section className={classes.unread} aria-label={t`Parts that were not read`} data-setting={UNREAD_SETTING}>
      <p>
        <Trans>These parts of the table were not read. Correct the table and read it again, or leave them out.</Trans>
      </p>
      <ul>
        {unread.map((text) => (
          <li key={text}>
            <span>{words(text)}</span>
            {canEdit && (
              <TextButton onClick={() => leaveOut(text)}>
                <Trans>Leave out</Trans>
              </TextButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
