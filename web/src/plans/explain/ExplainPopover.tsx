import { Trans, useLingui } from '@lingui/react/macro';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { Popover, type TriggerProps } from '../../ui/Popover.tsx';
import { toastBad, toastGood } from '../../ui/toasts.ts';
import classes from './ExplainPopover.module.css';

/** Copies a text and says so. A page that is not served over HTTPS has no clipboard. */
export function useCopyText(): (text: string) => void {
  const { t } = useLingui();
  return (text) => {
    const copying = navigator.clipboard as Clipboard | undefined;
    if (!copying) toastBad(t`This browser does not allow copying. Select the text and copy it with the keyboard.`);
    else
      copying.writeText(text).then(
        () => toastGood(t`Copied`, t`The calculation is on the clipboard as text.`),
        () => toastBad(t`The text could not be copied. Select it and copy it with the keyboard.`),
      );
  };
}

/** "Explain" beside an amount: opens its derivation, which can be copied as text. `of` names the amount for a screen reader. */
export function ExplainPopover({
  title,
  of,
  label,
  trigger,
  text,
  children,
}: {
  title: ReactNode;
  of?: string | undefined;
  /** The button's name, where it shows something else: the amount itself. */
  label?: string | undefined;
  trigger?: ReactNode;
  text: () => string;
  children: () => ReactNode;
}) {
  const { t } = useLingui();
  const copy = useCopyText();
  const name = label ?? (of ? t`Explain the premium of ${of}` : undefined);
  return (
    <Popover
      label={t`Why this premium`}
      isDetached
      renderTrigger={(props: TriggerProps) => (
        <button
          {...props}
          type="button"
          className={classes.trigger}
          data-amount={trigger ? true : undefined}
          {...(name ? { 'aria-label': name } : {})}
        >
          {trigger ?? <Trans>Explain</Trans>}
        </button>
      )}
    >
      {() => (
        <div className={classes.explain}>
          <div className={classes.head}>
            <h4>{title}</h4>
            <IconButton icon={IconCopy} size="small" label={t`Copy`} onClick={() => copy(text())} />
          </div>
          <div className={classes.body}>{children()}</div>
        </div>
      )}
    </Popover>
  );
}
