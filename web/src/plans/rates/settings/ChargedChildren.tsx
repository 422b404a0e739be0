import { useLingui } from '@lingui/react/macro';
import { Select } from '../../../ui/Fields.tsx';

/** How many children under 21 are charged where each person has a price. */
export function ChargedChildren({
  value: children,
  onChange,
  locked,
  line,
}: {
  value: number | null;
  onChange: (children: number | null) => void;
  locked: boolean;
  line: string;
}) {
  const { t } = useLingui();
  return (
    <Select
      label={t`Charged children under 21`}
      value={children === null ? 'all' : String(children)}
      choices={[
        ...['0', '1', '2', '3', '4', '5'].map((value) => ({ value, label: value })),
        { value: 'all', label: t`All` },
      ]}
      onChange={(value) => onChange(value === 'all' ? null : Number(value))}
      description={line === 'medical' ? t`Medical: the 3 oldest (45 CFR 147.102)` : undefined}
      lockedReason={locked ? '' : undefined}
    />
  );
}
