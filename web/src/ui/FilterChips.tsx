import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { TextButton } from './Button.tsx';
import classes from './FilterChips.module.css';
import { Icon } from './Icon.tsx';

export type FilterChip = { label: string; onRemove: () => void };

/** One active filter with a button to remove it. */
export function Chip({ label, onRemove }: FilterChip) {
  const { t } = useLingui();
  return (
    <span className={classes.chip}>
      <span>{label}</span>
      <button type="button" aria-label={t`Remove ${label}`} onClick={onRemove}>
        <Icon of={IconX} size={14} />
      </button>
    </span>
  );
}

/** The active filters, each with a button to remove it; nothing without filters. */
export function FilterChips({ filters, onClearAll }: { filters: readonly FilterChip[]; onClearAll: () => void }) {
  const { t } = useLingui();
  if (filters.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t`Filters`}>
      {filters.map(({ label, onRemove }) => (
        <li key={label}>
          <Chip label={label} onRemove={onRemove} />
        </li>
      ))}
      <li>
        <TextButton onClick={onClearAll}>
          <Trans>Clear all</Trans>
        </TextButton>
      </li>
    </ul>
  );
}
