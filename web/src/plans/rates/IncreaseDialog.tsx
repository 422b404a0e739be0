import { cornersOf, readPercentage } from '@openbenefits/domain/plans/rate-grid';
import { Trans, useLingui } from '@lingui/react/macro';
import { type Dispatch, useState } from 'react';
import { TextInput } from '../../ui/Fields.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { blockOf, type GridAction, type GridState } from './grid/grid-state.ts';

/** Raises the selected cells by a percentage, or all of them where one cell is selected. */
export function IncreaseDialog({
  state,
  dispatch,
  onClose,
}: {
  state: GridState;
  dispatch: Dispatch<GridAction>;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const by = readPercentage(text);
  const { top, bottom, left, right } = cornersOf(blockOf(state));
  const isOne = top === bottom && left === right;
  const selected = (bottom - top + 1) * (right - left + 1);
  const apply = () => {
    setAsked(true);
    if (by === undefined) return;
    if (isOne) dispatch({ do: 'select all' });
    dispatch({ do: 'increase', by });
    onClose();
  };
  return (
    <FormDialog
      title={t`Increase rates`}
      size={480}
      saveLabel={t`Increase`}
      busy={false}
      isDirty={false}
      onSave={apply}
      onClose={onClose}
    >
      <TextInput
        label={t`Percentage`}
        required
        unit="%"
        inputMode="decimal"
        value={text}
        onChange={setText}
        data-autofocus
        error={
          asked && by === undefined
            ? t`Enter a percentage with at most two decimals, such as 5.25. A minus lowers the rates.`
            : undefined
        }
        description={
          isOne ? (
            <Trans>All rates are changed. Select cells first to change only some.</Trans>
          ) : (
            <Trans>{selected} selected cells are changed. Amounts are rounded to the cent.</Trans>
          )
        }
      />
    </FormDialog>
  );
}
