import { useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { IconButton } from './Button.tsx';
import type { TableFooter } from './data-table-types.ts';
import classes from './TableFoot.module.css';

/** '1–50 of 15,842' and the page buttons; a cursor knows only previous and next. */
export function TableFoot({ footer, shown }: { footer: TableFooter; shown: number }) {
  const { t } = useLingui();
  const { from, total, atLeast, note, onPrevious, onNext } = footer;
  const first = (shown === 0 ? 0 : from).toLocaleString('en-US');
  const last = (shown === 0 ? 0 : from + shown - 1).toLocaleString('en-US');
  const counted = total?.toLocaleString('en-US');
  const all = atLeast ? t`more than ${counted}` : counted;
  return (
    <div className={classes.footer}>
      <output>{all === undefined ? t`${first}–${last}` : t`${first}–${last} of ${all}`}</output>
      {note && <span className={classes.note}>{note}</span>}
      {/* A shortened list says where the rest is; it has no pages. */}
      {(onPrevious || onNext || !note) && (
        <span className={classes.pages}>
          <IconButton
            icon={IconChevronLeft}
            label={t`Previous page`}
            line
            onClick={onPrevious}
            disabledReason={onPrevious ? undefined : t`This is the first page`}
          />
          <IconButton
            icon={IconChevronRight}
            label={t`Next page`}
            line
            onClick={onNext}
            disabledReason={onNext ? undefined : t`This is the last page`}
          />
        </span>
      )}
    </div>
  );
}
