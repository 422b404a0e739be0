import { ageGroupText } from '@openbenefits/domain/plans/age-group';
import type { AgeBand } from '@openbenefits/domain/plans/rate-table';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { TextButton } from '../../../ui/Button.tsx';
import { StatusSign } from '../../../ui/StatusSign.tsx';
import classes from './RateGrid.module.css';

type Props = {
  from: number;
  to: number | null;
  columns: number;
  /** Subscribers of these ages; null where unknown. */
  subscribers: number | null;
  onAdd: ((band: AgeBand) => void) | undefined;
};

/** Ages without a row, as a row of their own. */
export const GapRow = memo(function GapRow({ from, to, columns, subscribers, onAdd }: Props) {
  const { t } = useLingui();
  const ages = ageGroupText({ from, to });
  return (
    <tr className={classes.gap} data-gap={from}>
      <th scope="row">{ages}</th>
      <td colSpan={columns}>
        <span className={classes.missing}>
          <StatusSign sign="eye" />
          {subscribers === null || subscribers === 0 ? (
            <Trans>No row yet.</Trans>
          ) : (
            <Plural
              value={subscribers}
              one="No row yet. # subscriber would have no rate."
              other="No row yet. # subscribers would have no rate."
            />
          )}
        </span>
      </td>
      <td className={classes.fact}>{subscribers?.toLocaleString('en-US') ?? '—'}</td>
      {onAdd && (
        <td className={classes.tools}>
          <TextButton onClick={() => onAdd({ from, to })} aria-label={t`Add row for ${ages}`}>
            <Trans>Add row</Trans>
          </TextButton>
        </td>
      )}
    </tr>
  );
});
