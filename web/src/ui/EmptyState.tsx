import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TextButton } from './Button.tsx';
import classes from './EmptyState.module.css';
import { Chip } from './FilterChips.tsx';

/** Line art in hairlines with one petrol stroke; six in all. */
const ART = {
  ledger: (
    <>
      <path d="M18 10h52a6 6 0 0 1 6 6v40H24a6 6 0 0 1-6-6z" />
      <path d="M18 50a6 6 0 0 1 6-6h52M30 10v34M38 20h28M38 27h28M38 34h16" />
      <path d="M60 34h18" stroke="var(--brand)" strokeWidth="1.75" />
    </>
  ),
  folder: (
    <>
      <path d="M16 52V14a4 4 0 0 1 4-4h18l6 8h32a4 4 0 0 1 4 4v30a4 4 0 0 1-4 4H20a4 4 0 0 1-4-4z" />
      <path d="M16 28h64" />
      <path d="M40 42h16" stroke="var(--brand)" strokeWidth="1.75" />
    </>
  ),
  envelope: (
    <>
      <path d="M18 14h60a2 2 0 0 1 2 2v34a2 2 0 0 1-2 2H18a2 2 0 0 1-2-2V16a2 2 0 0 1 2-2z" />
      <path d="M16 17l32 21 32-21" />
      <path d="M26 44h14" stroke="var(--brand)" strokeWidth="1.75" />
    </>
  ),
  people: (
    <>
      <circle cx="38" cy="22" r="9" />
      <path d="M20 54v-4a12 12 0 0 1 12-12h12a12 12 0 0 1 12 12v4M60 14a9 9 0 0 1 0 17M76 54v-4a12 12 0 0 0-9-11.600" />
      <path d="M14 54h68" stroke="var(--brand)" strokeWidth="1.75" />
    </>
  ),
  signpost: (
    <>
      <path d="M48 6v52M40 58h16M26 14h40l8 7-8 7H26z" />
      <path d="M70 34H32l-8 6 8 6h38z" />
      <path d="M36 21h20" stroke="var(--brand)" strokeWidth="1.75" />
    </>
  ),
  drawing: (
    <>
      <path d="M16 10h64v44H16zM24 10v44M16 18h64" />
      <path d="M32 44l14-16 10 10 8-8 10 14" />
      <path d="M32 48h42" stroke="var(--brand)" strokeWidth="1.75" />
    </>
  ),
} as const;

type Filter = { label: string; onRemove: () => void };

type Props = {
  title: string;
  children?: ReactNode;
  art?: keyof typeof ART;
  /** One primary and one text link at most. */
  actions?: ReactNode;
  /** Shows each search condition with a button to remove it. */
  filters?: readonly Filter[];
  onClearAll?: () => void;
  /** Fills the page under the header instead of a panel. */
  wholePage?: boolean;
};

export function EmptyState({ title, children, art = 'ledger', actions, filters = [], onClearAll, wholePage }: Props) {
  return (
    <div className={wholePage ? `${classes.empty} ${classes.page}` : classes.empty}>
      <svg
        className={classes.art}
        width="96"
        height="64"
        viewBox="0 0 96 64"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {ART[art]}
      </svg>
      <h2 className={classes.title}>{title}</h2>
      {children && <p className={classes.text}>{children}</p>}
      {(actions || filters.length > 0) && (
        <div className={classes.actions}>
          {filters.map(({ label, onRemove }) => (
            <Chip key={label} label={label} onRemove={onRemove} />
          ))}
          {filters.length > 0 && onClearAll && (
            <TextButton onClick={onClearAll}>
              <Trans>Clear all</Trans>
            </TextButton>
          )}
          {actions}
        </div>
      )}
    </div>
  );
}
