import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Select } from '../../ui/Fields.tsx';

/** Which number of a date is the day, as a person says it of a sender; null where nobody has. */
export function DateOrderSelect({
  value,
  onChange,
  description,
}: {
  value: boolean | null;
  onChange: (dayFirst: boolean | null) => void;
  description?: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <Select
      label={t`What comes first in dates`}
      description={description}
      value={value === null ? 'unknown' : value ? 'day' : 'month'}
      onChange={(order) => onChange(order === 'unknown' ? null : order === 'day')}
      choices={[
        { value: 'unknown', label: t`As the dates require, otherwise the month` },
        { value: 'month', label: t`The month (04/12/1986 is April 12)` },
        { value: 'day', label: t`The day (04/12/1986 is December 4)` },
      ]}
    />
  );
}
